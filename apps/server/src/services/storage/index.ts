import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { localStorage } from './local.ts'
import type { Storage } from './port.ts'

export { partSize, type Storage } from './port.ts'

/** Where this portal keeps its files: a folder under `dataDir`. */
export const openStorage = (config: Config): Storage =>
  localStorage(join(config.dataDir, 'files'), config.storageSecret)

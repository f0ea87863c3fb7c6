import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { localStorage } from './local.ts'
import type { Storage } from './port.ts'
import { s3Storage } from './s3.ts'

export { partSize, type Storage, type StorageDoor } from './port.ts'

/** Where this portal stores its files: a bucket when the settings name one, else a folder under `dataDir`. */
export const openStorage = (config: Config): Storage =>
  config.s3 ? s3Storage(config.s3) : localStorage(join(config.dataDir, 'files'), config.storageSecret)

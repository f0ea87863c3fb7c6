import type { Surface } from '@archwire/mesh'
import { workerAsker } from '../../lib/ask-worker.ts'
import type { ReadQuestion } from './read-scan.worker.ts'
import type { ShadedSurface } from './shaded-surface.ts'

const ask = workerAsker<ReadQuestion, ShadedSurface>(
  () => new Worker(new URL('./read-scan.worker.ts', import.meta.url), { type: 'module' }),
  'The scan arrived damaged and cannot be shown.',
)

/** Starts what reads scans before the first one has arrived. */
export const prepareReading = ask.start

/** Makes a scan ready for the stage; takes the bytes over. Rejects with a sentence when they are no web mesh. */
export const readScan = (glb: Uint8Array): Promise<ShadedSurface> => ask({ glb }, [glb.buffer as ArrayBuffer])

/** The same of a surface that was read elsewhere; takes its arrays over. */
export const shadeSurface = ({ positions, indices }: Surface): Promise<ShadedSurface> =>
  ask({ surface: { positions, indices } }, [positions.buffer as ArrayBuffer, indices.buffer as ArrayBuffer])

import type { Surface } from '@archwire/mesh'
import { workerAsker } from '../../lib/ask-worker.ts'
import type { ReadQuestion } from './read-scan.worker.ts'
import type { ShadedSurface } from './shaded-surface.ts'

const ask = workerAsker<ReadQuestion, ShadedSurface>(
  () => new Worker(new URL('./read-scan.worker.ts', import.meta.url), { type: 'module' }),
  'The scan arrived damaged and cannot be shown.',
)

/** Starts the worker that reads scans, so that it is ready when the first one arrives. */
export const prepareReading = ask.start

/** Decodes and shades a scan. Transfers the bytes to the worker; rejects with a sentence if they are not a web mesh. */
export const readScan = (glb: Uint8Array): Promise<ShadedSurface> => ask({ glb }, [glb.buffer as ArrayBuffer])

/** Shades a surface that was read elsewhere, without its colors. Transfers its arrays to the worker. */
export const shadeSurface = ({ positions, indices }: Surface): Promise<ShadedSurface> =>
  ask({ surface: { positions, indices } }, [positions.buffer as ArrayBuffer, indices.buffer as ArrayBuffer])

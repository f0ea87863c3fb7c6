import { workerAsker } from '../../lib/ask-worker.ts'
import type { DistanceAnswer, DistanceQuestion } from './distance.worker.ts'

/** Measures how far the vertices of one surface are from another. Rejects with a sentence. */
export const askDistances = workerAsker<DistanceQuestion, DistanceAnswer>(
  () => new Worker(new URL('./distance.worker.ts', import.meta.url), { type: 'module' }),
  'The scans could not be compared.',
)

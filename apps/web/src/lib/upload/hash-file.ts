import { workerAsker } from '../ask-worker.ts'

const ask = workerAsker<{ file: File }, string>(
  () => new Worker(new URL('./sha256.worker.ts', import.meta.url), { type: 'module' }),
  'The file could not be read.',
)

/** The SHA-256 of a file as 64 hexadecimal digits. Rejects when the file cannot be read (any more). */
export const hashFile = (file: File): Promise<string> => ask({ file })

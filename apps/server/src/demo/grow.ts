import { Worker } from 'node:worker_threads'

/** Which mouth: `apart`: as two scans of arches that do not lie in their bite, and a third of the bite. */
export interface Wanted {
  seed: number
  alignment: number
  triangles: number
  apart?: boolean
}

/** The files of both arches, and of the bite where they lie apart. */
export interface Grown {
  upper: Uint8Array
  lower: Uint8Array
  bite?: Uint8Array
}

/** Computes the scans of a mouth in a separate thread: it takes seconds, and the portal must keep answering. */
export function grow(wanted: Wanted): Promise<Grown> {
  const thread = new Worker(new URL('grow-thread.ts', import.meta.url), { workerData: wanted, name: 'demo scans' })
  return new Promise((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('The thread of the demo scans ended.')))
  })
}

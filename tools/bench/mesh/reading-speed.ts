import { readFileSync } from 'node:fs'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { parseScan } from '@archwire/mesh'
import { examineTopology } from '@archwire/mesh/topology.ts'
import { median } from '../load.ts'

const rounds = 9

/**
 * Million triangles a second that one worker thread reads, welds and takes apart into edges and shells: the median of nine,
 * the first one, in which the program is still being compiled, among them.
 */
export async function readingSpeed(path: string): Promise<number> {
  const worker = new Worker(new URL(import.meta.url), { workerData: path })
  try {
    return await new Promise<number>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
  } finally {
    await worker.terminate()
  }
}

function measured(path: string): number {
  const bytes = readFileSync(path)
  const speeds: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    const { surface } = parseScan(bytes)
    if (!surface) throw new TypeError('The scan cannot be read.')
    examineTopology(surface)
    speeds.push(surface.indices.length / 3 / 1000 / (performance.now() - began))
  }
  return median(speeds)
}

if (!isMainThread) parentPort?.postMessage(measured(workerData as string))

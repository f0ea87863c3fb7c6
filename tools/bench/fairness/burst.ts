import { parentPort, workerData } from 'node:worker_threads'
import { openLines } from '../lines.ts'

/** A thread that sends many writes at once on request; returns how often each status came back. */
const { hostname, port, requests } = workerData as { hostname: string; port: number; requests: Uint8Array[] }

parentPort!.on('message', () => {
  const lines = openLines(hostname, port)
  const seen: Record<number, number> = {}
  void Promise.all(
    requests.map(async (request) => {
      const status = await lines.ask(Buffer.from(request)).catch(() => 0)
      seen[status] = (seen[status] ?? 0) + 1
    }),
  ).then(() => {
    lines.close()
    parentPort!.postMessage(seen)
  })
})

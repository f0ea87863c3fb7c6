let worker: Worker | undefined
let lastId = 0
const waiting = new Map<number, { resolve: (sha256: string) => void; reject: (error: Error) => void }>()

/** The SHA-256 of a file as 64 hexadecimal digits. Rejects when the file cannot be read (any more). */
export function hashFile(file: File): Promise<string> {
  worker ??= startWorker()
  const id = ++lastId
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- nor has a worker
    worker!.postMessage({ id, file })
  })
}

function startWorker(): Worker {
  const started = new Worker(new URL('./sha256.worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<{ id: number; sha256?: string }>) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.sha256) asked?.resolve(data.sha256)
    else asked?.reject(new Error('The file could not be read.'))
  })
  started.addEventListener('error', () => {
    for (const { reject } of waiting.values()) reject(new Error('The file could not be read.'))
    waiting.clear()
    worker = undefined
  })
  return started
}

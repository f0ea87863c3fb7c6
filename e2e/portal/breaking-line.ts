import { connect, createServer, type Socket } from 'node:net'

/** When the line breaks: once so many bytes have gone up, for so long. */
export interface Break {
  afterBytes: number
  forMs: number
}

/** A line to the portal that breaks: every socket is torn in the middle of what it carries, and none is taken meanwhile. */
export interface BreakingLine {
  /** The portal behind it. */
  url: string
  /** How many uploads each break tore, so far. */
  torn: readonly number[]
  close(): Promise<void>
}

/** A piece of a body: what else a page sends is far smaller. */
const ofUpload = 8 * 1024

/** Opens a line that carries bytes as they come; it breaks in the middle of an upload, never between two. */
export async function openBreakingLine(portal: string, breaks: readonly Break[]): Promise<BreakingLine> {
  const { port } = new URL(portal)
  const open = new Set<{ sockets: [Socket, Socket]; uploads: boolean }>()
  const torn: number[] = []
  let sent = 0
  let isDown = false
  const tear = (forMs: number) => {
    isDown = true
    torn.push([...open].filter(({ uploads }) => uploads).length)
    for (const { sockets } of open) for (const socket of sockets) socket.resetAndDestroy()
    setTimeout(() => (isDown = false), forMs)
  }
  const line = createServer((near) => {
    if (isDown) return void near.resetAndDestroy()
    const far = connect(Number(port), '127.0.0.1')
    const pair = { sockets: [near, far] as [Socket, Socket], uploads: false }
    open.add(pair)
    near.on('data', (bytes) => {
      pair.uploads = bytes.length >= ofUpload
      if (pair.uploads) sent += bytes.length
      const next = breaks[torn.length]
      if (next && pair.uploads && sent >= next.afterBytes) return tear(next.forMs)
      // The near end waits for the far one, or what was sent would say nothing of what arrived.
      if (!far.write(bytes)) {
        near.pause()
        far.once('drain', () => near.resume())
      }
    })
    far.on('data', () => (pair.uploads = false))
    far.pipe(near)
    near.on('end', () => far.end())
    for (const socket of pair.sockets) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(pair)
        for (const other of pair.sockets) other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  const address = line.address() as { port: number }
  return {
    url: `http://127.0.0.1:${address.port}`,
    torn,
    async close() {
      for (const { sockets } of open) for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => line.close(resolve))
    },
  }
}

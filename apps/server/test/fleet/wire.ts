import { connect, createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A wire between the portal and something that it needs, to be cut or frozen as networks do it. */
export interface Wire {
  port: number
  /** Connections that are open now say nothing any more, to both ends, and never end; new ones work (a failover). */
  freeze(): void
  /** No one gets through: open connections break, new ones are refused. */
  cut(): void
  /** All is well again; frozen connections stay frozen, as those of a host that no longer exists. */
  mend(): void
  close(): Promise<void>
}

/** As `tcp_keepalives_*` of the portal's connections say. */
const noticedMs = 60_000

/** Opens a wire to a port of this machine. */
export async function openWire(target: number, port = 0): Promise<Wire> {
  const open = new Set<[Socket, Socket]>()
  let isCut = false
  const server = createServer({ allowHalfOpen: false }, (near) => {
    near.on('error', () => {})
    if (isCut) return void near.destroy()
    const far = connect(target, '127.0.0.1')
    far.on('error', () => near.destroy())
    const pair: [Socket, Socket] = [near, far]
    open.add(pair)
    near.pipe(far)
    far.pipe(near)
    const end = () => {
      // Frozen ends hear nothing of each other.
      if (!open.delete(pair)) return
      near.destroy()
      far.destroy()
    }
    near.on('close', end)
    far.on('close', end)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const frozen: [Socket, Socket][] = []
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      for (const [near, far] of open) {
        near.unpipe(far)
        far.unpipe(near)
        near.pause()
        far.pause()
        frozen.push([near, far])
        // The database notices by its keep-alives that no one is there (db/client.ts); a wire answers those itself.
        setTimeout(() => far.destroy(), noticedMs).unref()
      }
      open.clear()
    },
    cut() {
      isCut = true
      for (const [near, far] of open) {
        near.resetAndDestroy()
        far.resetAndDestroy()
      }
      open.clear()
    },
    mend: () => void (isCut = false),
    async close() {
      for (const [near, far] of [...open, ...frozen]) {
        near.destroy()
        far.destroy()
      }
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

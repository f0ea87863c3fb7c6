import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'

/**
 * A load balancer as small as it can be: takes turns among the servers whose /readyz says yes, and passes every byte on
 * as it comes (event streams too). It never tries a request a second time, so a server that goes before it has said so
 * shows as a failed request.
 */
export interface Balancer {
  /** Requests that each server was given, by its port. */
  given: Map<number, number>
  /** Ports of the servers that are given requests now. */
  ready: ReadonlySet<number>
  close(): Promise<void>
}

/** How often every server is asked; a server has to continue for longer than this after it has said no. */
const askEveryMs = 100

export async function startBalancer(port: number, servers: number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const ready = new Set<number>()
  /** Servers that answer, but say that they are not ready, and not because they stop. */
  const troubled = new Set<number>()
  const given = new Map(servers.map((server) => [server, 0]))
  let turn = 0

  /** A server that is only slow keeps its standing; one that refuses, or says no, loses it. */
  const look = async (server: number) => {
    try {
      const answer = await fetch(`http://127.0.0.1:${server}/readyz`, {
        headers: { connection: 'close' },
        signal: AbortSignal.timeout(10_000),
      })
      const { status } = (await answer.json()) as { status: string }
      if (answer.ok) ready.add(server)
      else ready.delete(server)
      if (answer.ok || status === 'stopping') troubled.delete(server)
      else troubled.add(server)
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') return
      ready.delete(server)
      troubled.delete(server)
    }
  }
  let closed = false
  const watch = async (server: number) => {
    while (!closed) {
      await new Promise((resolve) => setTimeout(resolve, askEveryMs))
      await look(server)
    }
  }
  await Promise.all(servers.map(look))
  const watches = servers.map(watch)

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // Where none is ready, those that are only in trouble are tried all the same, as real ones do: a moment without a
    // connection to the database is no reason to refuse everyone.
    const candidates = servers.filter((server) => (ready.size > 0 ? ready : troubled).has(server))
    const server = candidates[turn++ % candidates.length]
    if (server === undefined) return void outgoing.writeHead(503).end('no server is ready')
    given.set(server, given.get(server)! + 1)
    const { connection: _, ...headers } = incoming.headers
    const onward = request({
      agent,
      host: '127.0.0.1',
      port: server,
      method: incoming.method,
      path: incoming.url,
      headers: { ...headers, 'x-forwarded-for': incoming.socket.remoteAddress },
    })
    onward.on('response', (answer) => {
      const { connection: __, 'keep-alive': ___, ...answered } = answer.headers
      outgoing.writeHead(answer.statusCode!, answered)
      outgoing.flushHeaders()
      answer.pipe(outgoing)
      answer.on('error', () => outgoing.destroy())
    })
    onward.on('error', (error) => {
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end(String(error))
    })
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }
  const front = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, pass)
  await new Promise<void>((resolve) => front.listen(port, '127.0.0.1', resolve))
  return {
    given,
    ready,
    async close() {
      closed = true
      await Promise.all(watches)
      front.closeAllConnections()
      await new Promise((resolve) => front.close(resolve))
      agent.destroy()
    },
  }
}

import { connect, type Socket } from 'node:net'
import type { Call } from './load.ts'

/**
 * Minimal HTTP/1.1, because client and servers share the processors: requests are built once, as bytes, and of a
 * response only status and length are read. Both servers send `content-length`; a response without it is an error.
 */
export interface Lines {
  /** Sends a request on a free connection, or on a new one; returns the status when the whole response has arrived. */
  ask(request: Buffer): Promise<number>
  close(): void
}

export const bytesOf = ({ method, path, headers, body = '' }: Call, host: string): Buffer =>
  Buffer.from(
    [
      `${method} ${path} HTTP/1.1`,
      `host: ${host}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...(body === '' ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
      '',
      body,
    ].join('\r\n'),
  )

const headEnd = Buffer.from('\r\n\r\n')

export function openLines(host: string, port: number): Lines {
  const all = new Set<Socket>()
  const free: { ask(request: Buffer): Promise<number> }[] = []

  function open() {
    const socket = connect({ host, port, noDelay: true })
    all.add(socket)
    let heard = Buffer.alloc(0)
    /** Bytes of the response still to come; undefined before its head has arrived. */
    let missing: number | undefined
    let status = 0
    let settle: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined
    const fail = (error: Error) => settle?.reject(error)
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('the server closed a connection in use')))
    const line = {
      ask: (request: Buffer) =>
        new Promise<number>((resolve, reject) => {
          settle = { resolve, reject }
          socket.write(request)
        }),
    }
    socket.on('data', (bytes) => {
      if (missing === undefined) {
        heard = heard.length === 0 ? bytes : Buffer.concat([heard, bytes])
        const at = heard.indexOf(headEnd)
        if (at < 0) return
        const head = heard.toString('latin1', 0, at)
        const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
        if (length === undefined) return fail(new Error(`an answer without content-length: ${head}`))
        status = Number(head.slice(9, 12))
        missing = Number(length) - (heard.length - at - headEnd.length)
        heard = Buffer.alloc(0)
      } else missing -= bytes.length
      if (missing > 0) return
      missing = undefined
      const { resolve } = settle!
      settle = undefined
      free.push(line)
      resolve(status)
    })
    return line
  }

  return {
    ask: (request) => (free.pop() ?? open()).ask(request),
    close() {
      for (const socket of all) socket.destroy()
    },
  }
}

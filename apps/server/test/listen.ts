import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { apiBase } from '../src/http/serve.ts'
import type { TestApp } from './app.ts'

/** A stream as a browser holds it. */
export interface Listening {
  heard: { event: string; ids: number[] }[]
  /** Whether it spoke of this case. */
  about(caseId: number): boolean
  ended(): boolean
  close(): void
}

/**
 * Opens the event stream of a server over a real socket, and gathers what it says.
 * @param missedMs how far back it shall repeat what changed
 */
export async function listen(server: TestApp, headers: Record<string, string>, missedMs = 0): Promise<Listening> {
  const { fastify } = server.app
  if (!fastify.server.listening) await fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = fastify.server.address() as AddressInfo
  const heard: Listening['heard'] = []
  let ended = false
  const path = `${apiBase}/realtime?missed_ms=${missedMs}`
  const sent = request({ port, host: '127.0.0.1', path, headers }, (response) => {
    response.on('data', (chunk: Buffer) =>
      heard.push(
        ...[...chunk.toString().matchAll(/^data: (.+)$/gm)].map(
          ([, text]) => JSON.parse(text!) as (typeof heard)[number],
        ),
      ),
    )
    response.on('end', () => (ended = true))
  })
  sent.on('error', () => (ended = true))
  sent.end()
  await new Promise((resolve) => sent.once('response', resolve))
  return {
    heard,
    about: (id) => heard.some(({ event, ids }) => event === 'patient.changed' && ids.includes(id)),
    ended: () => ended,
    close: () => sent.destroy(),
  }
}

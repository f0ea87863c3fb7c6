import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localStorage } from '../services/storage/local.ts'
import { allowSlowBody, endSlowRequests } from './slow-requests.ts'

let fastify: FastifyInstance
let folder: string
afterEach(async () => {
  await fastify.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The folder's own answers to links, with a limit of half a second instead of thirty. */
async function open(options: { connectionTimeout?: number } = {}) {
  folder = mkdtempSync(join(tmpdir(), 'archwire-slow-'))
  const storage = localStorage(folder, 'a secret of this test, which is long enough')
  fastify = Fastify(options)
  // More than the system holds for a socket.
  fastify.get('/long', (_request, reply) => reply.send(Buffer.alloc(32 * 1024 * 1024)))
  endSlowRequests(fastify, 0.5)
  storage.routes!(fastify, { isOpen: async (upload) => upload === 'u_open', allowSlowBody })
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const link = (upload: string) =>
    storage.putLink(upload, 1, { size: 100, type: 'a/b', expires: new Date(Date.now() + 60_000) })
  return { port: (fastify.server.address() as AddressInfo).port, link }
}

const connections = () =>
  new Promise<number>((resolve, reject) =>
    fastify.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

/** Sends half a body and then one byte each 100 ms; returns the answer and how long the connection stayed open. */
const dribble = (port: number, path: string, forMs: number) =>
  new Promise<{ heard: string; endedAfter: number | null }>((resolve) => {
    const began = Date.now()
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`PUT ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: a/b\r\ncontent-length: 100\r\n\r\n12345`)
    })
    const drip = setInterval(() => socket.write('x'), 100)
    const finish = (endedAfter: number | null) => {
      clearInterval(drip)
      clearTimeout(timer)
      socket.destroy()
      resolve({ heard, endedAfter })
    }
    const timer = setTimeout(() => finish(null), forMs)
    socket.on('data', (bytes) => (heard += String(bytes)))
    socket.on('error', () => {})
    socket.on('close', () => finish(Date.now() - began))
  })

it('a reader who takes nothing of an answer is cut off', async () => {
  const { port } = await open({ connectionTimeout: 400 })
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /long HTTP/1.1\r\nhost: x\r\n\r\n'))
  socket.pause()
  await vi.waitFor(async () => expect(await connections()).toBe(1), { timeout: 10_000 })
  await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 10_000 })
  socket.destroy()
})

it('an unsigned upload is refused at once and its line ended like any other', async () => {
  const { port } = await open()
  const { heard, endedAfter } = await dribble(port, '/storage/upload?u=u_open&s=x', 12_000)
  expect(heard).toContain('403')
  expect(endedAfter).not.toBeNull()
  expect(endedAfter).toBeLessThan(10_000)
})

it('a signed upload may take its time', async () => {
  const { port, link } = await open()
  expect(await dribble(port, await link('u_open'), 1500)).toEqual({ heard: '', endedAfter: null })
  expect((await dribble(port, await link('u_registered'), 12_000)).heard).toContain('403')
})

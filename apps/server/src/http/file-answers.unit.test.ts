import { once } from 'node:events'
import { createConnection, type AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import fastify from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { sendFile, type FileAnswer } from './file-answers.ts'

/** A server that answers with a file. */
let close: (() => Promise<void>) | undefined
afterEach(() => close?.())
async function serving(bytes: FileAnswer['bytes']) {
  const app = fastify()
  app.get('/file', (_, reply) => sendFile({ name: 'Zoë.csv', type: 'text/csv; charset=utf-8', bytes }, reply))
  await app.listen({ port: 0, host: '127.0.0.1' })
  close = () => app.close()
  return app
}

it.each<[string, () => FileAnswer['bytes']]>([
  ['bytes', () => Buffer.from('a,ä\r\n1,2\r\n')],
  [
    'parts',
    async function* () {
      yield 'a,ä\r\n'
      await setTimeout(1)
      yield '1,2\r\n'
    },
  ],
])('a file of %s is sent to be kept', async (_what, bytes) => {
  const answer = await (await serving(bytes())).inject('/file')
  expect(answer.body).toBe('a,ä\r\n1,2\r\n')
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; .*filename\*=UTF-8''Zo%C3%AB\.csv$/),
    'x-content-type-options': 'nosniff',
  })
})

it('parts are read only as fast as the caller takes them', async () => {
  let read = 0
  const part = 'x'.repeat(64 * 1024)
  async function* endless() {
    for (;;) {
      read += 1
      yield part
    }
  }
  const app = await serving(endless())
  const socket = createConnection((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.pause()
  socket.write('GET /file HTTP/1.1\r\nHost: x\r\n\r\n')
  // It is read until the buffers on the way are full, and then no more.
  let before = -1
  await expect
    .poll(
      () => {
        const same = read > 0 && read === before
        before = read
        return same
      },
      { timeout: 10_000, interval: 200 },
    )
    .toBe(true)
  expect(read).toBeLessThan(2_000)
  socket.destroy()
})

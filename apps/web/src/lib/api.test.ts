import { auth } from '@archwire/contract/client/auth'
import { afterEach, expect, test, vi } from 'vitest'
import { locations } from '@archwire/contract/client/locations'
import { call, stopReading, whenCallsReach, whenSessionEnds } from './api.ts'

const reached: boolean[] = []
whenCallsReach((answered) => void reached.push(answered))
afterEach(() => {
  vi.unstubAllGlobals()
  reached.length = 0
})

/** What a call says of this response, and whether it counts as an answer of the portal. */
async function saidOf(response: () => Response) {
  vi.stubGlobal('fetch', () => Promise.resolve(response()))
  vi.stubGlobal('location', { origin: 'http://portal.example' })
  const error = await call(auth.me, {}).then(
    () => undefined,
    (refusal: unknown) => refusal as { status: number },
  )
  return { status: error?.status, reached: reached.at(-1) }
}

test('a proxy that speaks for a portal that is down is no answer of the portal', async () => {
  for (const status of [502, 503, 504])
    expect(await saidOf(() => new Response('<html>Bad Gateway</html>', { status }))).toEqual({
      status: 0,
      reached: false,
    })
})

test('a busy portal has answered, and so has one that failed', async () => {
  const busy = { error: 'The portal is very busy right now.', code: 503 }
  expect(await saidOf(() => Response.json(busy, { status: 503 }))).toEqual({ status: 503, reached: true })
  expect(await saidOf(() => new Response('', { status: 500 }))).toEqual({ status: 500, reached: true })
})

test('while a person signs out, reads are given up and new ones wait: nothing says that the session has ended', async () => {
  const ends: unknown[] = []
  const stopHearing = whenSessionEnds((error) => void ends.push(error))
  vi.stubGlobal('location', { origin: 'http://portal.example' })
  const asked: string[] = []
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit) => {
    asked.push(address)
    await left
    // A response that came before the read was given up counts as little.
    return signal?.aborted && asked.length === 1
      ? Promise.reject(signal.reason as Error)
      : Response.json({ error: 'Please sign in.', code: 401 }, { status: 401 })
  })
  const settled: string[] = []
  const read = (name: string) => {
    const note = () => void settled.push(name)
    call(locations.list, {}).then(note, note)
  }
  read('under way')
  read('answered')
  const readAgain = stopReading()
  read('new')
  leave()
  // The sign-in page may ask who is signed in.
  await expect(call(auth.me, {})).rejects.toMatchObject({ status: 401 })
  expect([asked.length, settled, ends]).toEqual([3, [], []])
  readAgain()
  await expect(call(locations.list, {})).rejects.toMatchObject({ status: 401 })
  expect(ends).toHaveLength(1)
  stopHearing()
})

test('a write under a key is sent once more after a 502 of a proxy, and a portal’s own answer never', async () => {
  vi.stubGlobal('location', { origin: 'http://portal.example' })
  const keys: unknown[] = []
  const lost = () => new Response('<html>Bad Gateway</html>', { status: 502, headers: { 'content-type': 'text/html' } })
  let answers: Response[] = []
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    keys.push((headers as Record<string, string>)['idempotency-key'])
    return answers.shift()!
  })
  const write = (options: object) => call(auth.logout, {}, options).catch((error: unknown) => error)
  answers = [lost(), Response.json({ message: 'Done.' })]
  expect(await write({ idempotencyKey: 'one' })).toEqual({ message: 'Done.' })
  expect(keys).toEqual(['one', 'one'])
  answers = [lost(), lost()]
  expect(await write({ idempotencyKey: 'two' })).toMatchObject({ status: 0 })
  answers = [lost()]
  expect(await write({})).toMatchObject({ status: 0 })
  answers = [Response.json({ error: 'The storage is away.', code: 502 }, { status: 502 })]
  expect(await write({ idempotencyKey: 'three' })).toMatchObject({ status: 502 })
  expect(keys).toEqual(['one', 'one', 'two', 'two', undefined, 'three'])
})

import { auth } from '@archwire/contract/client/auth'
import { afterEach, expect, test, vi } from 'vitest'
import { call, whenCallsReach } from './api.ts'

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

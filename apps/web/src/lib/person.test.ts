import { auth } from '@archwire/contract/client/auth'
import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { beforeEach, expect, test, vi } from 'vitest'

/** A page just opened, on a browser whose session is that of `session.person`. */
async function openPage() {
  vi.resetModules()
  const session: { person: string | undefined } = { person: '7' }
  const named: (string | undefined)[] = []
  vi.stubGlobal('location', { origin: 'http://portal.example' })
  vi.stubGlobal('fetch', (_address: string, { headers }: { headers: Record<string, string> }) => {
    named.push(headers['x-person'])
    return Promise.resolve(Response.json({}, { headers: session.person ? { 'x-person': session.person } : {} }))
  })
  const { call, whenSessionEnds } = await import('./api.ts')
  return { session, named, call, whenSessionEnds }
}
beforeEach(() => () => vi.unstubAllGlobals())

test('a page belongs to the first person that it hears of, and names them from then on', async () => {
  const { named, call } = await openPage()
  await call(auth.logout, {})
  await call(auth.logout, {})
  await call(auth.logout, {})
  expect(named).toEqual([undefined, '7', '7'])
})

test('an answer in the session of another ends the page, and shows nothing', async () => {
  const { session, named, call, whenSessionEnds } = await openPage()
  const ended = vi.fn()
  whenSessionEnds(ended)
  await call(auth.logout, {})
  session.person = '8'
  await expect(call(auth.logout, {})).rejects.toMatchObject({ status: 401, code: errorCodes.otherPerson })
  expect(ended).toHaveBeenCalledOnce()
  // What was on its way, or is tried again, still is the first person's.
  await expect(call(auth.logout, {})).rejects.toMatchObject({ status: 401 })
  expect(named).toEqual([undefined, '7', '7'])
})

test('a page without a session belongs to nobody yet', async () => {
  const { session, named, call } = await openPage()
  session.person = undefined
  await call(auth.logout, {})
  session.person = '8'
  await call(auth.logout, {})
  await call(auth.logout, {})
  expect(named).toEqual([undefined, undefined, '8'])
})

test('a page on which somebody has just signed in is theirs before any answer', async () => {
  const { session, named, call } = await openPage()
  const { bePageOf, isOfAnother } = await import('./person.ts')
  bePageOf(7)
  expect([isOfAnother(7), isOfAnother(8)]).toEqual([false, true])
  session.person = '8'
  await expect(call(auth.logout, {})).rejects.toMatchObject({ status: 401, code: errorCodes.otherPerson })
  expect(named).toEqual(['7'])
})

test('a one-time code stands for its own person, and makes the page nobody’s', async () => {
  const { session, named, call } = await openPage()
  await call(auth.me, {}, { bearer: 'code' })
  session.person = '8'
  await call(auth.logout, {})
  await call(auth.logout, {})
  expect(named).toEqual([undefined, undefined, '8'])
})

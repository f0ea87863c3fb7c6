import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clockError, hearServerTime, onServerTime, serverInstant, serverNow } from './server-time.ts'

const at = (time: string) => new Response(null, { headers: { date: new Date(time).toUTCString() } })
const here = Date.parse('2026-11-21T09:00:00.000Z')

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(here)
})
afterEach(() => {
  hearServerTime(at(new Date(Date.now()).toISOString()), Date.now())
  vi.useRealTimers()
})

test('a clock that is right within some seconds is left alone', () => {
  hearServerTime(at('2026-11-21T09:00:02Z'), here)
  expect([serverNow(), clockError()]).toEqual([here, 0])
})

test.each([
  ['fast', '2026-11-21T08:48:00Z', '2026-11-21T08:48:00.500Z', 719_500],
  ['slow', '2026-11-21T21:00:00Z', '2026-11-21T21:00:00.500Z', -43_200_500],
])('a computer whose clock is %s goes by the server’s', (_, said, now, error) => {
  const heard = vi.fn<() => void>()
  const stop = onServerTime(heard)
  hearServerTime(at(said), here)
  expect([serverInstant(), clockError()]).toEqual([now, error])
  hearServerTime(at(said), here)
  expect(heard).toHaveBeenCalledTimes(1)
  stop()
})

test('an answer that took long, or says no time, tells nothing', () => {
  hearServerTime(at('2026-11-21T12:00:00Z'), here - 6_000)
  hearServerTime(new Response(), here)
  expect(serverNow()).toBe(here)
})

test('a clock that was set right meanwhile is followed', () => {
  hearServerTime(at('2026-11-21T12:00:00Z'), here)
  vi.setSystemTime(Date.parse('2026-11-21T12:00:10Z'))
  hearServerTime(at('2026-11-21T12:00:10Z'), Date.now())
  expect(clockError()).toBe(0)
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchInTurn } from './fetch-in-turn.ts'

const asked = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', asked.mockReset())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const tooMuch = (seconds?: number) =>
  new Response(null, { status: 429, headers: seconds === undefined ? {} : { 'retry-after': String(seconds) } })

test('what came too much at once is asked for again after the pause that the server names', async () => {
  asked.mockResolvedValueOnce(tooMuch(1)).mockResolvedValueOnce(new Response('it'))
  const answer = fetchInTurn('/api/v1/me', { method: 'POST' })
  await vi.advanceTimersByTimeAsync(999)
  expect(asked).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(600)
  expect((await answer).status).toBe(200)
  expect(asked.mock.calls[1]).toEqual(['/api/v1/me', { method: 'POST' }])
})

test('a long wait, one that is not named, and a fourth refusal are told', async () => {
  for (const refusal of [tooMuch(6), tooMuch(900), tooMuch()]) {
    asked.mockReset().mockResolvedValue(refusal)
    expect((await fetchInTurn('/api/v1/login', {})).status).toBe(429)
    expect(asked).toHaveBeenCalledTimes(1)
  }
  asked.mockReset().mockImplementation(async () => tooMuch(1))
  const answer = fetchInTurn('/api/v1/me', {})
  await vi.advanceTimersByTimeAsync(10_000)
  expect((await answer).status).toBe(429)
  expect(asked).toHaveBeenCalledTimes(4)
})

test('who leaves meanwhile asks no more', async () => {
  asked.mockResolvedValue(tooMuch(1))
  const leave = new AbortController()
  const answer = fetchInTurn('/api/v1/me', { signal: leave.signal })
  const ended = expect(answer).rejects.toThrow('aborted')
  await vi.advanceTimersByTimeAsync(100)
  leave.abort()
  await ended
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toHaveBeenCalledTimes(1)
})

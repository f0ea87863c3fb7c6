import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sessionCache } from './session-cache.ts'
import type { SessionRow } from './sessions.ts'

const session = { session_id: 7 } as SessionRow
const read = vi.fn<(token: string) => Promise<SessionRow | undefined>>()
const alive = vi.fn<(session: SessionRow) => boolean>()
beforeEach(() => {
  vi.useFakeTimers()
  read.mockReset().mockResolvedValue(session)
  alive.mockReset().mockReturnValue(true)
})
afterEach(() => void vi.useRealTimers())

it('asks once for what a page asks at once, and again after two seconds', async () => {
  const sessions = sessionCache(read, alive)
  const together = await Promise.all(Array.from({ length: 6 }, () => sessions.forReading('a')))
  expect(together).toEqual(Array.from({ length: 6 }, () => session))
  vi.advanceTimersByTime(1_999)
  await sessions.forReading('a')
  expect(read).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  await sessions.forReading('a')
  expect(read).toHaveBeenCalledTimes(2)
})

it('a write asks always, and the next read sees what it changed', async () => {
  const sessions = sessionCache(read, alive)
  await sessions.forReading('a')
  await sessions.forWriting('a')
  read.mockResolvedValue(undefined)
  expect(await sessions.forReading('a')).toBeUndefined()
  expect(read).toHaveBeenCalledTimes(3)
})

it('keeps neither an unknown token nor a failed read, and lets a session run out', async () => {
  const sessions = sessionCache(read, alive)
  read.mockRejectedValueOnce(new Error('no database'))
  await expect(sessions.forReading('a')).rejects.toThrow('no database')
  read.mockResolvedValueOnce(undefined)
  expect(await sessions.forReading('a')).toBeUndefined()
  expect(await sessions.forReading('a')).toBe(session)
  alive.mockReturnValue(false)
  expect(await sessions.forReading('a')).toBeUndefined()
  expect(read).toHaveBeenCalledTimes(3)
})

/** Whether the session of this token was read again just now. */
async function isReadAgain(sessions: ReturnType<typeof sessionCache>, token: string): Promise<boolean> {
  const before = read.mock.calls.length
  await sessions.forReading(token)
  return read.mock.calls.length > before
}

it('keeps ten thousand: with one more the oldest is forgotten, and no other', async () => {
  const sessions = sessionCache(read, alive)
  for (let token = 0; token < 10_000; token += 1) await sessions.forReading(`t${token}`)
  expect(await isReadAgain(sessions, 't0')).toBe(false)
  await sessions.forReading('one more')
  expect(await isReadAgain(sessions, 't1')).toBe(false)
  expect(await isReadAgain(sessions, 't0')).toBe(true)
})

it('who was read again is no longer the oldest', async () => {
  const sessions = sessionCache(read, alive)
  for (let token = 0; token < 9_999; token += 1) await sessions.forReading(`t${token}`)
  vi.advanceTimersByTime(2_000)
  await sessions.forReading('t0')
  for (const token of ['one more', 'and another']) await sessions.forReading(token)
  expect(await isReadAgain(sessions, 't0')).toBe(false)
})

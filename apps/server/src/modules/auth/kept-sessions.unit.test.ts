import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepSessions } from './kept-sessions.ts'
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
  const sessions = keepSessions(read, alive)
  const together = await Promise.all(Array.from({ length: 6 }, () => sessions.forReading('a')))
  expect(together).toEqual(Array.from({ length: 6 }, () => session))
  vi.advanceTimersByTime(1_900)
  await sessions.forReading('a')
  expect(read).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(200)
  await sessions.forReading('a')
  expect(read).toHaveBeenCalledTimes(2)
})

it('a write asks always, and the next read sees what it changed', async () => {
  const sessions = keepSessions(read, alive)
  await sessions.forReading('a')
  await sessions.forWriting('a')
  read.mockResolvedValue(undefined)
  expect(await sessions.forReading('a')).toBeUndefined()
  expect(read).toHaveBeenCalledTimes(3)
})

it('keeps neither an unknown token nor a failed read, and lets a session run out', async () => {
  const sessions = keepSessions(read, alive)
  read.mockRejectedValueOnce(new Error('no database'))
  await expect(sessions.forReading('a')).rejects.toThrow('no database')
  read.mockResolvedValueOnce(undefined)
  expect(await sessions.forReading('a')).toBeUndefined()
  expect(await sessions.forReading('a')).toBe(session)
  alive.mockReturnValue(false)
  expect(await sessions.forReading('a')).toBeUndefined()
  expect(read).toHaveBeenCalledTimes(3)
})

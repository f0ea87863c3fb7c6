import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CoveredPins } from './covered-pins.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('asks for each comment once the picture stands still, and tells only of other answers', () => {
  const behind = new Set([2, 3])
  const ask = vi.fn((id: number) => behind.has(id))
  const changed = vi.fn()
  const covered = new CoveredPins(ask, changed)
  const rest = () => {
    covered.follow([1, 2, 3])
    vi.runAllTimers()
  }

  covered.follow([1, 2, 3])
  vi.advanceTimersByTime(50)
  covered.follow([1, 2, 3])
  vi.advanceTimersByTime(100)
  expect(ask).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(ask).toHaveBeenCalledTimes(3)
  expect([1, 2, 3].filter((id) => covered.has(id))).toEqual([2, 3])
  expect(changed).toHaveBeenCalledTimes(1)

  rest()
  expect(changed).toHaveBeenCalledTimes(1)
  behind.delete(2)
  rest()
  expect(covered.has(2)).toBe(false)
  expect(changed).toHaveBeenCalledTimes(2)

  // Without comments on the picture nothing is tested, and nothing stays covered.
  ask.mockClear()
  covered.follow([])
  vi.runAllTimers()
  expect(ask).not.toHaveBeenCalled()
  expect(covered.has(3)).toBe(false)
})

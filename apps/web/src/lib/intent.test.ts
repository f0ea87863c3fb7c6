import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from './api.ts'
import { Intent, isUnanswered } from './intent.ts'

afterEach(() => void vi.useRealTimers())

it('the same words keep their key until it was done; other words have another', () => {
  const intent = new Intent()
  const first = intent.keyFor({ note: 'One' })
  expect(intent.keyFor({ note: 'One' })).toBe(first)
  expect(intent.keyFor({ note: 'Two' })).not.toBe(first)
  expect(intent.keyFor({ note: 'One' })).toBe(first)
  intent.done({ note: 'One' })
  expect(intent.keyFor({ note: 'One' })).not.toBe(first)
})

it('what somebody wants again after a minute is wanted anew', () => {
  vi.useFakeTimers()
  const intent = new Intent()
  const first = intent.keyFor('A')
  vi.advanceTimersByTime(59_000)
  expect(intent.keyFor('A')).toBe(first)
  vi.advanceTimersByTime(1_000)
  expect(intent.keyFor('A')).not.toBe(first)
})

it.each([
  [0, true],
  [408, true],
  [409, true],
  [429, true],
  [502, true],
  [504, true],
  [401, false],
  [404, false],
  [422, false],
])('whether a call that ended with %i may have been done: %s', (status, unknown) => {
  expect(isUnanswered(new ApiError(status, status, 'Words'))).toBe(unknown)
})

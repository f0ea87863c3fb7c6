import { expect, test } from 'vitest'
import { TooMany } from './errors.ts'

test('who tried too often reads how long to wait, in whole minutes', () => {
  const said = (seconds: number) => new TooMany(seconds).body.error
  expect(said(15 * 60)).toBe('Too many attempts. Please try again in 15 minutes.')
  expect(said(61)).toBe('Too many attempts. Please try again in 2 minutes.')
  expect(said(60)).toBe('Too many attempts. Please try again in a minute.')
  expect(said(-1)).toBe('Too many attempts. Please try again in a minute.')
  expect(new TooMany(0.2).headers).toEqual({ 'retry-after': '1' })
})

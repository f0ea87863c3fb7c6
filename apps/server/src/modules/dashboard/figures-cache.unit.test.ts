import { expect, it } from 'vitest'
import { figuresCache } from './figures-cache.ts'
import type { Figures } from './queries.ts'

const figures = (computed_at: string) => ({ computed_at }) as Figures

it('answers for a minute what was computed, and computes when asked to or when it failed', async () => {
  let now = 0
  let computed = 0
  const kept = figuresCache<Figures>(() => now)
  const ask = async (live = false, key = 'lab') =>
    (await kept.get(key, live, () => Promise.resolve(figures(String((computed += 1)))))).computed_at
  expect(await ask()).toBe('1')
  now = 59_999
  expect(await ask()).toBe('1')
  expect(await ask(false, 'practice 7')).toBe('2')
  expect(await ask(true)).toBe('3')
  now = 60_000
  expect(await ask()).toBe('3')
  now = 120_000
  expect(await ask()).toBe('4')
  await expect(kept.get('broken', false, () => Promise.reject(new TypeError('no database')))).rejects.toThrow()
  expect(await ask(false, 'broken')).toBe('5')
})

import { expect, it } from 'vitest'
import { besidePlace, statusOf } from './pin-words.ts'

it('says how many are open and done', () => {
  const [open, done] = [{ done_at: null }, { done_at: '2026-01-01T00:00:00Z' }]
  expect(statusOf([open])).toBe('1 open comment')
  expect(statusOf([open, open])).toBe('2 open comments')
  expect(statusOf([open, done, done])).toBe('1 open, 2 done')
  expect(statusOf([done])).toBe('1 done')
})

it('stands below a place, above where there is no room, and inside the picture always', () => {
  const [box, room] = [
    { width: 200, height: 100 },
    { width: 390, height: 500 },
  ]
  expect(besidePlace({ x: 195, y: 100 }, box, room)).toEqual({ x: 95, y: 118 })
  expect(besidePlace({ x: 195, y: 450 }, box, room)).toEqual({ x: 95, y: 332 })
  expect(besidePlace({ x: 2, y: 100 }, box, room).x).toBe(8)
  expect(besidePlace({ x: 389, y: 100 }, box, room).x).toBe(182)
  expect(besidePlace({ x: 195, y: 50 }, { width: 200, height: 480 }, room).y).toBe(8)
})

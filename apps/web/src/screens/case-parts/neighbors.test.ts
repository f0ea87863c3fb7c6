import { expect, test } from 'vitest'
import { neighborsOf, placeOf } from './neighbors.ts'

const second = { ids: [21, 22, 23], page: 2, perPage: 3, total: 8 }

test('a case in the middle, at the edges of a page, at the ends of the list', () => {
  expect(neighborsOf(second, 22, 4)).toEqual({ position: 4, before: 3, after: 5 })
  expect(neighborsOf(second, 21, 3)).toEqual({ position: 3, before: 2, after: 4 })
  expect(neighborsOf(second, 23, 5)).toEqual({ position: 5, before: 4, after: 6 })
  expect(neighborsOf({ ids: [1, 2], page: 1, perPage: 3, total: 2 }, 1, 0)).toEqual({
    position: 0,
    before: undefined,
    after: 1,
  })
  expect(neighborsOf({ ids: [31, 32], page: 3, perPage: 3, total: 8 }, 32, 7).after).toBeUndefined()
})
test('a case that moved within its page goes on from where it stands now', () => {
  expect(neighborsOf(second, 23, 3)).toEqual({ position: 5, before: 4, after: 6 })
})
test('a case that left the list: what moved up into its place is next', () => {
  expect(neighborsOf(second, 99, 4)).toEqual({ position: undefined, before: 3, after: 4 })
  expect(neighborsOf({ ids: [], page: 1, perPage: 3, total: 0 }, 99, 0)).toEqual({
    position: undefined,
    before: undefined,
    after: undefined,
  })
  expect(neighborsOf({ ids: [1], page: 1, perPage: 3, total: 1 }, 99, 1)).toEqual({
    position: undefined,
    before: 0,
    after: undefined,
  })
})
test('a row stands on its page', () => {
  expect([0, 2, 3, 7].map((row) => placeOf(row, 3))).toEqual([
    { page: 1, index: 0 },
    { page: 1, index: 2 },
    { page: 2, index: 0 },
    { page: 3, index: 1 },
  ])
})

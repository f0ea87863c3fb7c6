import { expect, it } from 'vitest'
import { placeLabels } from './label-places.ts'

const at = (x: number, y: number) => ({ x, y, width: 40, height: 20 })

it('labels that lie apart stay where they are', () => {
  expect(placeLabels([])).toEqual([])
  expect(placeLabels([at(0, 0), at(40, 0), at(0, 20)])).toEqual([0, 0, 20])
})

it('the newest keeps its place; others make room by rows, and the last one without room is not shown', () => {
  expect(placeLabels([at(10, 5), at(0, 0)])).toEqual([25, 0])
  expect(placeLabels(Array.from({ length: 6 }, () => at(0, 0)))).toEqual([null, 40, -40, 20, -20, 0])
})

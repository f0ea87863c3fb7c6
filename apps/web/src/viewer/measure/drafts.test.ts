import { expect, it } from 'vitest'
import { Drafts, jawsOf, type Spot } from './drafts.ts'

const spots = [{ scan: 1, jawsId: 1, point: [0, 0, 0] }] as unknown as Spot[]
const local = [{ scan: {}, jawsId: 3, point: [0, 0, 0] }] as unknown as Spot[]
const tooth = (place: number, value = 8) => ({
  kind: 'tooth_size' as const,
  jaw: place <= 16 ? ('upper' as const) : ('lower' as const),
  place,
  value,
})

it('a row of teeth needs no choice after the first', () => {
  const drafts = new Drafts()
  drafts.choose({ jaw: 'upper', place: 6 })
  const row: unknown[] = []
  for (let times = 0; times < 6; times += 1) {
    const next = drafts.next('tooth_size', ['upper', 'lower'], [])
    row.push(next.place)
    drafts.add({ kind: 'tooth_size', ...next, value: 8 }, spots)
  }
  expect(row).toEqual([6, 7, 8, 9, 10, 11])
  // Saved places are skipped, and the other arch begins at its own end.
  expect(drafts.next('tooth_size', ['upper'], [tooth(12)]).place).toBe(13)
  expect(drafts.next('tooth_size', ['lower'], [])).toEqual({ jaw: 'lower', place: 19 })
})

it('one stands at a place: the later one', () => {
  const drafts = new Drafts()
  drafts.add(tooth(8, 8), spots)
  drafts.add(tooth(9, 7), spots)
  drafts.add(tooth(8, 8.5), spots)
  expect(drafts.all.map(({ place, value }) => [place, value])).toEqual([
    [9, 7],
    [8, 8.5],
  ])
  // Reassigned to another place it takes that one, and is a new intent to save; the row continues from there.
  const [, moved] = drafts.all
  drafts.move(moved!, { jaw: 'upper', place: 9 })
  expect(drafts.all.map(({ place, value }) => [place, value])).toEqual([[9, 8.5]])
  expect(drafts.all[0]!.id).not.toBe(moved!.id)
  expect(drafts.next('tooth_size', ['upper'], [])).toEqual({ jaw: 'upper', place: 10 })
})

it('distances stand side by side; what no server knows goes with its scene', () => {
  const drafts = new Drafts()
  const distance = { kind: 'distance' as const, jaw: null, place: null, value: 3 }
  drafts.add(distance, spots)
  drafts.add(distance, local)
  expect(drafts.all).toHaveLength(2)
  drafts.leaveScene()
  expect(drafts.all).toHaveLength(1)
  drafts.discard(drafts.all[0]!)
  expect(drafts.all).toEqual([])
})

it('the file says which arch points may be of', () => {
  expect([1, 2, 3].map((jawsId) => jawsOf([{ jawsId: jawsId as 1 | 2 | 3 }]))).toEqual([
    ['upper'],
    ['lower'],
    ['upper', 'lower'],
  ])
})

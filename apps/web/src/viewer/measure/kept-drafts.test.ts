import { expect, it } from 'vitest'
import { isDraft } from './kept-drafts.ts'

const spot = { scan: 7, jawsId: 1, point: [1, 2, 3] }
const draft = { id: 'a', kind: 'tooth_size', jaw: 'upper', place: 8, value: 8.2, spots: [spot, spot] }

it('takes back what it has kept, and nothing that only looks like it', () => {
  expect(isDraft(draft)).toBe(true)
  expect(isDraft({ ...draft, kind: 'distance', jaw: null, place: null })).toBe(true)
  const others = [
    null,
    [],
    'draft',
    { ...draft, id: 3 },
    { ...draft, kind: 'volume' },
    { ...draft, kind: 'toString' },
    { ...draft, place: null },
    { ...draft, kind: 'distance' },
    { ...draft, value: '8.2' },
    { ...draft, spots: [spot] },
    { ...draft, spots: [spot, { ...spot, scan: {} }] },
    { ...draft, spots: [spot, { ...spot, jawsId: 4 }] },
    { ...draft, spots: [spot, { ...spot, point: [1, 2, null] }] },
  ]
  expect(others.filter(isDraft)).toEqual([])
})

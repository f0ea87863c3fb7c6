import type { Bite } from '@archwire/contract/bites/routes.ts'
import { expect, it } from 'vitest'
import type { Scene } from '../scene.ts'
import { isSubmissionPlaced } from './as-submitted.ts'
import { placedName } from './download-placed.ts'

const setup: Scene = { label: 'Setup', kind: 'setup', files: [], bite: null }
const bite = (version: number, more: Partial<Bite> = {}): Bite => ({
  id: version,
  scan_kind: 'submission',
  version,
  method: 'three_points',
  places: [],
  author: { id: 1, full_name: 'Olga Owner', is_management: false } as Bite['author'],
  created_at: '2026-11-23T10:00:00Z',
  is_earlier: false,
  ...more,
})

it('a setup may stand as its submitted scans were placed, as long as they stand so', () => {
  expect(isSubmissionPlaced(setup, [bite(1)])).toBe(true)
  expect(isSubmissionPlaced(setup, [])).toBe(false)
  expect(isSubmissionPlaced(setup, [bite(1, { scan_kind: 'setup' })])).toBe(false)
  // Newest first: what was taken back, or was of scans that have gone, holds no more.
  expect(isSubmissionPlaced(setup, [bite(2, { method: 'by_shape' }), bite(1)])).toBe(false)
  expect(isSubmissionPlaced(setup, [bite(1, { is_earlier: true })])).toBe(false)
  expect(isSubmissionPlaced({ ...setup, kind: 'submission' }, [bite(1)])).toBe(false)
})

it('a file that is handed out as placed says so, whatever it was', () => {
  expect(['lower.ply', 'Case 1, Ada (2).stl', 'no-ending'].map(placedName)).toEqual([
    'lower as placed.stl',
    'Case 1, Ada (2) as placed.stl',
    'no-ending as placed.stl',
  ])
})

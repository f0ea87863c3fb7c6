import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { describe, expect, test } from 'vitest'
import { applyChanges } from './apply-changes.ts'

const row = (id: number, said: Partial<PatientSummary> = {}): PatientSummary =>
  ({
    id,
    patient_status_id: 1,
    is_on_hold: false,
    deleted_at: null,
    cancelled_at: null,
    ship_date: '2026-12-04',
    open_request_id: null,
    submission_completed_by: 1,
    first_name: 'Ada',
    last_name: 'Byron',
    user_id: 5,
    organization_id: 2,
    updated_at: '2026-11-26T10:00:00.000Z',
    ...said,
  }) as PatientSummary
const page = (patients: PatientSummary[], perPage = 50) => ({
  patients,
  meta: { page: 1, per_page: perPage, total: patients.length },
})
const later = { updated_at: '2026-11-26T10:05:00.000Z' }

describe('changed cases in a list that is open (work/sync)', () => {
  const shown = page([row(1), row(2)])

  test('nothing new: the very same page', () => {
    expect(applyChanges(shown, [], true)).toBe(shown)
    expect(applyChanges(shown, [row(2)], false)).toBe(shown)
  })

  test('a row that stays where it is changes in place', () => {
    expect(applyChanges(shown, [row(2, later)], true)?.patients).toEqual([row(1), row(2, later)])
  })

  test('a list with filters, or in another order, is fetched', () => {
    expect(applyChanges(shown, [row(2, later)], false)).toBeUndefined()
  })

  test.each<[string, Partial<PatientSummary>]>([
    ['its state', { patient_status_id: 3 }],
    ['a hold', { is_on_hold: true }],
    ['the archive', { deleted_at: later.updated_at }],
    ['a cancellation', { cancelled_at: later.updated_at }],
    ['its ship date', { ship_date: '2026-12-07' }],
    ['its print', { open_request_id: 9 }],
    ['who makes it', { submission_completed_by: 3 }],
    ['its name', { last_name: 'Lovelace' }],
    ['its doctor', { user_id: 6 }],
  ])('%s decides whether and where it is shown: the list is fetched', (_, said) => {
    expect(applyChanges(shown, [row(1, { ...later, ...said })], true)).toBeUndefined()
  })

  test.each<[string, number, Partial<PatientSummary>, 'fetched' | 'left']>([
    ['room on the page', 50, {}, 'fetched'],
    ['a full page that it belongs on', 2, { ship_date: '2026-12-03' }, 'fetched'],
    ['a full page, the same day as the last row', 2, {}, 'fetched'],
    ['a full page, a later day', 2, { ship_date: '2026-12-05' }, 'left'],
    ['a full page, no day', 2, { ship_date: null }, 'left'],
    ['on hold', 50, { is_on_hold: true }, 'left'],
    ['archived', 50, { deleted_at: later.updated_at }, 'left'],
    ['canceled', 50, { cancelled_at: later.updated_at }, 'left'],
  ])('a case that is not shown: %s', (_, perPage, said, expected) => {
    const answer = applyChanges(page([row(1), row(2)], perPage), [row(7, { ...later, ...said })], true)
    expect(answer ? 'left' : 'fetched').toBe(expected)
    if (answer) expect(answer.patients).toEqual([row(1), row(2)])
  })
})

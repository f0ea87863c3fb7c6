import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { expect, test } from 'vitest'
import { isUrgent, mayBeLate, nextStepOf } from './whose-turn.ts'

const row = (change: object = {}, process?: string) =>
  ({
    patient_status_id: patientStatuses.in_progress.id,
    workflow_data: { initial_case_setup: { next_step: process ? { process } : null }, printing_request: null },
    ...change,
  }) as Parameters<typeof nextStepOf>[0]
const asked = { changes_asked_at: '2026-11-20T17:00:00.000Z' }

test('an old step is urgent with a past ship date or that of today, for who is to act', () => {
  const today = '2026-12-01'
  const of = (
    ship_date: string | null,
    acting: number = assignment.ownLab,
    status: number = patientStatuses.in_progress.id,
  ) => isUrgent({ patient_status_id: status, acting, ship_date }, 'supervisor', today)
  expect(['2026-11-30', '2026-12-01', '2026-12-02', null].map((day) => of(day))).toEqual([true, true, false, false])
  expect(of('2026-11-30', assignment.thirdParty)).toBe(false)
  expect(of('2026-11-30', assignment.ownLab, patientStatuses.completed.id)).toBe(false)
})

test('only who is to act may be late: the lab for all, a partner for itself', () => {
  expect(mayBeLate({ acting: assignment.ownLab }, 'supervisor')).toBe(true)
  expect(mayBeLate({ acting: assignment.ownLab }, 'doctor')).toBe(true)
  expect(mayBeLate({ acting: assignment.ownLab }, 'lab_partner')).toBe(false)
  expect(mayBeLate({ acting: assignment.thirdParty }, 'lab_partner')).toBe(true)
  for (const others of [{ acting: assignment.thirdParty }, { acting: assignment.inOffice }, {}])
    expect(mayBeLate(others, 'supervisor')).toBe(false)
})

test('after a request for changes the setup is changed first, then sent', () => {
  expect(nextStepOf(row({}, 'Sculpt'))).toBe('Sculpt')
  expect(nextStepOf(row())).toBe('All steps done')
  expect(nextStepOf(row(asked))).toBe('Change the setup')
  expect(nextStepOf(row(asked, 'Sculpt'))).toBe('Change the setup')
  expect(nextStepOf(row({ ...asked, setup_is_newer: true }))).toBe('Notify')
  expect(nextStepOf(row({ ...asked, patient_status_id: patientStatuses.awaiting_approval.id }))).toBe('Doctor approves')
})

test('trays that wait for their file come before the print, until they are corrected (corrections/work)', () => {
  const correcting = (key: string, process?: string) =>
    row({
      workflow_data: {
        initial_case_setup: null,
        printing_request: { next_step: { process: 'Generate Tray' } },
        flawed_tray: { status: { key }, next_step: process ? { process } : null },
      },
    })
  expect(nextStepOf(correcting('new', 'CFT'))).toBe('CFT')
  expect(nextStepOf(correcting('in_progress'))).toBe('Upload the corrected file')
  expect(nextStepOf({ ...correcting('new', 'CFT'), correction_uploaded: true })).toBe('Check the corrected file')
  expect(nextStepOf(correcting('completed'))).toBe('Generate Tray')
})

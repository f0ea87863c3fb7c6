import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { expect, test } from 'vitest'
import { sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { nameOf, numberBeside, SessionContext } from '../../lib/session.tsx'
import { RowDetails } from './row-details.tsx'

const named = { id: 7, name: 'Account Dental 12', account_number: 'O-000007' }
const unnamed = { id: 12, name: 'Account 12', account_number: 'O-000012' }

test('an unnamed organization is its number, and the number stands nowhere twice (organizations/unnamed)', async () => {
  expect([nameOf(named), numberBeside(named)]).toEqual(['Account Dental 12', 'O-000007'])
  expect([nameOf(unnamed), numberBeside(unnamed)]).toEqual(['O-000012', undefined])
  expect(nameOf({ ...unnamed, name: '' })).toBe('O-000012')
  for (const [organization, line] of [
    [named, 'Account Dental 12 (O-000007)'],
    [unnamed, 'O-000012'],
  ] as const) {
    const times = { created_at: '2026-11-20T10:00:00.000Z', updated_at: '2026-11-20T10:00:00.000Z' }
    const patient = { organization, workflow_data: {}, ...times } as PatientSummary
    const screen = await showPage(() => (
      <SessionContext value={sessionOf('supervisor')}>
        <RowDetails patient={patient} />
      </SessionContext>
    ))
    await expect.element(screen.getByText(line, { exact: true })).toBeVisible()
    // Staff get from here to the organization.
    await expect
      .element(screen.getByRole('link', { name: line }))
      .toHaveAttribute('href', `/organizations/${organization.id}`)
    await screen.unmount()
  }
})

test('shows the work of each kind, with a link to it', async () => {
  const status = (label: string) => ({ id: 2, key: 'in_progress', label, color: 'blue' })
  const times = { created_at: '2026-11-20T10:00:00.000Z', updated_at: '2026-11-20T10:00:00.000Z' }
  const work = (said: object) => ({ assigned_to: null, status_updated_at: times.created_at, next_step: null, ...said })
  const patient = {
    id: 7,
    organization: named,
    open_request_id: 12,
    is_on_hold: false,
    workflow_data: {
      initial_case_setup: work({ status: status('Setup state'), next_step: { process: 'Base', tech_name: null } }),
      printing_request: work({ status: status('Print state'), assigned_to: { id: 3, full_name: 'Tina Tech' } }),
      flawed_tray: work({ status: status('Correction state'), next_step: { process: 'CFT', tech_name: null } }),
    },
    ...times,
  } as unknown as PatientSummary
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <RowDetails patient={patient} />
    </SessionContext>
  ))
  for (const row of [
    /^Setup Setup state Base Unassigned/,
    /^Print Print state All steps done Tina Tech/,
    /^Tray correction Correction state CFT Unassigned/,
  ])
    await expect.element(screen.getByRole('table', { name: 'Work' }).getByRole('row', { name: row })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Setup' })).toHaveAttribute('href', '/patient-workflow/7')
  for (const name of ['Print', 'Tray correction'])
    await expect.element(screen.getByRole('link', { name })).toHaveAttribute('href', '/requests/12')
  await screen.unmount()
})

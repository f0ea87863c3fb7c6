import type { Me } from '@archwire/contract/auth/routes.ts'
import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { expect, test } from 'vitest'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { CaseItem } from './case-item.tsx'
import { PatientName } from './patient-name.tsx'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const row = (created: number, updated: number) =>
  ({
    id: 7,
    formatted_name: 'Byron, Ada',
    case_number_text: '',
    case_code: 'C-7',
    patient_status: { id: 2, key: 'new', label: 'New', color: 'gray' },
    created_at: ago(created),
    updated_at: ago(updated),
  }) as PatientSummary
const session = {
  me: { id: 1, roles: [], organizations: [] } as unknown as Me,
  organization: undefined,
  switchOrganization: () => {},
}

// The rows of /patients and of /patients-page, on a desk and on a phone.
const lines = {
  table: (patient: PatientSummary) => <PatientName patient={patient} />,
  phone: (patient: PatientSummary) => <CaseItem row={patient}>{null}</CaseItem>,
}

test.each(Object.entries(lines))('a row of the lists says what is recent: %s (work/recent)', async (_, line) => {
  for (const [created, updated, tag] of [
    [1, 1, 'Recently Added'],
    [60, 1, 'Recently Updated'],
    [60, 6, undefined],
  ] as const) {
    const screen = await showPage(() => <SessionContext value={session}>{line(row(created, updated))}</SessionContext>)
    await expect.element(screen.getByText('Byron, Ada')).toBeVisible()
    const tags = screen.getByText(/^Recently/).elements()
    expect(tags.map(({ textContent }) => textContent)).toEqual(tag === undefined ? [] : [tag])
    await screen.unmount()
  }
})

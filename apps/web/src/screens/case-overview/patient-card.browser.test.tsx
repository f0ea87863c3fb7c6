import type { Patient } from '@archwire/contract/patients/schema.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, givenCase, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { PatientCard } from './patient-card.tsx'

const showCard = (patient: Patient) => {
  answersAt({ '/settings': { settings: { deep_link_scheme: 'dibs://' } } })
  return showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <PatientCard patient={patient} />
    </SessionContext>
  ))
}

test('without an IOS file the desktop application makes it (work/overview)', async () => {
  const screen = await showCard(givenCase())
  await expect
    .element(page.getByRole('link', { name: 'Create IOS File' }))
    .toHaveAttribute('href', '/dibs?q=dibs%3A%2F%2Fcase%2F7')
  await expect.element(page.getByText('None', { exact: true })).toBeVisible()
  expect(page.getByRole('button', { name: /^Download/ }).elements()).toHaveLength(0)
  await screen.unmount()
})

test('the newest IOS file is opened or downloaded; links lead to doctor, patient, organization and tray', async () => {
  const file = (id: number, type: number) => ({ id, name: `${id}.ios`, patient_file_type_id: type }) as never
  const screen = await showCard(
    givenCase({
      patient_files: [file(3, 1), file(5, 1), file(8, 3)],
      third_party_partner: 'Crown Lab',
      case_tray_number: 'A1',
      case_tray: { id: 4, shipping_id_text: 'TRAY-2026-7' },
    }),
  )
  await expect.element(page.getByRole('button', { name: 'Download 5.ios' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Open / })).toBeVisible()
  for (const [name, href] of [
    ['Ada Byron', '/patient-details/7'],
    ['Jane Marsh (U-000005)', '/users/5'],
    ['Summit (O-000002)', '/organizations/2'],
    ['A1', '/patients-page/trays/A1'],
  ] as const)
    await expect.element(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  await expect.element(page.getByText('Crown Lab')).toBeVisible()
  await expect.element(page.getByText('TRAY-2026-7')).toBeVisible()
  await screen.unmount()
})

import type { CaseAction, Patient } from '@archwire/contract/patients/schema.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, givenCase, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { CaseHead } from './case-head.tsx'

const head = page.getByRole('banner')
const buttons = () =>
  head
    .getByRole('button')
    .elements()
    .map((button) => button.ariaLabel ?? button.textContent)

async function showHead(role: 'supervisor' | 'doctor', patient: Patient | undefined, viewerId = 'made') {
  answersAt({ '/patients/7/pins': { pins: [] } })
  const screen = await showPage(() => (
    <SessionContext value={sessionOf(role)}>
      <CaseHead id={7} patient={patient} problem={patient ? null : 'This case is not known.'} viewerId={viewerId} />
    </SessionContext>
  ))
  await expect.element(head).toBeVisible()
  return screen
}

const doctors: CaseAction[] = ['approve', 'request_changes', 'hold']

test('says whose model it is, and leads to the case and to its list (screens/viewer-head)', async () => {
  const screen = await showHead('doctor', givenCase({ can: doctors, case_number_text: 'HO 9447' }))
  await expect.element(head.getByRole('link', { name: 'Ada Byron' })).toHaveAttribute('href', '/patient-details/7')
  await expect.element(head.getByRole('link', { name: 'Patients' })).toHaveAttribute('href', '/patients')
  await expect.element(head).toMatchTextContent('HO 9447')
  await expect.element(head).toMatchTextContent('Awaiting Approval')
  await screen.unmount()
})

test('a doctor decides on the setup in sight, and not beside another scene', async () => {
  const screen = await showHead('doctor', givenCase({ can: doctors }))
  expect(buttons()).toEqual(['C-7', 'Actions for Byron, Ada', 'Hold', 'Ask for changes', 'Approve setup'])
  await head.getByRole('button', { name: 'Actions for Byron, Ada' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Details' })).toBeVisible()
  expect(page.getByRole('menuitem').elements()).toHaveLength(1)
  await screen.unmount()
  const other = await showHead('doctor', givenCase({ can: doctors }), 'sent')
  expect(buttons()).toEqual(['C-7', 'Actions for Byron, Ada', 'Hold'])
  await other.unmount()
})

test('staff do here what the case’s page offers', async () => {
  const patient = givenCase({
    status: 'in_progress',
    can: ['hold', 'complete', 'mark_as_ready'],
    rx_form: { id: 8 } as never,
    open_request_id: 12,
  })
  const screen = await showHead('supervisor', patient)
  expect(buttons()).toEqual(['C-7', 'Actions for Byron, Ada', 'Hold', 'Complete', 'Notify'])
  await head.getByRole('button', { name: 'Actions for Byron, Ada' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Workflows' })).toBeVisible()
  expect(
    page
      .getByRole('menuitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual(['Workflows', 'Details', 'Request', 'Open DIBS'])
  await screen.unmount()
})

test('a case that cannot be read is said beside its scene', async () => {
  const screen = await showHead('doctor', undefined)
  await expect.element(head.getByRole('alert')).toMatchTextContent('This case is not known.')
  expect(buttons()).toEqual([])
  await screen.unmount()
})

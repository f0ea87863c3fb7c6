import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, givenCase, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { CaseMenu } from './case-menu.tsx'
import { PracticeList } from './practice-list.tsx'

const practice = { id: 2, pivot: { all_permissions: [], role: { name: 'organization_owner' } } } as never

test('a row of a practice says Review while the setup waits, and has Details in its menu all the same', async () => {
  const row = { ...givenCase(), workflow_data: { initial_case_setup: null, printing_request: null } }
  answersAt({
    '/organizations/2/patients': {
      patients: [row],
      meta: { total: 1, page: 1, per_page: 50, last_page: 1, next: null },
    },
    '/organizations/2/patient_counts_per_status': { counts: { all: 1 } },
    '/organizations/2': { locations: [] },
    '/settings': { settings: { lab: { time_zone: 'America/Denver' } } },
  })
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('doctor')}>
      <PracticeList organization={practice} search={{}} onSearch={() => {}} />
    </SessionContext>
  ))
  await expect.element(page.getByRole('button', { name: 'Review' })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Byron, Ada' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Details' })).toBeVisible()
  // The lab's own pages are not offered to practices.
  expect(page.getByRole('menuitem', { name: 'Workflows' }).elements()).toEqual([])
  await page.getByRole('menuitem', { name: 'View in 3D' }).click()
  expect(open).toHaveBeenCalledWith('/3dviewer/made/organization/2/patient/7/C-7', '_blank', 'noopener')
  await screen.unmount()
})

test('a list without a case offers to start one once, in its middle', async () => {
  answersAt({
    '/organizations/2/patients': {
      patients: [],
      meta: { total: 0, page: 1, per_page: 50, last_page: 1, next: null },
    },
    '/organizations/2/patient_counts_per_status': { counts: { all: 0 } },
    '/organizations/2': { locations: [] },
    '/settings': { settings: { lab: { time_zone: 'America/Denver' } } },
  })
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('doctor')}>
      <PracticeList organization={practice} search={{}} onSearch={() => {}} />
    </SessionContext>
  ))
  await expect.element(page.getByText('No cases yet.')).toBeVisible()
  expect(page.getByText('Start a New Case').elements()).toHaveLength(1)
  await screen.unmount()
})

const priya = { id: 5, full_name: 'Priya Nair' }
const status = { id: 1, key: 'new', label: 'New', color: 'gray' as const }
const workWith = (assigned_to: typeof priya | null) => ({
  assigned_to,
  status,
  status_updated_at: '2026-11-20T10:00:00.000Z',
  next_step: null,
})
/** The list's menu of a case whose print is open, and what is written with it. */
async function showMenu({ role = 'supervisor', acting = 1, taken = priya as typeof priya | null } = {}) {
  const writes: unknown[] = []
  answersAt({
    '/users': { users: [{ id: 1, full_name: 'Olga Owner' }, priya], meta: {} },
    '/customer_requests/9/management_data': (path: string, { method, body }: RequestInit) => {
      writes.push([method, path, JSON.parse(body as string)])
      return { customer_request: {}, message: 'The technician is set.' }
    },
  })
  const row = {
    ...givenCase({ status: 'approved', open_request_id: 9, acting }),
    workflow_data: { initial_case_setup: workWith(null), printing_request: workWith(taken) },
  }
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('supervisor', { roles: [{ name: role, label: role }] as never })}>
      <CaseMenu patient={row} />
    </SessionContext>
  ))
  await page.getByRole('button', { name: 'Actions for Byron, Ada' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Details' })).toBeVisible()
  const items = () =>
    page
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent)
  return { screen, writes, items }
}

test('the lab’s list gives a print to a person of the lab (work/technician)', async () => {
  const { screen, writes, items } = await showMenu()
  expect(items()).toEqual(['Workflows', 'Take', 'Assign technician', 'Details', 'Request', 'Open DIBS'])
  await page.getByRole('menuitem', { name: 'Assign technician' }).click()
  const list = page.getByRole('listbox', { name: 'Technician of the print' })
  await expect.element(list.getByRole('option', { name: 'Priya Nair' })).toHaveAttribute('aria-selected', 'true')
  await list.getByRole('option', { name: 'Unassigned' }).click()
  await expect
    .poll(() => writes)
    .toEqual([['PUT', '/customer_requests/9/management_data', { kind: 'printing_request', assigned_to: null }]])
  await expect.element(page.getByText('The technician is set.')).toBeVisible()
  await screen.unmount()
})

test('three acts give the work of a line to a person: its menu, Assign technician, the name', async () => {
  const { screen, writes } = await showMenu({ taken: null })
  await page.getByRole('menuitem', { name: 'Assign technician' }).click()
  await page.getByRole('option', { name: 'Priya Nair' }).click()
  await expect
    .poll(() => writes)
    .toEqual([['PUT', '/customer_requests/9/management_data', { kind: 'printing_request', assigned_to: 5 }]])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await screen.unmount()
})

test('tech support takes work, and gives none to others (people/own-work)', async () => {
  const { screen, writes, items } = await showMenu({ role: 'tech_support' })
  expect(items()).toEqual(['Workflows', 'Take', 'Details', 'Request', 'Open DIBS'])
  await page.getByRole('menuitem', { name: 'Take' }).click()
  await expect
    .poll(() => writes)
    .toEqual([['PUT', '/customer_requests/9/management_data', { kind: 'printing_request', assigned_to: 1 }]])
  await screen.unmount()
})

test('what is mine is not taken again, and a partner’s work is not the lab’s to give', async () => {
  const mine = await showMenu({ role: 'tech_support', taken: { id: 1, full_name: 'Olga Owner' } })
  expect(mine.items()).toEqual(['Workflows', 'Details', 'Request', 'Open DIBS'])
  await mine.screen.unmount()
  const theirs = await showMenu({ acting: 3 })
  expect(theirs.items()).toEqual(['Workflows', 'Details', 'Request', 'Open DIBS'])
  await theirs.screen.unmount()
})

test('the setup of a case is given by its form, which the line does not name', async () => {
  const writes: unknown[] = []
  answersAt({
    '/patients/7': { patient: givenCase({ rx_form: { id: 12 } as never }) },
    '/rx_forms/12/management_data': (_: string, { body }: RequestInit) => {
      writes.push(JSON.parse(body as string))
      return { rx_form: {}, message: 'The technician is set.' }
    },
  })
  const row = {
    ...givenCase({ status: 'new', acting: 1 }),
    workflow_data: { initial_case_setup: workWith(null), printing_request: null },
  }
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <CaseMenu patient={row} />
    </SessionContext>
  ))
  await page.getByRole('button', { name: 'Actions for Byron, Ada' }).click()
  await page.getByRole('menuitem', { name: 'Take' }).click()
  await expect.poll(() => writes).toEqual([{ kind: 'initial_case_setup', assigned_to: 1 }])
  await screen.unmount()
})

import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { givenRow, labListAnswers } from '../../../test/given-list.ts'
import { givenParcelRequest } from '../../../test/given-parcel.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { PatientLabelsOf } from '../requests/labels/patient-labels-of.tsx'
import type { ListSearch } from './list-search.ts'
import { ManagementList } from './management-list.tsx'

/** Several cases of the lab's list at once (`work/bulk`). */
const priya = { id: 5, full_name: 'Priya Nair' }
const work = {
  assigned_to: null as typeof priya | null,
  status: { id: 1, key: 'new', label: 'New', color: 'gray' as const },
  status_updated_at: '2026-11-20T10:00:00.000Z',
  next_step: null,
}
const rowOf = (id: number, last: string, change: Parameters<typeof givenRow>[1] = {}): PatientSummary =>
  givenRow(id, { formatted_name: `${last}, Ada`, acting: 1, workflow_data: { initial_case_setup: work }, ...change })

const first = [
  rowOf(1, 'Byron'),
  rowOf(2, 'Hopper', { is_on_hold: true, acting: undefined }),
  rowOf(3, 'Lovelace', { status: 'awaiting_approval', acting: undefined }),
]
const second = [rowOf(4, 'Meitner'), rowOf(5, 'Noether', { acting: 3 })]

/** The list with two pages; `refused` is what the server leaves out, by id. */
async function showList(refused: Record<number, string> = {}, role = 'supervisor') {
  const calls: { ids: number[]; assigned_to: number | null }[] = []
  answersAt({
    ...labListAnswers([], { in_progress: 5, all: 5 }),
    '/patients': (asked: string) => {
      const isSecond = /[?&]page=2/.test(asked)
      return {
        patients: isSecond ? second : first,
        meta: { total: 5, page: isSecond ? 2 : 1, per_page: 3, last_page: 2, next: null },
      }
    },
    '/patients/technician': (_path: string, { body }: RequestInit) => {
      const call = JSON.parse(body as string) as (typeof calls)[number]
      calls.push(call)
      return {
        results: call.ids.map((id) => ({ id, done: refused[id] === undefined, why: refused[id] ?? null })),
        message: 'The technician is set.',
      }
    },
    '/users': { users: [{ id: 1, full_name: 'Olga Owner' }, priya], meta: {} },
  })
  const List = () => {
    const [search, setSearch] = useState<ListSearch>({})
    return (
      <>
        <button type="button" onClick={() => setSearch({ 'filter[rush_case_only]': '1' })}>
          Another filter
        </button>
        <ManagementList search={search} onSearch={setSearch} />
      </>
    )
  }
  const session = sessionOf('supervisor', { roles: [{ name: role, label: role }] as never })
  const screen = await showPage(() => (
    <SessionContext value={session}>
      <List />
    </SessionContext>
  ))
  const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).click()
  const bar = page.getByRole('region', { name: 'Selected cases' })
  const button = (name: string) => bar.getByRole('button', { name, exact: true })
  const leftOut = (label = 'Left out') =>
    page
      .getByRole('list', { name: label })
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent)
  return { screen, calls, select, bar, button, leftOut }
}

test('what applies to all is said, and in the dialog which cases are left out and why', async () => {
  const { screen, calls, select, bar, button, leftOut } = await showList()
  await select('Byron, Ada')
  await expect.element(button('Assign technician (1)')).toBeVisible()
  await select('Hopper, Ada')
  await select('Lovelace, Ada')
  await expect.element(bar).toMatchTextContent('3 selected')
  // The selection lasts across pages.
  await page.getByRole('button', { name: 'Next page' }).click()
  await select('Meitner, Ada')
  await select('Noether, Ada')
  await expect.element(button('Take (2 of 5)')).toBeVisible()
  await button('Assign technician (2 of 5)').click()
  const dialog = page.getByRole('dialog', { name: 'Assign technician' })
  await expect.element(dialog).toMatchTextContent('For 2 cases')
  expect(leftOut()).toEqual([
    'Hopper, Ada C-2: On hold',
    'Lovelace, Ada C-3: Waits for the doctor',
    'Noether, Ada C-5: Someone else does this work',
  ])
  const assign = dialog.getByRole('button', { name: 'Assign', exact: true })
  await expect.element(assign).toBeDisabled()
  await expect.element(dialog.getByRole('option', { name: 'Priya Nair' })).toBeInTheDocument()
  await dialog.getByLabelText('Technician').selectOptions('Priya Nair')
  await assign.click()
  await expect.poll(() => calls).toEqual([{ ids: [1, 4], assigned_to: 5 }])
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(bar).not.toBeInTheDocument()
  await screen.unmount()
})

test('no one can be chosen; what the server refused is named and stays selected', async () => {
  const { screen, calls, select, bar, button, leftOut } = await showList({ 4: 'This case is on hold.' })
  await select('Byron, Ada')
  await page.getByRole('button', { name: 'Next page' }).click()
  await select('Meitner, Ada')
  await button('Assign technician (2)').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Technician').selectOptions('Unassigned')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: '1 of 2 cases were not changed' })).toBeVisible()
  expect(calls).toEqual([{ ids: [1, 4], assigned_to: null }])
  expect(leftOut('Not changed')).toEqual(['Meitner, Ada C-4: This case is on hold.'])
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(bar).toMatchTextContent('1 selected')
  await screen.unmount()
})

test('tech_support takes only; Clear and another filter end the selection', async () => {
  const { screen, calls, select, bar, button } = await showList({}, 'tech_support')
  await select('Byron, Ada')
  await expect.element(button('Take (1)')).toBeVisible()
  await expect.element(bar.getByRole('button', { name: /^Assign technician/ })).not.toBeInTheDocument()
  await button('Clear').click()
  await expect.element(bar).not.toBeInTheDocument()
  await select('Byron, Ada')
  await button('Take (1)').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take', exact: true }).click()
  await expect.poll(() => calls).toEqual([{ ids: [1], assigned_to: 1 }])
  await expect.element(bar).not.toBeInTheDocument()
  await select('Hopper, Ada')
  await button('Take (0 of 1)').click()
  const dialog = page.getByRole('dialog', { name: 'Take the work' })
  await expect.element(dialog.getByRole('button', { name: 'Take', exact: true })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Another filter' }).click()
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(page.getByRole('checkbox', { name: 'Select Hopper, Ada' })).not.toBeChecked()
  await screen.unmount()
})

test('patient labels of the selected prints are printed as one job, and marked together (requests/labels)', async () => {
  const marked: unknown[] = []
  const printOf = (id: number) => givenParcelRequest({ id, patientLabel: false })
  answersAt({
    ...labListAnswers([
      rowOf(7, 'Byron', { open_request_id: 107, workflow_data: { printing_request: work } }),
      rowOf(8, 'Hopper', { open_request_id: 108, workflow_data: { printing_request: work } }),
      rowOf(9, 'Lovelace'),
    ]),
    '/customer_requests/107': { customer_request: printOf(7) },
    '/customer_requests/108': { customer_request: printOf(8) },
    '/customer_requests/bulk_patient_label_printed': (_path: string, { body }: RequestInit) => {
      marked.push(JSON.parse(body as string))
      return { customer_request: printOf(7), customer_requests: [], message: 'Marked.' }
    },
  })
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <ManagementList search={{}} onSearch={() => {}} PatientLabels={PatientLabelsOf} />
    </SessionContext>
  ))
  for (const name of ['Byron, Ada', 'Hopper, Ada', 'Lovelace, Ada'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  await page.getByRole('button', { name: 'Patient labels (2 of 3)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Patient labels' })
  await expect.element(dialog.getByRole('button', { name: 'Print 2 labels' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Mark as Printed' }).click()
  await expect.poll(() => marked).toEqual([{ ids: [107, 108] }])
  await screen.unmount()
})

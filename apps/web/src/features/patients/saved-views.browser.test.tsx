import type { CaseListView } from '@archwire/contract/case-list-views/schema.ts'
import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sessionOf } from '../../../test/given-case.ts'
import { labListAnswers } from '../../../test/given-list.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import type { ListSearch } from './list-search.ts'
import { ManagementList } from './management-list.tsx'

const at = '2026-11-20T10:00:00.000Z'
const meta = { total: 1, page: 1, per_page: 50, last_page: 1, next: null }
const row = {
  id: 7,
  formatted_name: 'Byron, Ada',
  case_number_text: 'K 7',
  case_code: 'C-7',
  patient_status: { id: 1, key: 'in_progress', label: 'In Progress', color: 'blue' },
  organization_id: 2,
  organization: { id: 2, name: 'Summit', account_number: 'O-000002' },
  user: { id: 5, full_name: 'Jane Marsh', account_number: 'U-000005' },
  created_at: at,
  updated_at: at,
  submission_completed_by: 1,
  impression_type: 4,
  case_tray_number: 'A101',
  workflow_data: { initial_case_setup: null, printing_request: null },
} as Partial<PatientSummary>

let views: CaseListView[]
let writes: { method: string; path: string; body: unknown }[]
const viewOf = (id: number, said: Partial<CaseListView>): CaseListView => ({
  id,
  name: `View ${id}`,
  search: '',
  columns: null,
  position: id,
  version: 1,
  created_at: at,
  updated_at: at,
  ...said,
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  localStorage.clear()
  writes = []
  views = [
    viewOf(1, {
      name: 'Rush by age',
      search: 'filter[rush_case_only]=1&order=asc&orderBy=created_at',
      columns: ['doctor', 'manager', 'tray'],
    }),
    viewOf(2, { name: 'Held', search: 'filter[only_on_hold]=1' }),
  ]
  vi.spyOn(globalThis, 'fetch').mockImplementation((address, init) => {
    const path = (address as string).replace('/api/v1', '').split('?')[0]!
    const method = init?.method ?? 'GET'
    const body = init?.body ? (JSON.parse(init.body as string) as Partial<CaseListView>) : undefined
    if (method !== 'GET') writes.push({ method, path, body })
    return Promise.resolve(answer(method, path, body))
  })
})

/** A server that keeps views. */
function answer(method: string, path: string, body: Partial<CaseListView> | undefined): Response {
  const id = Number(path.split('/')[2])
  if (method === 'POST') {
    if (views.some(({ name }) => name === body!.name))
      return Response.json({ error: { name: ['You already have a view with this name.'] }, code: 422 }, { status: 422 })
    views = [...views, viewOf(3, body!)]
    return Response.json({ case_list_view: views.at(-1), message: 'The view is saved.' })
  }
  if (method === 'PUT') {
    views = views.map((view) => (view.id === id ? { ...view, ...body, version: view.version + 1 } : view))
    return Response.json({ case_list_view: views.find((view) => view.id === id), message: 'The view is saved.' })
  }
  if (method === 'DELETE') {
    views = views.filter((view) => view.id !== id)
    return Response.json({ message: 'The view is deleted.' })
  }
  const answers: Record<string, unknown> = {
    '/case_list_views': { case_list_views: views },
    ...labListAnswers([row], { in_progress: 1, all: 1 }),
    '/organizations': {
      organizations: [{ id: 2, customer_service_manager: { id: 9, full_name: 'Ingrid Solberg' } }],
      meta,
    },
  }
  return answers[path] ? Response.json(answers[path]) : Response.json({ error: 'Unknown', code: 404 }, { status: 404 })
}

function List({ initial = {} }: { initial?: ListSearch }) {
  const [search, setSearch] = useState<ListSearch>(initial)
  return (
    <SessionContext value={sessionOf('supervisor')}>
      <ManagementList search={search} onSearch={setSearch} />
      <output aria-label="Address">{JSON.stringify(search)}</output>
    </SessionContext>
  )
}
const address = page.getByRole('status', { name: 'Address' })
const shows = (search: object) => expect.element(address).toHaveTextContent(JSON.stringify(search))
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heads = () =>
  page
    .getByRole('columnheader')
    .elements()
    .map((head) => head.textContent)
    // The first one is that of the boxes.
    .slice(1)
const usual = ['Patient', 'Practice', 'Doctor', 'Status', 'Next step', 'Technician', 'Ship date', 'Modified', 'Actions']

test('a view puts its search into the address and shows its columns; the global filter stays (work/views)', async () => {
  const screen = await showPage(() => (
    <List initial={{ chosen_wi_organization_id: '2', 'filter[late_only]': '1', page: '2' }} />
  ))
  await button('Views').click()
  await button('Rush by age').click()
  await shows({
    order: 'asc',
    orderBy: 'created_at',
    'filter[rush_case_only]': '1',
    chosen_wi_organization_id: '2',
  })
  await expect.element(button('View: Rush by age')).toBeVisible()
  await expect.poll(heads).toEqual(['Patient', 'Doctor', 'Customer service manager', 'Tray', 'Actions'])
  const cells = () =>
    page
      .getByRole('row')
      .nth(1)
      .getByRole('cell')
      .elements()
      .map((cell) => cell.textContent)
  await expect.poll(() => cells().slice(2, 5)).toEqual(['Jane Marsh', 'Ingrid Solberg', 'A101'])
  await screen.unmount()
})

test('a list that was changed updates its view, or becomes one of its own', async () => {
  const screen = await showPage(() => <List />)
  await button('Views').click()
  await button('Held').click()
  await button('Rush Case Only').click()
  await button('Views').click()
  await button('Update “Held”').click()
  await expect
    .poll(() => writes)
    .toEqual([
      {
        method: 'PUT',
        path: '/case_list_views/2',
        body: { search: 'filter[only_on_hold]=1&filter[rush_case_only]=1', version: 1 },
      },
    ])
  await expect.element(button('View: Held')).toBeVisible()

  await button('Only On-hold').click()
  await button('Views').click()
  await button('Save as a view…').click()
  const dialog = page.getByRole('dialog', { name: 'Save as a view' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await expect.element(name).toHaveFocus()
  await userEvent.keyboard('Held')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('You already have a view with this name.')).toBeVisible()
  await name.fill('Rush')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(button('View: Rush')).toBeVisible()
  expect(writes.at(-1)).toEqual({
    method: 'POST',
    path: '/case_list_views',
    body: { name: 'Rush', search: 'filter[rush_case_only]=1', columns: null },
  })
  await screen.unmount()
})

test('views are renamed, moved, and deleted after a question', async () => {
  const screen = await showPage(() => <List />)
  await button('Views').click()
  await button('Manage views…').click()
  const manage = page.getByRole('dialog', { name: 'Views' })
  await manage.getByRole('button', { name: 'Move “Held” up' }).click()
  await expect.poll(() => writes.at(-1)).toEqual({ method: 'PUT', path: '/case_list_views/2', body: { position: 1 } })
  await manage.getByRole('button', { name: 'Rename “Held”' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename this view' })
  await expect.element(rename.getByRole('button', { name: 'Rename' })).toBeDisabled()
  await rename.getByRole('textbox', { name: 'Name' }).fill('On hold')
  await rename.getByRole('button', { name: 'Rename' }).click()
  await expect.element(manage.getByText('On hold')).toBeVisible()
  expect(writes.at(-1)!.body).toEqual({ name: 'On hold', version: 2 })

  await manage.getByRole('button', { name: 'Delete “On hold”' }).click()
  const question = page.getByRole('dialog', { name: 'Delete “On hold”?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(manage.getByText('On hold')).toBeVisible()
  await manage.getByRole('button', { name: 'Delete “On hold”' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(manage.getByText('Rush by age')).toBeVisible()
  await expect.element(manage.getByText('On hold')).not.toBeInTheDocument()
  await manage.getByRole('button', { name: 'Done' }).click()
  await expect.element(manage).not.toBeInTheDocument()
  await screen.unmount()
})

test('each person chooses columns, which this browser remembers (work/columns)', async () => {
  await page.viewport(1500, 900)
  const screen = await showPage(() => <List />)
  await expect.poll(heads).toEqual(usual)
  await button('Columns').click()
  const column = (name: string) => page.getByRole('checkbox', { name, exact: true })
  await column('Technician').click()
  await column('Created').click()
  await column('Case number').click()
  const chosen = [
    'Patient',
    'Case number',
    'Practice',
    'Doctor',
    'Status',
    'Next step',
    'Ship date',
    'Created',
    'Modified',
    'Actions',
  ]
  await expect.poll(heads).toEqual(chosen)
  await screen.unmount()

  // A chosen column is there on narrower windows, too.
  await page.viewport(1100, 900)
  const again = await showPage(() => <List />)
  await expect.poll(heads).toEqual(chosen)
  await expect.element(page.getByRole('columnheader', { name: 'Modified' })).toBeVisible()
  await button('Columns').click()
  await button('Usual columns').click()
  // The usual ones leave room on a narrower window.
  await expect.poll(heads).toEqual(usual.filter((head) => !['Practice', 'Doctor', 'Modified'].includes(head)))
  await expect.element(button('Usual columns')).toBeDisabled()
  await again.unmount()
  await page.viewport(1440, 900)
})

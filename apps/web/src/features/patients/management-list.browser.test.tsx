import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { givenRow, labListAnswers } from '../../../test/given-list.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import type { ListSearch } from './list-search.ts'
import { ManagementList } from './management-list.tsx'

test('the tabs of the lab’s list say how many cases are behind them, with the other filters (work/lab-counts)', async () => {
  const asked = answersAt(labListAnswers([], { new: 3, in_progress: 1200, approved: 7, all: 42 }))
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <ManagementList
        search={{ 'filter[rush_case_only]': '1', 'filter[patient_status_id]': '2', page: '3' }}
        onSearch={() => {}}
      />
    </SessionContext>
  ))
  const tabs = page.getByRole('group', { name: 'Status' }).getByRole('button')
  await expect.element(tabs.first()).toHaveTextContent('All42')
  await expect.element(tabs.first()).toHaveAttribute('title', expect.stringContaining('without those on hold'))
  expect(tabs.elements().map(({ textContent }) => textContent)).toEqual([
    'All42',
    'New3',
    'In Progress1,200',
    'Awaiting Approval0',
    'Approved7',
    'Completed',
  ])
  expect(asked).toContain('/patients/counts_per_status?filter%5Brush_case_only%5D=1')
  await screen.unmount()
})

test('a list that an address narrows to one practice says which by its name', async () => {
  answersAt({
    ...labListAnswers(),
    '/organizations/2': { organization: { id: 2, name: 'Summit Orthodontics', account_number: 'O-000002' } },
  })
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <ManagementList search={{ queryOrganization: '2' }} onSearch={() => {}} />
    </SessionContext>
  ))
  await expect.element(page.getByText('Practice: Summit Orthodontics')).toBeVisible()
  await screen.unmount()
})

test('archived cases are listed on demand, for people with organization.view-archived alone', async () => {
  const asked = answersAt({
    ...labListAnswers(),
    '/organizations/2': { organization: { id: 2, name: 'Summit Orthodontics', account_number: 'O-000002' } },
  })
  const List = ({ permissions }: { permissions: string[] }) => {
    const [search, setSearch] = useState<ListSearch>({ queryOrganization: '2' })
    return (
      <SessionContext value={sessionOf('supervisor', { all_permissions: permissions as never })}>
        <ManagementList search={search} onSearch={setSearch} />
      </SessionContext>
    )
  }
  const chip = page.getByRole('button', { name: 'Archived Only', exact: true })
  const others = await showPage(() => <List permissions={[]} />)
  await page.getByRole('button', { name: 'More filters' }).click()
  await expect.element(page.getByRole('button', { name: 'Tracking number' })).toBeVisible()
  await expect.element(chip).not.toBeInTheDocument()
  await others.unmount()

  const screen = await showPage(() => <List permissions={['organization.view-archived']} />)
  await page.getByRole('button', { name: 'More filters' }).click()
  await expect.element(chip).toHaveAttribute('aria-pressed', 'false')
  const archivedLists = () =>
    asked.filter((address) => address.startsWith('/patients?') && address.includes('archived_only%5D=1'))
  expect(archivedLists()).toEqual([])
  await chip.click()
  await expect.element(chip).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(archivedLists).toHaveLength(1)
  expect(archivedLists()[0]).toContain('queryOrganization=2')
  await chip.click()
  await expect.element(chip).toHaveAttribute('aria-pressed', 'false')
  await screen.unmount()
})

test('a bundle has one header above its cases, and an end (requests/bundles)', async () => {
  const row = (id: number, bundle?: string) =>
    givenRow(id, {
      status: 'approved',
      ship_date: '2199-12-04',
      open_request_id: 100 + id,
      ...(bundle && { bundled_shipment_id: bundle, bundled_request_id: 100 + id }),
    })
  answersAt(labListAnswers([row(1), row(2, 'a'), row(3, 'a'), row(4, 'b'), row(5, 'b'), row(6), row(7)]))
  const headings = () =>
    page
      .getByText(/^(?:Byron \d, Ada|Bundle of \d+|Not in a bundle)$/)
      .elements()
      .map(({ textContent }) => textContent)
  for (const width of [1440, 390]) {
    await page.viewport(width, 900)
    const screen = await showPage(() => (
      <SessionContext value={sessionOf('supervisor')}>
        <ManagementList
          search={{}}
          onSearch={() => {}}
          Bundle={({ requestId }) => <strong>{`Bundle of ${requestId}`}</strong>}
        />
      </SessionContext>
    ))
    await expect.element(page.getByText('Bundle of 102', { exact: true })).toBeVisible()
    expect(headings()).toEqual([
      'Byron 1, Ada',
      'Bundle of 102',
      'Byron 2, Ada',
      'Byron 3, Ada',
      'Bundle of 104',
      'Byron 4, Ada',
      'Byron 5, Ada',
      'Not in a bundle',
      'Byron 6, Ada',
      'Byron 7, Ada',
    ])
    await screen.unmount()
  }
  await page.viewport(1280, 800)
})

test('the view Shipping sets the filters that keep bundles together, and the states leave it (requests/bundles)', async () => {
  const asked = answersAt(labListAnswers([], { approved: 7 }))
  const searches: ListSearch[] = []
  const List = () => {
    const [now, setNow] = useState<ListSearch>({})
    const search = (next: ListSearch) => {
      searches.push(next)
      setNow(next)
    }
    return (
      <SessionContext value={sessionOf('supervisor')}>
        <ManagementList search={now} onSearch={search} Bundle={() => null} />
      </SessionContext>
    )
  }
  const screen = await showPage(() => <List />)
  const tab = (name: string | RegExp) => page.getByRole('group', { name: 'Status' }).getByRole('button', { name })
  await tab('Shipping').click()
  await expect.element(tab('Shipping')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(tab(/^All/)).toHaveAttribute('aria-pressed', 'false')
  expect(searches.at(-1)).toEqual({
    requestTypeStatus: 'printing_request.0',
    requestAssignments: '1',
    'filter[shipping]': '1',
    'filter[ship_date_between]': expect.stringMatching(/^,\d{4}-\d\d-\d\d$/) as string,
  })
  // The counts are those of the lists that the tabs lead to.
  expect(asked.filter((path) => path.startsWith('/patients/counts_per_status') && path.includes('shipping'))).toEqual(
    [],
  )
  await tab(/^Approved/).click()
  await expect.element(tab('Shipping')).toHaveAttribute('aria-pressed', 'false')
  expect(Object.entries(searches.at(-1)!).filter(([, value]) => value)).toEqual([['filter[patient_status_id]', '4']])
  await screen.unmount()
})

test('the doctor has a column of its own, and no tag repeats the column Modified in words (work/recent)', async () => {
  await page.viewport(1600, 900)
  const now = new Date().toISOString()
  answersAt(
    labListAnswers([
      givenRow(1, { user: { id: 4, full_name: 'Elena Marsh' } as never, created_at: now, updated_at: now }),
    ]),
  )
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <ManagementList search={{}} onSearch={() => {}} />
    </SessionContext>
  ))
  await expect.element(page.getByRole('columnheader', { name: 'Doctor' })).toBeVisible()
  await expect.element(page.getByRole('cell', { name: 'Elena Marsh', exact: true })).toBeVisible()
  const tag = page.getByTitle('Recently Added')
  await expect.element(tag).toMatchTextContent('Recently Added')
  expect(tag.element().getBoundingClientRect().width).toBeLessThan(24)
  await expect.element(page.getByText('just now')).toBeVisible()
  await screen.unmount()
  await page.viewport(1280, 800)
})

import { patientSearch, type PatientSearchKey } from '@archwire/contract/patients/search.ts'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { FilterBar } from '../../ui/list/filter-bar.tsx'
import { useListState } from '../../ui/list/list-state.ts'
import type { ListSearch } from './list-search.ts'
import { ManagementFilters } from './management-filters.tsx'

const day = '2026-11-26'
const button = (name: string) => page.getByRole('button', { name, exact: true })
const address = page.getByRole('status', { name: 'Address' })

beforeEach(() => {
  localStorage.clear()
  answersAt({
    '/organizations/2': { organization: { id: 2, name: 'Summit Orthodontics', account_number: 'O-000002' } },
    '/organizations': {
      organizations: [{ id: 2, name: 'Summit Orthodontics', account_number: 'O-000002' }],
      meta: { total: 1, page: 1, per_page: 25, last_page: 1, next: null },
    },
    '/users/5': { user: { id: 5, full_name: 'Jane Marsh' } },
    '/users': {
      users: [{ id: 9, full_name: 'Ingrid Solberg' }],
      meta: { total: 1, page: 1, per_page: 200, last_page: 1, next: null },
    },
    '/locations': {
      locations: [{ id: 4, location_name: 'Main Office' }],
      meta: { total: 1, page: 1, per_page: 200, last_page: 1, next: null },
    },
  })
})

const partner = sessionOf('supervisor', { roles: [{ name: 'lab_partner', label: 'Lab partner' }], all_permissions: [] })
const staff = sessionOf('supervisor', { all_permissions: ['users.view', 'organization.view-archived'] as never })

function Filters({ session = staff, initial = {} }: { session?: typeof staff; initial?: ListSearch }) {
  const [search, onSearch] = useState<ListSearch>(initial)
  const list = useListState(patientSearch, { search, onSearch })
  return (
    <SessionContext value={session}>
      <FilterBar
        search=""
        placeholder="Search"
        onSearch={() => {}}
        active={list.active}
        onReset={list.clear}
        resetLabel="Reset Filters"
      >
        <ManagementFilters list={list} search={search} today={day} />
      </FilterBar>
      <output aria-label="Address">{JSON.stringify(search)}</output>
    </SessionContext>
  )
}
const shows = (search: object) => expect.element(address).toHaveTextContent(JSON.stringify(search))

/** What is no filter with a picker in this bar. */
const elsewhere: readonly PatientSearchKey[] = [
  'page',
  'perPage',
  'after',
  'order',
  'orderBy',
  // A field and tabs of their own.
  'filter[search]',
  'filter[patient_status_id]',
  'chosen_wi_organization_id',
  // Other names of a picker's filter, from programs and links.
  'filter[organization_id]',
  'filter[user_id]',
  'filter[only_deleted]',
  // Of the trays' list, and from links.
  'filter[organization_type]',
  'queryUser',
  'queryName',
]

test('there is a picker for every filter, those used less often behind “More filters” (work/pickers)', async () => {
  await page.viewport(1440, 900)
  const screen = await showPage(() => <Filters initial={{ queryOrganization: '2' }} />)
  const chips = () =>
    page
      .getByRole('button')
      .elements()
      .map((element) => element.textContent)
      .filter((text) => text !== '')
  const first = ['Assigned to', 'Work', 'Next step', 'Changes asked', 'Only On-hold', 'Rush Case Only']
  await expect.poll(chips).toEqual([...first, 'Practice: Summit Orthodontics', 'More filters', 'Reset Filters'])
  await button('More filters').click()
  await expect.element(button('Fewer filters')).toHaveAttribute('aria-expanded', 'true')
  const all = chips().slice(0, -2)
  expect(all.slice(first.length)).toEqual([
    'Inactive too',
    'Ship date',
    'Doctor',
    'Doctor or practice',
    'Practice: Summit Orthodontics',
    'Location',
    'Customer service manager',
    'Shipping method',
    'Tracking number',
    'Created',
    'Approved',
    'No changes asked',
    'Completed',
    'Shipped',
    'Impression',
    'Products',
    'Cause',
    'Step finished',
    'Finished step',
    'Finished by',
    'Technician',
    'With brackets',
    'Ships next',
    'In no tray',
    'Questions to the doctor',
    'Late',
    'At risk',
    'Stuck',
    'Arrives this week',
    'Unassigned',
    'Canceled',
    'Canceled too',
    'Archived Only',
  ])
  expect(all).toHaveLength(Object.keys(patientSearch).length - elsewhere.length)
  await screen.unmount()
})

test('each picker writes its filter into the address; Reset Filters takes all away', async () => {
  await page.viewport(1440, 900)
  const screen = await showPage(() => <Filters />)
  await button('Next step').click()
  await page.getByRole('checkbox', { name: 'Pour Up' }).click()
  await page.getByRole('checkbox', { name: 'Ship QA' }).click()
  await shows({ 'filter[request_step]': 'Pour Up,Ship QA' })
  await button('Work').click()
  await page.getByRole('checkbox', { name: 'Print request in progress' }).click()
  await shows({ 'filter[request_step]': 'Pour Up,Ship QA', requestTypeStatus: 'printing_request.2' })
  await expect.element(button('Work: Print request in progress')).toBeVisible()
  await button('Reset Filters').click()
  await shows({})

  await button('More filters').click()
  await button('Customer service manager').click()
  await page.getByRole('radio', { name: 'Ingrid Solberg' }).click()
  await shows({ 'filter[customer_service_manager]': '9' })
  await expect.element(button('Customer service manager: Ingrid Solberg')).toBeVisible()
  await button('Clear Customer service manager').click()

  await button('Products').click()
  await page.getByRole('checkbox', { name: 'Rough' }).click()
  await page.getByRole('checkbox', { name: 'Clean-up', exact: true }).click()
  await shows({ 'filter[products_list]': '20' })
  await button('Reset Filters').click()

  await button('Tracking number').click()
  await page.getByRole('textbox', { name: 'Tracking number' }).fill(' 1z 999 ')
  await page.getByRole('button', { name: 'Apply' }).click()
  await shows({ 'filter[tracking_number]': '1z 999' })
  await button('Reset Filters').click()

  await button('Practice').click()
  await page.getByRole('option', { name: /Summit Orthodontics/ }).click()
  await shows({ queryOrganization: '2' })
  await button('Location').click()
  await page.getByRole('checkbox', { name: 'Main Office' }).click()
  await shows({ queryOrganization: '2', 'filter[locations]': '4' })
  await button('Reset Filters').click()
  await button('Canceled').click()
  await shows({ 'filter[cancelled]': '1', 'filter[active_request_only]': '0' })
  await screen.unmount()
})

test('a filter that is set is shown without opening anything, and its × removes it', async () => {
  await page.viewport(390, 844)
  const initial = {
    'filter[late_only]': '1',
    'filter[only_deleted]': '1',
    requestTypeStatus: 'flawed_tray.2',
    'filter[user_id]': '5',
  }
  const screen = await showPage(() => <Filters initial={initial} />)
  await expect.element(button('Work: Flawed tray in progress')).toBeVisible()
  await expect.element(page.getByText('Archived Only')).toBeVisible()
  await expect.element(button('Filters')).toBeVisible()
  expect(button('Rush Case Only').elements()).toEqual([])
  await button('Clear Late').click()
  await button('Clear Archived Only').click()
  await shows({ requestTypeStatus: 'flawed_tray.2', 'filter[user_id]': '5' })
  await button('Filters').click()
  await expect.element(button('Rush Case Only')).toBeVisible()
  await screen.unmount()
  await page.viewport(1440, 900)
})

test('unchecking the last name of a picker takes its filter away', async () => {
  await page.viewport(1440, 900)
  const screen = await showPage(() => <Filters initial={{ 'filter[request_step]': 'Scan' }} />)
  await button('Next step: Scan').click()
  await page.getByRole('checkbox', { name: 'Scan', exact: true }).click()
  await shows({})
  await screen.unmount()
})

test('a partner has no picker for what only staff may ask', async () => {
  await page.viewport(1440, 900)
  const screen = await showPage(() => <Filters session={partner} />)
  await button('More filters').click()
  await expect.element(button('Shipping method')).toBeVisible()
  for (const name of ['Customer service manager', 'Unassigned', 'Archived Only'])
    expect(button(name).elements(), name).toEqual([])
  await screen.unmount()
})

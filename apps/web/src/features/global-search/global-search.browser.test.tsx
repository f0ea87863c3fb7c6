import type { SearchHit } from '@archwire/contract/search/document.ts'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sessionOf } from '../../../test/given-case.ts'
import { doctorHit, givenHit, indexOf } from '../../../test/given-index.ts'
import { later, showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { ChosenOrganizationsChip } from '../patients/chosen-organizations-chip.tsx'
import { GlobalSearch } from './global-search.tsx'
import type { GlobalTexts } from './queries.ts'

const location = givenHit({
  model: 'location',
  model_id: 3,
  filter: 'location',
  full_name: 'Main office',
  kind: null,
  status: null,
  account_number: null,
})
const partner = givenHit({ model_id: 8, full_name: 'Northstar', kind: 'partner', status: null, payment: null })
const everything = [givenHit(), doctorHit, location, partner]
const archivist = ['organization.view-archived', 'organizations.create', 'users.create']

let address: GlobalTexts = {}
beforeEach(async () => {
  address = {}
  await page.viewport(1440, 900)
})

/** The page as its route shows it; `address` is what the address bar would say. */
function Screen({ given = {}, permissions = [] }: { given?: GlobalTexts; permissions?: readonly string[] }) {
  const [search, setSearch] = useState(given)
  return (
    <SessionContext value={sessionOf('supervisor', { all_permissions: permissions as never })}>
      <GlobalSearch
        search={search}
        Chosen={ChosenOrganizationsChip}
        onSearch={(next) => {
          address = next
          setSearch(next)
        }}
      />
    </SessionContext>
  )
}
const others = { '/organization/types': { data: [{ id: 1, name: 'Orthodontist' }] } }
const summary = () => page.getByRole('status').filter({ hasText: /found|Searching/ })
const group = (name: string) => page.getByRole('group', { name })
const csv = () => page.getByRole('button', { name: 'Download CSV' })

test('cards say what they are and show their figures; the portal is asked for its index once', async () => {
  const foreign = { ...doctorHit, email: 'jane@xn--mller-kva.example' }
  const hits = everything.map((hit) => (hit === doctorHit ? foreign : hit))
  const { calls, searches } = indexOf({ hits: () => hits, counts: { filter: { doctor: 41 } }, others })
  const screen = await showPage(() => <Screen />)
  await expect.element(summary()).toHaveTextContent('4 results found')
  const badges = page
    .getByRole('list', { name: 'Results' })
    .getByRole('listitem')
    .elements()
    .flatMap((card) => card.querySelector('[data-model]')?.textContent ?? [])
  expect(badges).toEqual(['Organization', 'User', 'Location', 'Partner lab'])
  await expect.element(page.getByRole('link', { name: 'Jane Marsh' })).toHaveAttribute('href', '/users/5')
  await expect.element(page.getByText('jane@müller.example')).toBeVisible()
  await expect.element(group('Roles').getByLabelText(/^Doctor 41/)).toBeVisible()
  await expect.element(group('Organization Type').getByLabelText(/^Orthodontist/)).toBeVisible()
  await page.getByRole('button', { name: 'Quick Glance' }).nth(1).click()
  for (const words of ['Cases a Month', '2.50', '1,234', 'Dana Desk'])
    await expect.element(page.getByText(words, { exact: true })).toBeVisible()
  expect(searches[0]![0]).toMatchObject({ q: '', filter: ['is_archived = false'], sort: ['full_name_sort:asc'] })
  await page.getByRole('combobox', { name: 'Sort By' }).selectOptions('Highest submission average')
  await expect.poll(() => searches.at(-1)![0]!.sort).toEqual(['average_cases:desc'])
  expect(calls.filter((path) => path === '/meilisearch/config')).toHaveLength(1)
  await screen.unmount()
})

test('a keyword is searched with Enter; what it found is marked, and nothing is sorted', async () => {
  const found = { ...givenHit(), _formatted: { full_name: '\uE000Summ\uE001it' } } as SearchHit
  const { searches } = indexOf({
    hits: () => [found],
    total: ({ q }) => (q === '' ? 52 : 1),
    others,
  })
  const screen = await showPage(() => <Screen given={{ sort: '-average_cases' }} />)
  await page.getByRole('searchbox', { name: 'Search by keyword' }).fill('summ')
  await userEvent.keyboard('{Enter}')
  await expect.element(summary()).toHaveTextContent('1 relevant results sorted out of 52 found')
  await expect.element(page.getByRole('link', { name: 'Summit' }).getByText('Summ')).toBeVisible()
  expect(document.querySelector('mark')).toHaveTextContent('Summ')
  await expect.element(page.getByRole('combobox', { name: 'Sort By' })).toBeDisabled()
  expect(searches.at(-1)!.map(({ q, sort }) => [q, sort])).toEqual([
    ['summ', undefined],
    ['', undefined],
  ])
  await screen.unmount()
})

test('the organizations chosen in the top bar narrow it, until their chip is removed', async () => {
  const { searches } = indexOf({
    hits: () => everything,
    others: { ...others, '/organizations': { organizations: [] } },
  })
  const screen = await showPage(() => <Screen given={{ chosen_wi_organization_id: '7,12' }} />)
  await expect.element(summary()).toHaveTextContent('4 results found')
  expect(searches.at(-1)![0]!.filter).toEqual(['is_archived = false', 'organization_ids IN [7, 12]'])
  await page.getByRole('button', { name: /Only 2 organizations/ }).click()
  await expect.poll(() => searches.at(-1)![0]!.filter).toEqual(['is_archived = false'])
  await screen.unmount()
})

test('boxes that are checked together are one search; Clear and Reset Filters take them away', async () => {
  const { searches } = indexOf({ hits: () => everything, others })
  const screen = await showPage(() => <Screen given={{ perPage: '25', page: '2' }} />)
  await expect.element(summary()).toHaveTextContent('4 results found')
  const before = searches.length
  await group('Roles')
    .getByLabelText(/^Doctor/)
    .click()
  await group('Roles')
    .getByLabelText(/^Location/)
    .click()
  await group('Payment Status')
    .getByLabelText(/^Not Paid/)
    .click()
  await expect
    .poll(() => address)
    .toEqual({ 'filter[roles]': 'doctor,location', 'filter[payment]': 'NOT_PAID', perPage: '25' })
  // Besides the hits, the counts of each facet without itself.
  await expect.poll(() => searches.at(-1)!.length).toBe(3)
  expect(searches.length).toBeLessThanOrEqual(before + 2)
  await page.getByRole('button', { name: 'Clear Roles' }).click()
  await expect.poll(() => address).toEqual({ 'filter[payment]': 'NOT_PAID', perPage: '25' })
  await expect.element(group('Roles').getByLabelText(/^Doctor/)).not.toBeChecked()
  await page.getByRole('button', { name: 'Reset Filters' }).click()
  expect(address).toEqual({ perPage: '25' })
  await screen.unmount()
})

test('archived records are offered to people who see them alone', async () => {
  const { searches } = indexOf({ hits: () => everything, others })
  const without = await showPage(() => <Screen given={{ 'filter[archived]': '1' }} />)
  await expect.element(summary()).toHaveTextContent('4 results found')
  expect(page.getByRole('checkbox', { name: /^Archived/ }).elements()).toEqual([])
  expect(page.getByRole('link', { name: /^Create/ }).elements()).toEqual([])
  expect(searches.at(-1)![0]!.filter).toEqual(['is_archived = false'])
  await without.unmount()
  const screen = await showPage(() => <Screen permissions={archivist} />)
  await expect.element(page.getByRole('link', { name: 'Create User' })).toHaveAttribute('href', '/users/add')
  await group('Status')
    .getByLabelText(/^Archived/)
    .click()
  await expect.poll(() => searches.at(-1)![0]!.filter).toEqual(['status IN [6]'])
  await page.getByRole('checkbox', { name: 'Archived', exact: true }).click()
  await expect.poll(() => address).toEqual({ 'filter[status]': '6', 'filter[archived]': '1' })
  await screen.unmount()
})

test('a key that the index refuses is asked for again; an index that is down says so, with another try', async () => {
  let down = false
  const auth = { status: 403, code: 'invalid_api_key', type: 'auth' }
  const { calls } = indexOf({
    hits: () => everything,
    refuses: (key) => (down ? { status: 503, code: 'internal', type: 'internal' } : key === 'key-1' ? auth : undefined),
    others,
  })
  const screen = await showPage(() => <Screen />)
  await expect.element(summary()).toHaveTextContent('4 results found')
  expect(calls.filter((path) => path === '/meilisearch/config')).toHaveLength(2)
  down = true
  await page.getByRole('searchbox').fill('summit')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toMatchTextContent('The search is not available at the moment.')
  down = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(summary()).toHaveTextContent('4 relevant results sorted out of 4 found')
  await screen.unmount()
})

test('nothing found says so word for word, and offers no file', async () => {
  indexOf({ hits: () => [], others })
  const screen = await showPage(() => <Screen given={{ 'filter[search]': 'xyz' }} />)
  await expect
    .element(
      page.getByText(
        "Whoops! We couldn't find any results matching your search! Please, try using different keywords.",
      ),
    )
    .toBeVisible()
  await expect.element(csv()).toBeDisabled()
  await screen.unmount()
})

/** Files that the page saves: their names, and what is in them. */
function savedFiles() {
  const files: { name: string; blob: Blob }[] = []
  let blob = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => ((blob = made as Blob), 'blob:test'))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, blob })
  })
  return files
}

test('the CSV has every page of the search at the press, once each', async () => {
  const files = savedFiles()
  const second = later()
  const { searches } = indexOf({
    total: () => 1500,
    hits: async ({ page: number, hitsPerPage }) => {
      if (hitsPerPage !== 1000) return everything
      if (number === 2) await second.answer
      // A hit that moved from the first page to the second meanwhile.
      const [first, count] = number === 1 ? [0, 1000] : [999, 501]
      return Array.from({ length: count }, (_, at) =>
        givenHit({ model_id: first + at, id: `organization-${first + at}` }),
      )
    },
    others,
  })
  const screen = await showPage(() => <Screen given={{ 'filter[roles]': 'organization' }} />)
  await csv().click()
  await expect.element(page.getByText('1,000 of 1,500')).toBeVisible()
  await expect.element(csv()).toBeDisabled()
  // What is searched meanwhile changes nothing.
  await page.getByRole('searchbox').fill('other')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => address['filter[search]']).toBe('other')
  second.arrive({ body: {} })
  await expect.poll(() => files.length).toBe(1)
  expect(files[0]!.name).toMatch(/^organizations-and-users-\d{4}-\d\d-\d\d-\d{6}\.csv$/)
  const lines = (await files[0]!.blob.text()).split('\r\n')
  expect([lines.length, lines.at(-1)]).toEqual([1502, ''])
  const asked = searches.flat().filter(({ hitsPerPage }) => hitsPerPage === 1000)
  expect(asked.map(({ q, page: number, filter }) => [q, number, filter])).toEqual(
    [1, 2].map((number) => ['', number, ['is_archived = false', 'filter IN [organization]']]),
  )
  await expect.element(csv()).toBeEnabled()
  await screen.unmount()
})

test('a CSV that is canceled saves nothing', async () => {
  const files = savedFiles()
  const never = later()
  indexOf({
    total: () => 1500,
    hits: async ({ hitsPerPage }) => (hitsPerPage === 1000 && (await never.answer), everything),
    others,
  })
  const screen = await showPage(() => <Screen />)
  await csv().click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(csv()).toBeEnabled()
  never.arrive({ body: {} })
  await expect.element(page.getByText('of 1,500')).not.toBeInTheDocument()
  expect(files).toEqual([])
  await screen.unmount()
})

test('pages are turned at the foot, and the keyboard begins at the first hit', async () => {
  const { searches } = indexOf({ hits: () => everything, total: () => 100_000, others })
  const screen = await showPage(() => <Screen />)
  await expect.element(page.getByText('1–10 of more than 100,000')).toBeVisible()
  expect(
    page
      .getByRole('combobox', { name: 'Rows' })
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['10', '15', '25', '50', '100'])
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => searches.at(-1)![0]!.page).toBe(2)
  await expect.element(summary()).toHaveFocus()
  await userEvent.keyboard('j')
  expect(document.activeElement).toMatchTextContent('Summit')
  await screen.unmount()
})

test('on a phone the filters are in a drawer, and their number on its button', async () => {
  await page.viewport(390, 844)
  const { searches } = indexOf({ hits: () => everything, others })
  const screen = await showPage(() => <Screen given={{ 'filter[search]': 'summit' }} />)
  await expect.element(page.getByRole('link', { name: 'Jane Marsh' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await drawer.getByLabelText(/^Doctor/).click()
  await drawer.getByRole('button', { name: 'Close the filters' }).click()
  await expect.element(page.getByRole('button', { name: 'Filters (1)' })).toHaveFocus()
  await expect.poll(() => searches.at(-1)![0]!.filter).toContain('filter IN [doctor]')
  await screen.unmount()
})

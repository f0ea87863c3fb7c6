import { listKeys, type SearchTable } from '@archwire/contract/core/search-keys.ts'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPage } from '../../../test/show.tsx'
import { Page } from '../page.tsx'
import { NameCell } from './cells.tsx'
import { SelectChip } from './filter-chips.tsx'
import { ListPage } from './list-page.tsx'
import { useListState, type SearchTexts } from './list-state.ts'

const table = {
  ...listKeys(['name', 'city'], 'name'),
  search: 'text',
  city: 'text',
  tab: 'text',
} as const satisfies SearchTable
type Search = SearchTexts<typeof table>

const meta = (total: number) => ({ page: 1, last_page: 3, per_page: 10, total, next: null })
const rows = [
  { id: 1, updated_at: '2026-05-12', name: 'Main street', city: 'Golden' },
  { id: 2, updated_at: '2026-05-12', name: 'Harbor', city: 'Boulder' },
]

interface Props {
  search?: Search
  shown?: typeof rows
  total?: number
  error?: Error
  refetch?: () => void
}

/** A list with an address of its own, which it shows below itself. */
function List({ search: first = {}, shown = rows, total = 25, error, refetch = () => {} }: Props) {
  const router = useRouter()
  const [search, onSearch] = useState<Search>(first)
  const list = useListState(table, { search, onSearch }, { kept: ['tab'] })
  return (
    <>
      <ListPage
        title="Locations"
        list={list}
        answer={{ data: error ? undefined : { meta: meta(total) }, error, refetch }}
        rows={error ? undefined : shown}
        columns={[
          {
            key: 'name',
            label: 'Name',
            orderBy: 'name',
            render: ({ name }) => (
              <NameCell
                name={
                  <Link to={'/other' as never} tabIndex={-1}>
                    {name}
                  </Link>
                }
              />
            ),
          },
          { key: 'city', label: 'City', orderBy: 'city', render: ({ city }) => city },
        ]}
        pageSizes={[10, 25]}
        onOpen={() => void router.navigate({ to: '/other' as never })}
        renderItem={({ name }) => name}
        search={{ key: 'search', placeholder: 'Search locations', delayMs: 0 }}
        noMatch="No location matches."
        empty={{ title: 'No locations yet' }}
        filters={<SelectChip label="City" options={[{ id: 1, label: 'Golden' }]} {...list.field('city')} />}
      />
      <output aria-label="Address">{JSON.stringify(search)}</output>
    </>
  )
}
const address = page.getByRole('status', { name: 'Address' })
const holds = (search: Search) => expect.element(address).toHaveTextContent(JSON.stringify(search))

test('what is typed, filtered, sorted and paged stands in the address', async () => {
  await showPage(() => <List search={{ tab: 'open', page: '3' }} />)
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search locations' }), 'main')
  await userEvent.keyboard('{Enter}')
  // Another set of rows begins with its first page.
  await holds({ tab: 'open', search: 'main' })
  await page.getByRole('button', { name: /^Name/ }).click()
  await holds({ tab: 'open', search: 'main', sort: '-name' })
  await page.getByRole('button', { name: 'Next page' }).click()
  await holds({ tab: 'open', search: 'main', sort: '-name', page: '2' })
  await page.getByRole('button', { name: /^Reset/ }).click()
  // The tab has a place of its own: it stays.
  await holds({ tab: 'open' })
})

test('an empty list says whether nothing matches or nothing is there', async () => {
  const empty = await showPage(() => <List shown={[]} total={0} />)
  await expect.element(page.getByText('No locations yet')).toBeVisible()
  await empty.unmount()
  await showPage(() => <List shown={[]} total={0} search={{ city: '1' }} />)
  await expect.element(page.getByText('No location matches.')).toBeVisible()
})

test('an address past the end leads back to the first page', async () => {
  await showPage(() => <List shown={[]} total={25} search={{ page: '9', city: '1' }} />)
  await page.getByRole('button', { name: 'Go to the first page' }).click()
  await holds({ city: '1' })
})

test('a list that could not be asked for can be asked for again', async () => {
  const refetch = vi.fn()
  await showPage(() => <List error={new Error('no line')} refetch={refetch} />)
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(refetch).toHaveBeenCalledOnce()
})

const many = Array.from({ length: 40 }, (_, at) => ({ ...rows[0]!, id: at + 1, name: `Place ${at + 1}` }))
const Opened = () => (
  <Page title="A place" above={{ label: 'Locations', to: '/' }}>
    <p>Its record</p>
  </Page>
)

test('back from a record, its row has the focus, and the keys continue from it (screens/way-back)', async () => {
  const screen = await showPage(() => <List shown={many} />, Opened)
  const row = (name: string) => page.getByRole('row', { name: `${name} Golden` })
  const wayUp = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Locations' })
  const isThere = async (name: string) => {
    await expect.element(row(name)).toHaveFocus()
    await expect.element(row(name)).toBeInViewport()
  }

  // Opened by its link, its row and the keyboard; left by Back and by the page's way up.
  await page.getByRole('link', { name: 'Place 31' }).click()
  await expect.element(page.getByText('Its record')).toBeVisible()
  screen.back()
  await isThere('Place 31')
  await userEvent.keyboard('j')
  await expect.element(row('Place 32')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await wayUp.click()
  await isThere('Place 32')
  await userEvent.keyboard('k')
  await expect.element(row('Place 31')).toHaveFocus()
  await row('Place 35').click({ position: { x: 600, y: 20 } })
  await expect.element(page.getByText('Its record')).toBeVisible()
  // The row that was opened last, not the one that the way up led to.
  screen.back()
  await isThere('Place 35')
  await screen.unmount()
})

const tableFrom0 = { ...table, page: 'page_from_0' } as const satisfies SearchTable

/** A list whose call counts its pages from 0. */
function ListFrom0({ search: first = {} }: { search?: SearchTexts<typeof tableFrom0> }) {
  const [search, onSearch] = useState(first)
  const list = useListState(tableFrom0, { search, onSearch })
  const page = Number(search.page ?? '0')
  return (
    <>
      <ListPage
        title="Files"
        list={list}
        answer={{
          data: { meta: { page, last_page: 2, per_page: 10, total: 25, next: null } },
          error: null,
          refetch() {},
        }}
        rows={page > 2 ? [] : rows}
        columns={[{ key: 'name', label: 'Name', orderBy: 'name', render: ({ name }) => name }]}
        onOpen={() => {}}
        renderItem={({ name }) => name}
        search={{ key: 'search', placeholder: 'Search files' }}
        noMatch="No file matches."
        empty={{ title: 'No files yet' }}
      />
      <output aria-label="Address">{JSON.stringify(search)}</output>
    </>
  )
}

test('pages that a call counts from 0 are read from 1 (calls/pages)', async () => {
  const screen = await showPage(() => <ListFrom0 />)
  const next = page.getByRole('button', { name: 'Next page' })
  const previous = page.getByRole('button', { name: 'Previous page' })
  await expect.element(page.getByText('Page 1 of 3')).toBeVisible()
  await expect.element(page.getByText('1–10 of 25')).toBeVisible()
  await expect.element(previous).toBeDisabled()
  await next.click()
  await holds({ page: '1' })
  await expect.element(page.getByText('Page 2 of 3')).toBeVisible()
  await next.click()
  await holds({ page: '2' })
  await expect.element(page.getByText('21–25 of 25')).toBeVisible()
  await expect.element(next).toBeDisabled()
  await previous.click()
  await previous.click()
  // The first page is the one that an address does not name.
  await holds({})
  await screen.unmount()
  await showPage(() => <ListFrom0 search={{ page: '7', city: '1' }} />)
  await page.getByRole('button', { name: 'Go to the first page' }).click()
  await holds({ city: '1' })
})

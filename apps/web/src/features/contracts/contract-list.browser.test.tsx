import type { Contract } from '@archwire/contract/contracts/schema.ts'
import type { contractSearch } from '@archwire/contract/contracts/search.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { givenContract, suspended } from '../../../test/given-contract.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import type { SearchTexts } from '../../ui/list/list-state.ts'
import { ContractList } from './contract-list.tsx'

const listOf = (contracts: Contract[]) => ({
  contracts,
  meta: { total: contracts.length, page: 1, per_page: 25, last_page: 1, next: null },
})
const frozen = { ...givenContract(9).organization, id: 8, name: 'Peak', account_number: 'O-000008' }
const rows = [givenContract(9), givenContract(10, { ...suspended, organization: frozen })]
const searches: SearchTexts<typeof contractSearch>[] = []

const Chosen = ({ search: { chosen_wi_organization_id: ids } }: { search: SearchTexts<typeof contractSearch> }) => (
  <span>Only {ids ?? 'all'}</span>
)

function Screen({ given = {} }: { given?: SearchTexts<typeof contractSearch> }) {
  const [search, setSearch] = useState(given)
  return (
    <SessionContext value={sessionOf('supervisor')}>
      <ContractList
        search={search}
        onSearch={(next) => {
          searches.push(next)
          setSearch(next)
        }}
        Chosen={Chosen}
      />
    </SessionContext>
  )
}
const cells = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td, th')].map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim()),
  )

test('a row shows its days and state; a suspended one since when, and what it owes', async () => {
  await page.viewport(1440, 900)
  answersAt({ '/contracts': listOf(rows) })
  const screen = await showPage(() => <Screen />)
  await expect
    .element(page.getByRole('link', { name: 'Summit', exact: true }))
    .toHaveAttribute('href', '/subscriptions/9')
  expect(cells()).toEqual([
    ['SummitO-000007', 'Sat, Dec 26, 2026', 'Fri, Nov 20, 2026', 'Paid', 'Details'],
    ['PeakO-000008', '–', 'Sat, Nov 21, 2026 · suspended', 'SuspendedNot Paid', 'Details'],
  ])
  await expect.element(page.getByRole('link', { name: 'Details of Peak' })).toHaveAttribute('href', '/subscriptions/10')
  await screen.unmount()
})

test('filters are in the address and reach the call', async () => {
  await page.viewport(1440, 900)
  const asked = answersAt({ '/contracts': listOf(rows) })
  const screen = await showPage(() => <Screen given={{ chosen_wi_organization_id: '7,8' }} />)
  await expect.element(page.getByText('Only 7,8')).toBeVisible()
  await expect.poll(() => asked).toContain('/contracts?chosen_wi_organization_id=7%2C8')
  expect(
    page
      .getByRole('group', { name: 'Payment status' })
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['All', 'Pending', 'Not Paid', 'Paid', 'Blocked', 'Suspended'])
  await page.getByRole('button', { name: 'Blocked' }).click()
  await page.getByPlaceholder('Organization Name or Account Number').fill('peak')
  await expect
    .poll(() => searches.at(-1))
    .toEqual({ chosen_wi_organization_id: '7,8', payment_status: 'BLOCKED', full_name_like: 'peak' })
  await page.getByRole('button', { name: 'Next Payment Date' }).click()
  await expect.poll(() => searches.at(-1)?.sort).toBe('custom_next_payment_date')
  await expect
    .poll(() => asked.at(-1))
    .toBe(
      '/contracts?chosen_wi_organization_id=7%2C8&payment_status=BLOCKED&full_name_like=peak&sort=custom_next_payment_date',
    )
  await screen.unmount()
})

test('a phone shows two lines a subscription, and nothing scrolls sideways; empty says what fills it', async () => {
  await page.viewport(390, 800)
  answersAt({ '/contracts': listOf(rows) })
  const screen = await showPage(() => <Screen />)
  await expect.element(page.getByText('O-000007 · Next payment Sat, Dec 26, 2026')).toBeVisible()
  await expect.element(page.getByText('O-000008 · Suspended Sat, Nov 21, 2026')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await screen.unmount()
  answersAt({ '/contracts': listOf([]) })
  const empty = await showPage(() => <Screen />)
  await expect.element(page.getByText('No subscriptions yet.')).toBeVisible()
  await empty.unmount()
  await page.viewport(1280, 800)
})

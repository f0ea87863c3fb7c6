import type { OrganizationSummary } from '@archwire/contract/organizations/schema.ts'
import type { organizationSearch } from '@archwire/contract/organizations/search.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { givenOrganization } from '../../../test/given-organization.ts'
import { givenUser, listOf } from '../../../test/given-user.ts'
import { fakeServer, showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import type { SearchTexts } from '../../ui/list/list-state.ts'
import { addressesIn, InviteToCreate } from './invite-to-create.tsx'
import { OrganizationList } from './organization-list.tsx'

const summaryOf = (said: Parameters<typeof givenOrganization>[0]): OrganizationSummary => givenOrganization(said)
const answer = (...rows: OrganizationSummary[]) => ({
  organizations: rows,
  meta: { total: rows.length, page: 1, per_page: 25, last_page: 1, next: null },
})
const button = (name: string | RegExp) => page.getByRole('button', { name })

function Screen({ permissions, seesLocations = true }: { permissions: string[]; seesLocations?: boolean }) {
  const [search, setSearch] = useState<SearchTexts<typeof organizationSearch>>({})
  return (
    <SessionContext value={sessionOf('supervisor', { all_permissions: permissions })}>
      <OrganizationList seesLocations={seesLocations} search={search} onSearch={setSearch} />
    </SessionContext>
  )
}

const staff = ['users.view', 'organizations.view', 'organizations.create', 'rx-forms.create']

test('the list shows number, owner, fee and state, and narrows by what is typed and chosen', async () => {
  await page.viewport(1440, 900)
  const asked = answersAt({
    '/organizations?': answer(
      summaryOf({ disabled_at: '2026-11-20T10:00:00.000Z', startup_fee_paid: false }),
      summaryOf({ id: 8, name: 'Account 8', account_number: 'O-000008', owner: null, main_location: null }),
    ),
    '/organizations': answer(summaryOf({}), summaryOf({ id: 8, name: 'Account 8', account_number: 'O-000008' })),
    '/users?': listOf(givenUser({ id: 9, full_name: 'Sam Super' })),
  })
  const screen = await showPage(() => <Screen permissions={[...staff, 'organization.view-archived']} />)
  await expect.element(page.getByRole('link', { name: 'Summit', exact: true })).toBeVisible()
  // One that nobody named is its number.
  await expect.element(page.getByRole('link', { name: 'O-000008', exact: true })).toBeVisible()
  await page.getByRole('searchbox').fill('sum')
  await expect.poll(() => asked.at(-1)).toBe('/organizations?searchString=sum')
  await expect.element(page.getByText('Disabled')).toBeVisible()
  await expect.element(page.getByText('Not paid')).toBeVisible()
  await button('Customer service manager').click()
  await page.getByRole('radio', { name: 'Sam Super' }).click()
  await expect.poll(() => asked.at(-1)).toBe('/organizations?searchString=sum&customerServiceManager=9')
  await button('Partner labs').click()
  await button('Archived').click()
  await expect
    .poll(() => asked.at(-1))
    .toBe('/organizations?searchString=sum&customerServiceManager=9&kind=partner&archived=1')
  await screen.unmount()
})

test('a row leads to its page, a new case and its locations; no case of what is disabled', async () => {
  await page.viewport(1440, 900)
  answersAt({
    '/organizations': answer(
      summaryOf({}),
      summaryOf({ id: 8, name: 'Ridge', disabled_at: '2026-11-20T10:00:00.000Z' }),
    ),
    '/users?': listOf(),
  })
  const screen = await showPage(() => <Screen permissions={staff} />)
  await expect
    .element(page.getByRole('link', { name: 'View Summit' }))
    .toHaveAttribute('href', expect.stringMatching(/\/organizations\/7$/))
  const itemsOf = async (name: string) => {
    await button(`More about ${name}`).click()
    await expect.element(page.getByRole('menuitem').first()).toBeVisible()
    const items = page.getByRole('menuitem').elements()
    const words = items.map(({ textContent }) => textContent)
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => page.getByRole('menuitem').elements()).toEqual([])
    return words
  }
  expect(await itemsOf('Summit')).toEqual(['Start A Case', 'Locations'])
  expect(await itemsOf('Ridge')).toEqual(['Locations'])
  await screen.unmount()
})

test('without the permissions there is no button and no filter of archived organizations', async () => {
  answersAt({ '/organizations': answer(summaryOf({})) })
  const screen = await showPage(() => <Screen permissions={['organizations.view']} seesLocations={false} />)
  await expect.element(page.getByRole('link', { name: 'Summit', exact: true })).toBeVisible()
  for (const name of ['Archived', 'Customer service manager', 'Invite to create', /^More about/])
    expect(button(name).elements(), String(name)).toEqual([])
  expect(page.getByRole('link', { name: 'Create Organization' }).elements()).toEqual([])
  await screen.unmount()
})

test('addresses of a pasted text are taken apart, each once', () => {
  expect(addressesIn('a@example.com, B@example.com;\n c@example.com\tb@EXAMPLE.com')).toEqual([
    'a@example.com',
    'b@EXAMPLE.com',
    'c@example.com',
  ])
  expect(addressesIn('  \n ')).toEqual([])
})

test('each address of a list gets its result, and what was not sent stays to be corrected', async () => {
  const calls = fakeServer(
    {
      body: {
        results: [
          { email: 'a@example.com', sent: true, reason: null },
          { email: 'b@example', sent: false, reason: 'Enter a valid email' },
        ],
        message: '1 of 2 invitations is sent.',
      },
    },
    { body: { results: [{ email: 'b@example.com', sent: true, reason: null }], message: 'The invitation is sent.' } },
  )
  let closed = false
  const screen = await showPage(() => <InviteToCreate onClose={() => (closed = true)} />)
  const field = page.getByRole('textbox', { name: 'Email' })
  await expect.element(button('Send')).toBeDisabled()
  await field.fill(Array.from({ length: 101 }, (_, at) => `p${at}@example.com`).join('\n'))
  await expect.element(button('Send')).toBeDisabled()
  await field.fill('a@example.com\nb@example')
  await button('Send').click()
  await expect.element(page.getByText('1 of 2 sent.')).toBeVisible()
  const lines = page.getByRole('list', { name: 'Results' }).getByRole('listitem').elements()
  expect(lines.map(({ textContent }) => textContent)).toEqual(['b@exampleEnter a valid email', 'a@example.comSent'])
  await expect.element(field).toHaveValue('b@example')
  await expect.element(field).toHaveFocus()
  expect(closed).toBe(false)
  await field.fill('b@example.com')
  await button('Send').click()
  await expect.poll(() => closed).toBe(true)
  expect(calls.map(({ body }) => body)).toEqual([
    { emails: ['a@example.com', 'b@example'] },
    { email: 'b@example.com' },
  ])
  await screen.unmount()
})

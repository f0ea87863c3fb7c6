import type { userSearch } from '@archwire/contract/users/search.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answersAt } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext, type Me } from '../../lib/session.tsx'
import type { SearchTexts } from '../../ui/list/list-state.ts'
import { givenUser, listOf, organization, session } from '../../../test/given-user.ts'
import { UserList } from './user-list.tsx'

const button = (name: string | RegExp) => page.getByRole('button', { name })

function ListWithAddress({ said }: { said?: Partial<Me> }) {
  const [search, setSearch] = useState<SearchTexts<typeof userSearch>>({})
  return (
    <SessionContext value={session(said)}>
      <UserList search={search} onSearch={setSearch} />
      <output aria-label="Address">{JSON.stringify(search)}</output>
    </SessionContext>
  )
}

test('the list asks for the usual roles, and for others once they are checked', async () => {
  const asked = answersAt({ '/users': listOf(givenUser()) })
  const lastAsked = () => new URL(asked.at(-1)!, 'http://test').searchParams
  const screen = await showPage(() => <ListWithAddress />)
  await expect.element(page.getByRole('link', { name: 'Jane Marsh' })).toBeVisible()
  expect(lastAsked().get('roles')).toBe('admin,tech_support,supervisor,lab_partner,doctor')
  const address = page.getByRole('status', { name: 'Address' })
  await button('Roles').click()
  await expect.element(page.getByRole('checkbox', { name: 'Tech Support' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Staff Member' }).click()
  await expect
    .poll(() => lastAsked().get('roles'))
    .toBe('admin,tech_support,supervisor,lab_partner,doctor,staff_member')
  // The usual ones again: the address names none.
  await page.getByRole('checkbox', { name: 'Staff Member' }).click()
  await expect.element(address).toHaveTextContent('{}')
  // What is checked when the picker closes counts at once.
  await page.getByRole('checkbox', { name: 'Tech Support' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(address).toHaveTextContent('{"roles":"admin,supervisor,lab_partner,doctor"}')
  await button('Clear Roles').click()
  await expect.element(address).toHaveTextContent('{}')
  await screen.unmount()
})

test('who is looked for by name may have any role, until roles are chosen', async () => {
  const asked = answersAt({ '/users': listOf(givenUser()) })
  const lastRoles = () => new URL(asked.at(-1)!, 'http://test').searchParams.get('roles')
  const screen = await showPage(() => <ListWithAddress />)
  await expect.element(page.getByRole('link', { name: 'Jane Marsh' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill('Rosa')
  await userEvent.keyboard('{Enter}')
  await expect.poll(lastRoles).toBe(null)
  await button('Roles').click()
  await expect.element(page.getByRole('checkbox', { name: 'Staff Member' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Staff Member' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.poll(lastRoles).toBe('super_admin,admin,tech_support,supervisor,lab_partner,doctor')
  await screen.unmount()
})

test('commas become pipes in what is asked, not in the address', async () => {
  const asked = answersAt({ '/users': listOf(givenUser()) })
  const screen = await showPage(() => <ListWithAddress />)
  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill('Marsh, Okafor')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => new URL(asked.at(-1)!, 'http://test').searchParams.get('searchFullNameEmailQuery'))
    .toBe('Marsh| Okafor')
  await expect
    .element(page.getByRole('status', { name: 'Address' }))
    .toHaveTextContent('{"searchFullNameEmailQuery":"Marsh, Okafor"}')
  await screen.unmount()
})

test('archived people are offered to those who may see archived records', async () => {
  answersAt({ '/users': listOf(givenUser({ is_archived: true })) })
  const first = await showPage(() => <ListWithAddress />)
  await expect.element(page.getByRole('link', { name: 'Jane Marsh' })).toBeVisible()
  expect(button('Archived').elements()).toEqual([])
  await first.unmount()
  const second = await showPage(() => <ListWithAddress said={{ all_permissions: ['organization.view-archived'] }} />)
  await button('Archived').click()
  await expect.element(page.getByRole('status', { name: 'Address' })).toHaveTextContent('{"archived":"1"}')
  await second.unmount()
})

test('a list that cannot be loaded says so, and an empty one offers to add someone', async () => {
  let works = false
  answersAt({ '/users': () => (works ? listOf() : Response.json({ error: 'Try later.', code: 400 }, { status: 400 })) })
  const screen = await showPage(() => <ListWithAddress />)
  await expect.element(page.getByText('This could not be loaded.')).toBeVisible()
  works = true
  await button('Try again').click()
  await expect.element(page.getByText('No users with these roles yet.')).toBeVisible()
  await screen.unmount()
})

test('a row names the organization of a person, and how many more there are (people/found)', async () => {
  answersAt({
    '/users': listOf(
      givenUser({ organizations: [organization(2, 0), organization(3, 0)] }),
      givenUser({ id: 6, full_name: 'Olga Owner' }),
    ),
  })
  const screen = await showPage(() => <ListWithAddress />)
  await expect.element(page.getByRole('columnheader', { name: 'Organization' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /Jane Marsh/ })).toMatchTextContent('Summit · 1 more')
  await page.viewport(390, 844)
  await expect.element(page.getByRole('listitem').first()).toMatchTextContent('Doctor · Summit · 1 more')
  await screen.unmount()
  await page.viewport(1280, 800)
})

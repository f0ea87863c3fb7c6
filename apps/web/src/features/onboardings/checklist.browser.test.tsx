import type { OnboardingDetails } from '@archwire/contract/onboardings/schema.ts'
import type { OrganizationRole } from '@archwire/contract/roles.ts'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { givenMeta, givenOnboarding } from '../../../test/given-onboarding.ts'
import { sessionWithin } from '../../../test/given-organization.ts'
import { show } from '../../../test/show.tsx'
import { parseSearch, stringifySearch } from '../../lib/search-text.ts'
import { SessionContext, type Me } from '../../lib/session.tsx'
import { Checklist } from './checklist.tsx'
import { GettingStarted } from './getting-started.tsx'

afterEach(() => sessionStorage.clear())

const ofPractice = { proceed: true, update_metadata: false }
const dialog = page.getByRole('dialog', { name: 'Onboarding Checklist' })
const step = (label: string) => dialog.getByRole('listitem').filter({ hasText: label })

/** A server with the onboarding of Summit. Returns the writes: path, body. */
function givenServer(shown: OnboardingDetails) {
  const writes: [string, unknown][] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const path = (address as string).replace('/api/v1', '')
    if (init?.method === 'POST') {
      writes.push([path, JSON.parse(init.body as string)])
      return Response.json({ onboarding: shown, meta: givenMeta, message: 'Done.' })
    }
    if (path.startsWith('/onboardings?'))
      return Response.json({
        onboardings: [shown],
        meta: { total: 1, page: 1, per_page: 25, last_page: 1, next: null },
      })
    if (path.startsWith('/onboardings/')) return Response.json({ onboarding: shown, meta: givenMeta })
    return Response.json({
      settings: { lab: { time_zone: 'America/Denver', address: ['2450 Walnut Street', 'Denver'] } },
    })
  })
  return writes
}

/** A page of the practice at an address, in the shell around it. */
async function showAt(
  address: string,
  role: OrganizationRole = 'organization_owner',
  status = 2,
  said: Partial<Me> = {},
) {
  const session = sessionWithin(role, said)
  const organization = { ...session.organization, status, disabled: false }
  const root = createRootRoute({
    component: () => (
      <SessionContext value={{ ...session, organization, switchOrganization: () => {} }}>
        <input aria-label="Search" />
        <GettingStarted className={undefined} />
        <Checklist />
      </SessionContext>
    ),
  })
  const at = (path: string) => createRoute({ getParentRoute: () => root, path, component: () => null })
  const router = createRouter({
    routeTree: root.addChildren([at('/patients'), at('/account'), at('/requests'), at('/patient-details/$id')]),
    parseSearch,
    stringifySearch,
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  const screen = await show(<RouterProvider router={router as never} />)
  return Object.assign(screen, { router })
}

test('it opens by itself once, and says of each step what to do, who does it, how long, and the way there', async () => {
  givenServer(givenOnboarding({ can: ofPractice }))
  const screen = await showAt('/patients')
  await expect.element(dialog).toBeVisible()
  await expect.element(step('Choose brackets').getByText(/Usually takes 15 minutes\./)).toBeVisible()
  await expect.element(step('Choose brackets').getByText('Your practice', { exact: true })).toBeVisible()
  await expect.element(step('Brackets received').getByText('The lab', { exact: true })).toBeVisible()
  await expect
    .element(step('Choose brackets').getByRole('link', { name: 'Open bracket libraries' }))
    .toHaveAttribute('href', '/account?tab=6&part=libraries')
  await expect
    .element(step('Install').getByRole('link', { name: /Download the desktop application/ }))
    .toHaveAttribute('href', 'https://archwire.example/desktop')
  await expect
    .element(step('Trays received').getByRole('link', { name: 'Start a case' }))
    .toHaveAttribute('href', '/organizations/7/rx-forms/add')
  // There is no address of the training.
  expect(step('Training done').getByRole('link').elements()).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await screen.unmount()

  const again = await showAt('/patients')
  await expect.element(page.getByRole('button', { name: 'Getting started 0 of 11' })).toBeVisible()
  expect(dialog.elements()).toEqual([])
  await page.getByRole('button', { name: /Getting started/ }).click()
  await expect.element(dialog).toBeVisible()
  expect(again.router.state.location.search).toEqual({ onboarding: '12' })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => Object.values(again.router.state.location.search).filter(Boolean)).toEqual([])
  await again.unmount()
})

test('it waits for a person who types, and opens on no other page, for no assistant, and not once completed', async () => {
  givenServer(givenOnboarding({ can: ofPractice }))
  const screen = await showAt('/requests')
  await expect.element(page.getByRole('button', { name: /Getting started/ })).toBeVisible()
  await page.getByRole('textbox', { name: 'Search' }).click()
  await screen.router.navigate({ to: '/patients' as never })
  await expect.poll(() => screen.router.state.location.pathname).toBe('/patients')
  expect(sessionStorage.getItem('archwire.onboarding.1.7')).toBeNull()
  ;(document.activeElement as HTMLElement).blur()
  await expect.element(dialog).toBeVisible()
  await screen.unmount()
  sessionStorage.clear()

  const assistant = { roles: [{ name: 'staff_member', label: 'Staff Member' }] } as Partial<Me>
  const member = await showAt('/patients', 'organization_member', 2, assistant)
  await expect.element(page.getByRole('button', { name: /Getting started/ })).toBeVisible()
  expect(dialog.elements()).toEqual([])
  await member.unmount()

  const onboarded = await showAt('/patients', 'organization_owner', 3)
  await expect.element(page.getByRole('textbox', { name: 'Search' })).toBeVisible()
  expect(page.getByRole('button', { name: /Getting started/ }).elements()).toEqual([])
  await onboarded.unmount()
})

test('a doctor who is a member finds it over a case, and reads it', async () => {
  givenServer(givenOnboarding({ can: { proceed: false, update_metadata: false } }))
  const screen = await showAt('/patient-details/5', 'organization_member')
  await expect.element(dialog).toBeVisible()
  await expect.element(step('Choose brackets')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Mark as done' }).elements()).toEqual([])
  await screen.unmount()
})

test('the tracking number goes with its step, to the address of the lab', async () => {
  const writes = givenServer(givenOnboarding({ done: 1, can: ofPractice }))
  const screen = await showAt('/patients?onboarding=12')
  const send = step('Send brackets')
  await expect.element(send.getByText(/2450 Walnut Street/)).toBeVisible()
  const done = send.getByRole('button', { name: 'Mark as done' })
  await expect.element(done).toHaveAccessibleDescription('Tracking number is required.')
  await done.click({ force: true })
  expect(writes).toEqual([])
  const number = send.getByRole('textbox', { name: /Tracking number/ })
  await number.fill('1Z99')
  await userEvent.tab()
  await expect.element(page.getByText('Minimum of 6 characters.')).toBeVisible()
  await number.fill('1Z 999 AA1')
  await done.click()
  await expect
    .poll(() => writes)
    .toEqual([['/onboardings/12/proceed_next_step', { current_step: 2, tracking_number: '1Z999AA1' }]])
  await screen.unmount()
})

test('a step of the lab is waited for, without a button; the last one is thanked for', async () => {
  givenServer(givenOnboarding({ done: 2, can: { proceed: false, update_metadata: false } }))
  const screen = await showAt('/patients?onboarding=12', 'organization_manager')
  await expect.element(step('Brackets received').getByText(/The lab checks your brackets in/)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Mark as done' }).elements()).toEqual([])
  await screen.unmount()

  givenServer(givenOnboarding({ done: 11, can: { proceed: false, update_metadata: false } }))
  const done = await showAt('/patients?onboarding=12', 'organization_owner', 3)
  await expect.element(dialog.getByText('All steps are completed. Thank you.')).toBeVisible()
  await done.unmount()
})

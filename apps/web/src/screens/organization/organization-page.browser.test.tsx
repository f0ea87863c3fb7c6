import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Suspense } from 'react'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { givenOrganization, ofManager } from '../../../test/given-organization.ts'
import { show } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { OrganizationPage } from './organization-page.tsx'

const button = (name: string) => page.getByRole('button', { name })
const links = () =>
  page
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent)

const Screen = () => (
  <SessionContext value={sessionOf('supervisor', { all_permissions: ['rx-forms.create'] })}>
    <Suspense>
      <OrganizationPage id={7} tab={undefined} onTab={() => {}} />
    </Suspense>
  </SessionContext>
)

/** The page, reached with this in the history. */
async function showAt(state: { feeNotWaived?: string }) {
  const router = createRouter({ routeTree: createRootRoute({ component: Screen }), history: createMemoryHistory() })
  const screen = await show(<RouterProvider router={router as never} />)
  await router.navigate({ to: '.', state })
  return screen
}

test('a fee that was not waived is said, and can be tried again', async () => {
  let paid = false
  const asked = answersAt({
    '/organizations/7': () => ({ organization: givenOrganization({ startup_fee_paid: paid, can: ofManager }) }),
    '/organizations/7/no-startup-fee': () => {
      paid = true
      return { organization: givenOrganization(), message: 'The start-up fee is waived.' }
    },
    '/organization/types': { data: [] },
  })
  const screen = await showAt({ feeNotWaived: 'Something went wrong.' })
  const note = page.getByText('The start-up fee was not waived. Something went wrong.')
  await expect.element(note).toBeVisible()
  await button('Try again').click()
  await expect.poll(() => asked.includes('/organizations/7/no-startup-fee')).toBe(true)
  await screen.unmount()
})

test('the head says what the organization is and leads to its cases; a disabled one starts none', async () => {
  answersAt({ '/organizations/7': { organization: givenOrganization() } })
  const open = await showAt({})
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Summit')
  await expect.element(page.getByText('O-000007').first()).toBeVisible()
  expect(links()).toEqual(expect.arrayContaining(['Organizations', 'Patients', 'Start A Case']))
  expect(button('Try again').elements()).toEqual([])
  await open.unmount()

  const disabled_at = '2026-11-20T10:00:00.000Z'
  answersAt({ '/organizations/7': { organization: givenOrganization({ disabled_at, disabled_reason: 'Moved away' }) } })
  const disabled = await showAt({})
  await expect.element(page.getByText('Disabled on Fri, Nov 20, 2026. Reason: Moved away')).toBeVisible()
  await expect.element(page.getByText('Organization Disabled')).toBeVisible()
  expect(links()).toContain('Patients')
  expect(links()).not.toContain('Start A Case')
  await disabled.unmount()
})

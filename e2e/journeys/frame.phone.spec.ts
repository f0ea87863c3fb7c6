import { expect, test } from '../journey.ts'
import { moved, watchShifts } from '../layout-shift.ts'
import { announcement } from '../people/shell.ts'
import { signInAt } from '../people/sign-in.ts'

test('nothing moves on a phone after signing in and after a reload (screens/first-paint)', async ({
  page,
  portal,
  picture,
}) => {
  const organization = await portal.organizationOf('doctor')
  await watchShifts(page)
  const isComplete = async () => {
    await expect(announcement(page)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Awaiting Approval \d/ })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Patients' }).getByRole('listitem').first()).toBeVisible()
    // The parts that load last.
    await expect(page.locator('.mantine-Notifications-root').first()).toBeAttached()
  }
  await signInAt(page, '/login', 'doctor')
  await isComplete()
  for (const draft of ['first', 'second'])
    await page.request
      .put(`/api/v1/organizations/${organization}/rx_form_draft?draft=${draft}`, {
        data: { data: { first_name: 'Marisol', last_name: 'Vega' } },
        headers: { origin: portal.url },
      })
      .then((answer) => expect(answer.status()).toBe(200))
  await page.reload()
  await isComplete()
  await expect(page.getByText(/^2 drafts:/)).toBeVisible()
  await picture(page, 'list-with-drafts')
  expect(await moved(page), 'after a reload').toBeLessThanOrEqual(0.05)

  // Signing in with all of it there.
  await page.context().clearCookies()
  await signInAt(page, '/login', 'doctor')
  await isComplete()
  await expect(page.getByText(/^2 drafts:/)).toBeVisible()
  expect(await moved(page), 'after signing in').toBeLessThanOrEqual(0.05)
})

// every-page.spec.ts holds it of every page, within a document that is open.
test(
  'nothing moves on the lab’s dashboard when its cases come (screens/first-paint)',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('supervisor')
    await watchShifts(page)
    await page.goto('/dashboard')
    await expect(page.getByRole('list', { name: /^First of: / }).first()).toBeVisible()
    await expect(page.getByRole('list', { name: 'Latest Patients' }).getByRole('listitem').first()).toBeVisible()
    await expect(page.locator('.mantine-Notifications-root').first()).toBeAttached()
    expect(await moved(page)).toBeLessThanOrEqual(0.05)
  },
)

import { seriousInBoth } from '../axe.ts'
import { expect, test } from '../journey.ts'
import { goWithin } from '../people/go-within.ts'

/**
 * One refusal of each sort, as people see it. Every role at every page is a table: apps/web/src/shell/page-guard.test.ts.
 */
const refusal = "You don't have permission to access this page."
const sectionRefusal = "You don't have permission to access this section."

// The router logs what a page was refused for.
test.beforeEach(({ watch }) => watch.expect(/^(Refusal|ApiError): /))

test('a page that is not for one’s role says so, and people who are signed in are led past the sign-in pages', async ({
  page,
  portal,
  signIn,
  browserOf,
}) => {
  const practice = await portal.given.practice({ partner: true })
  const { id, rxFormId } = await portal.given.case({ practice, form: { submission_completed_by: 3 } })
  await signIn(practice.owner)
  await page.goto('/patients-page')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(refusal)
  // As the back button leads there, without a document of its own.
  await goWithin(page, `/patient-workflow/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(refusal)
  for (const path of ['/login', '/management', '/sign-up', '/forgot-password', '/dashboard', '/initial-setup']) {
    await goWithin(page, path)
    await expect(page, path).toHaveURL(/\/patients$/)
  }
  await goWithin(page, `/patient-details/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Ada Case/)
  await page.getByRole('link', { name: 'Archwire, home' }).click()
  await expect(page).toHaveURL(/\/patients$/)

  const partner = await browserOf(practice.partner!.user, /^(Refusal|ApiError): /)
  await partner.goto('/promotion-codes')
  await expect(partner.getByRole('heading', { level: 1 })).toHaveText(refusal)
  // Nothing of a form that others submitted is a partner's to change (`rx-form/who-changes`).
  for (const path of [`/rx-forms/${rxFormId}/modify`, '/patients']) {
    await goWithin(partner, path)
    await expect(partner, path).toHaveURL(/\/patients-page$/)
  }
  await goWithin(partner, '/login')
  await expect(partner).toHaveURL(/\/dashboard$/)
})

test('Start A Case of another practice is refused, and the refusal leads home', async ({
  page,
  portal,
  signIn,
  picture,
}) => {
  await signIn('doctor')
  await page.goto(`/organizations/${await portal.organizationOf('juniper')}/rx-forms/add`)
  await expect(page.getByRole('heading', { name: sectionRefusal })).toBeVisible()
  expect(await seriousInBoth(page)).toEqual([])
  await picture(page, 'refused')
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL(/\/patients$/)
})

test('people without an organization are told so', async ({ page, portal, signIn }) => {
  await signIn(await portal.given.user('doctor'))
  await page.goto('/patients')
  await expect(page.getByRole('heading', { name: "The user doesn't have organizations." })).toBeVisible()
})

test('a page that does not exist says so, within the shell or with the way home (screens/missing)', async ({
  page,
  signIn,
  picture,
}) => {
  const missing = page.getByRole('heading', { name: 'Page Not Found' })
  const logo = page.getByRole('link', { name: 'Archwire, home' })
  await page.goto('/no/such/page')
  for (const path of ['/no/such/page', '/not-found', '/reset-password']) {
    await goWithin(page, path)
    await expect(missing).toBeVisible()
    await expect(page).toHaveTitle('Page Not Found · Archwire')
    await expect(logo).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Menu' })).toHaveCount(0)
  }
  await picture(page, 'page-not-found-signed-out')
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'help@archwire.example' })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await logo.click()
  await expect(page).toHaveURL(/\/login/)

  await signIn('doctor')
  await page.goto('/no/such/page')
  for (const path of ['/no/such/page', '/not-found', '/patients/none/such']) {
    await goWithin(page, path)
    await expect(missing).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Menu' })).toContainText('Summit Orthodontics')
  }
  await picture(page, 'page-not-found')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients' }).click()
  await expect(page).toHaveURL(/\/patients/)
  await expect(page.getByRole('heading', { name: 'Patients', level: 1 })).toBeVisible()
})

test('? shows the keys of the page, but not while someone types (screens/keys)', async ({ page, signIn, picture }) => {
  await signIn('tech')
  await page.goto('/patients-page')
  await expect(page.getByRole('table').getByRole('cell').first()).toBeVisible()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Help' })
  await expect(sheet).toContainText('Next and previous row')
  await expect(sheet).toContainText('Search in the list')
  await expect(sheet.getByRole('link', { name: 'help@archwire.example' })).toBeVisible()
  await picture(page, 'help')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('searchbox')).toHaveValue('?')
  await expect(sheet).toHaveCount(0)

  await page.getByRole('button', { name: 'Help' }).click()
  await expect(sheet).toBeVisible()
})

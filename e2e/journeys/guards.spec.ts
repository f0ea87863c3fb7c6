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

test('people who are not signed in come no further than the sign-in page, and the way back is kept', async ({
  page,
}) => {
  for (const [path, signInPage] of [
    ['/patient-details/7', '/login'],
    ['/patients-page', '/management'],
    ['/case-trays/7', '/management'],
  ] as const) {
    await page.goto(path)
    await expect(page, path).toHaveURL((url) => url.pathname === signInPage && url.searchParams.get('path') === path)
  }
})

test('a case of a practice that one has nothing to do with is not there', async ({
  page,
  portal,
  signIn,
  browserOf,
  watch,
}) => {
  watch.expect(/404 .*\/api\/v1\/patients\/\d+$/)
  const { id } = await portal.given.case({ practice: await portal.given.practice({ partner: true }) })
  await signIn('partner')
  const doctor = await browserOf('doctor', /404 .*\/api\/v1\/patients\/\d+$/)
  for (const [at, path] of [
    [page, `/patient-workflow/${id}`],
    [page, `/patient-details/${id}`],
    [doctor, `/patient-details/${id}`],
  ] as const) {
    await at.goto(path)
    await expect(at.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  }
  await doctor.getByRole('link', { name: 'Go to Home' }).click()
  await expect(doctor).toHaveURL(/\/patients$/)
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
  await picture(page, 'refused')
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL(/\/patients$/)
})

test('people without an organization are told so', async ({ page, portal, signIn }) => {
  await signIn(await portal.given.user('doctor'))
  await page.goto('/patients')
  await expect(page.getByRole('heading', { name: "The user doesn't have organizations." })).toBeVisible()
})

test('a page that does not exist says so', async ({ page, signIn, picture }) => {
  await signIn('doctor')
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await picture(page, 'page-not-found')
})

import { expect, test } from '../journey.ts'

const refusal = "You don't have permission to access this page."
const sectionRefusal = "You don't have permission to access this section."

// The router logs what a page was refused for.
test.beforeEach(({ watch }) => watch.expect(/^(Refusal|ApiError): /))

/** Who may open the lab's screens (2 §2), and where people are led who may not. */
const people = [
  { who: 'superadmin', management: true },
  { who: 'admin', management: true },
  { who: 'supervisor', management: true },
  { who: 'tech', management: true },
  { who: 'partner', management: true },
  { who: 'doctor', management: false },
  { who: 'doctor2', management: false },
  { who: 'manager', management: false },
  { who: 'assistant', management: false },
] as const

for (const { who, management } of people)
  test(`${who} ${management ? 'opens the lab’s screens' : 'is kept out of the lab’s screens'}`, async ({
    page,
    portal,
    signIn,
    watch,
  }) => {
    await signIn(who)
    const practice = await portal.given.practice({ partner: true })
    const { id } = await portal.given.case({ practice })

    await page.goto('/patients-page')
    if (management) await expect(page.getByRole('table', { name: 'Patients' })).toBeVisible()
    else await expect(page.getByRole('heading', { name: refusal })).toBeVisible()

    await page.goto('/patients')
    if (management) await expect(page).toHaveURL(/\/patients-page$/)
    else await expect(page.getByRole('table', { name: 'Patients' })).toBeVisible()

    // A case of a practice that this person has nothing to do with: the lab's own people see it, everybody else finds nothing.
    const seesAll = management && who !== 'partner'
    if (!seesAll) watch.expect(/404 .*\/api\/v1\/patients\/\d+$/)
    await page.goto(`/patient-workflow/${id}`)
    if (seesAll) await expect(page.getByRole('table', { name: 'Work steps' })).toBeVisible()
    else await expect(page.getByRole('heading', { name: management ? 'Page Not Found' : refusal })).toBeVisible()

    await page.goto(`/patient-details/${id}`)
    if (seesAll) await expect(page.getByRole('heading', { name: /^Ada Case/, level: 1 })).toBeVisible()
    else await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await page.getByRole('link', { name: seesAll ? 'Archwire, home' : 'Go to Home' }).click()
    await expect(page).toHaveURL(management ? /\/patients-page$/ : /\/patients$/)
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

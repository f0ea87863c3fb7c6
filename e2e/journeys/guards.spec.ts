import type { Page } from '@playwright/test'
import { addMember } from '../../apps/server/src/modules/organizations/index.ts'
import { expect, test, type Portal } from '../journey.ts'
import { builtScreens, holdsNeeds, mayOpen, signInOf, unlisted, type Visitor } from '../screens.ts'

const refusal = "You don't have permission to access this page."
const sectionRefusal = "You don't have permission to access this section."

// The router logs what a page was refused for.
test.beforeEach(({ watch }) => watch.expect(/^(Refusal|ApiError): /))

const visitors: Visitor[] = [
  { role: 'super_admin' },
  { role: 'admin' },
  { role: 'supervisor' },
  { role: 'tech_support' },
  { role: 'lab_partner' },
  { role: 'doctor', membership: 'organization_owner' },
  { role: 'doctor', membership: 'organization_member' },
  { role: 'staff_member', membership: 'organization_manager' },
  { role: 'staff_member', membership: 'organization_member' },
]

/** A person of this role, and the records in their reach that addresses name. */
async function arrive({ given, db }: Portal, { role, membership }: Visitor) {
  const practice = await given.practice({ partner: true })
  const user = role === 'lab_partner' ? practice.partner!.user : await given.user(role)
  if (membership) await db.transaction().execute((trx) => addMember(trx, practice.id, user.id, membership))
  const form = { submission_completed_by: 3 as const, user_id: role === 'doctor' ? user.id : practice.owner.id }
  const testCase = await given.case({ practice, form })
  return {
    user,
    addressOf: (path: string) =>
      path
        .replace(/\$(organizationId|orgId)/, String(practice.id))
        .replace('$userId', String(practice.owner.id))
        .replace('rx-forms/$id', `rx-forms/${testCase.rxFormId}`)
        .replace(/\$(id|patientId)/, String(testCase.id))
        .replace('$name', 'A-1')
        .replace(/\$\w+/, '1'),
  }
}

/** What stands on the page once it has settled: its heading, or nothing for a page without one. */
const headingOf = (page: Page) => page.getByRole('heading', { level: 1 })

/**
 * Goes to an address as the back button does, within the page that is there: the guards are the same, and the scripts are
 * not started anew for each of three hundred tries. `anew` is how a link from outside does it.
 */
async function open(page: Page, address: string, anew: boolean): Promise<void> {
  if (anew) return void (await page.goto(address))
  if (page.url() === 'about:blank') await page.goto('/empty')
  // Nothing of the page before is left that could be taken for the next one.
  for (const path of ['/empty', address]) {
    await page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    if (path === '/empty') await expect(page.locator('h1, main')).toHaveCount(0)
  }
}

test('every screen of the router says who may open it', () => {
  expect(unlisted).toEqual([])
  expect(builtScreens.length).toBeGreaterThan(15)
})

for (const visitor of visitors)
  test(`${visitor.role}${visitor.membership ? `, ${visitor.membership},` : ''} opens what is theirs and is kept out of the rest`, async ({
    page,
    portal,
    signIn,
    watch,
  }) => {
    test.setTimeout(120_000)
    // Records of other kinds than the case are not made here: their pages say that they are missing.
    watch.expect(/404 .*\/api\/v1\//)
    // Links of mails without their token.
    watch.expect(/422 .*\/api\/v1\/(verify|cancel_email_change|organizations\/confirm_invitation)$/)
    const { user, addressOf } = await arrive(portal, visitor)
    await signIn(user)
    const management = !visitor.membership
    for (const screen of builtScreens) {
      const address = addressOf(screen.path)
      await test.step(address, async () => {
        await open(page, address, visitor === visitors.at(-1))
        const path = () => new URL(page.url()).pathname
        if (screen.who === 'visitors' || screen.path === '/initial-setup') {
          // Nothing to do there for somebody who is signed in, or whose practice is set up (`access/doors`,
          // `organizations/setup-first`).
          if (screen.who === 'owners' && !mayOpen(screen, visitor)) await expect(headingOf(page)).toHaveText(refusal)
          else await expect.poll(path, { message: address }).toBe(management ? '/dashboard' : '/patients')
        } else if (!mayOpen(screen, visitor)) {
          await expect(headingOf(page), address).toHaveText(refusal)
        } else if (!holdsNeeds(screen, visitor)) {
          await expect(headingOf(page), address).toHaveText(sectionRefusal)
        } else if (screen.path === '/patients' || screen.path === '/dashboard') {
          const home = management
            ? { '/patients': '/patients-page', '/dashboard': '/dashboard' }[screen.path]
            : '/patients'
          await expect.poll(path, { message: address }).toBe(home)
        } else if (screen.path === '/rx-forms/$id/modify' && visitor.role === 'lab_partner') {
          // Nothing of a form that others submitted is a partner's to change (`rx-form/who-changes`).
          await expect.poll(path, { message: address }).toBe('/patients-page')
        } else if (screen.who !== 'everybody') {
          await expect(page.getByRole('main')).toBeVisible()
          await expect(page.getByLabel('Loading')).toHaveCount(0)
          if (!screen.leads) expect(path(), 'nobody is led away').toBe(address)
          await expect(page.getByRole('heading', { name: /permission|doesn't have|setup is not/ })).toHaveCount(0)
        }
      })
    }
    await page.goto(addressOf('/patient-details/$id'))
    await expect(headingOf(page)).toHaveText(/^Ada Case/)
    await page.getByRole('link', { name: 'Archwire, home' }).click()
    await expect(page).toHaveURL(management ? /\/patients-page$/ : /\/patients$/)
  })

test('nobody who is not signed in comes further than the sign-in page, and the way back is kept', async ({
  page,
  watch,
}) => {
  watch.expect(/401 .*\/api\/v1\/me\/desktop_code$/)
  // Links of mails without their token: what they open asks before the next page is gone to.
  watch.expect(/422 .*\/api\/v1\/(verify|cancel_email_change|organizations\/confirm_invitation)$/)
  for (const screen of builtScreens) {
    const address = screen.path.replaceAll(/\$\w+/g, '7')
    await page.goto(address)
    if (screen.who === 'visitors') await expect(page, address).toHaveURL(new RegExp(`${address}$`))
    else if (screen.who !== 'everybody')
      await expect(page, address).toHaveURL(
        (url) => url.pathname === signInOf(screen) && url.searchParams.get('path') === address,
      )
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
  for (const path of ['/patients', '/organizations/1/rx-forms/add', '/initial-setup', '/locations', '/locations/add']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: "The user doesn't have organizations." }), path).toBeVisible()
  }
})

test('a page that does not exist says so', async ({ page, signIn, picture }) => {
  await signIn('doctor')
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await picture(page, 'page-not-found')
})

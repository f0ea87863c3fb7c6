import { sql } from 'kysely'
import { tabsChannel } from '../../apps/web/src/lib/tabs.ts'
import { invite } from '../../apps/server/src/modules/accounts/index.ts'
import { casesIn, expect, test } from '../journey.ts'
import { goWithin } from '../people/go-within.ts'
import { followMail, press } from '../people/newcomer.ts'

/** The words (`access/said-in-words`) that no other journey produces; e2e/README.md says which journey produces each. */
test.beforeEach(({ watch }) =>
  watch.expect(/^(Refusal|ApiError|TypeError): |Failed to load resource|Failed to fetch|^$/),
)

const offline = 'Something went wrong. Please check your internet connection and try again.'

test('no answer, an answer without words, and several fields at once', async ({ page, signIn, picture }) => {
  await signIn('doctor')
  await page.goto('/patients')
  await expect(casesIn(page).first()).toBeVisible()
  const answers: [words: string, answer: object | null][] = [
    [offline, null],
    ['Something went wrong, please try again.', { status: 500, body: '' }],
    ['Out of paper.', { status: 500, json: { error: 'Out of paper.', code: 500 } }],
    ['Too long. Required', { status: 422, json: { error: { name: ['Too long.'], note: ['Required'] }, code: 422 } }],
  ]
  for (const [words, answer] of answers) {
    await page.route('**/api/v1/organizations/*/patients?*', (route) =>
      answer === null ? route.abort('connectionfailed') : route.fulfill(answer),
    )
    await goWithin(page, `/patients?filter[search]=nobody at all ${words.length}`)
    await expect(page.getByRole('alert')).toContainText(words)
    await picture(page, 'list-failed')
    await page.unroute('**/api/v1/organizations/*/patients?*')
  }
  await goWithin(page, '/patients?filter[search]=nobody at all')
  await expect(page.getByText('No case matches.')).toBeVisible()
})

test('without a line a decision fails at once; called off, it is not made later', async ({ page, portal, signIn }) => {
  const practice = await portal.given.practice()
  const testCase = await portal.given.case({ practice })
  await signIn(practice.owner)
  await page.goto(`/patient-details/${testCase.id}`)
  await page.getByRole('button', { name: 'Hold', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /on hold\?$/ })
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Olga Owner')
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Waiting for a scan.')
  await expect(page.locator('.mantine-Notifications-root').first()).toBeAttached()
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert').filter({ hasText: offline })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const calls: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && calls.push(request.url()))
  await page.context().setOffline(false)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Hold', exact: true })).toBeVisible()
  expect(calls).toEqual([])
})

test('who cannot be told who they are sees an error page, not a sign-in page', async ({ page, signIn }) => {
  await signIn('doctor')
  await page.route('**/api/v1/me*', (route) =>
    route.fulfill({ status: 500, json: { error: 'Out of order.', code: 500 } }),
  )
  await page.goto('/patients')
  await expect(page.getByRole('heading', { name: 'This page could not be shown.' })).toBeVisible()
  await expect(page.getByText('Out of order.')).toBeVisible()
  await page.unroute('**/api/v1/me*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(casesIn(page).first()).toBeVisible()
})

test('what fails without a call says just that', async ({ page, signIn }) => {
  await signIn('doctor')
  await page.goto('/patients')
  await expect(casesIn(page).first()).toBeVisible()
  await page.route(/\/assets\/patient-details.*\.js$/, (route) => route.abort('connectionfailed'))
  await casesIn(page)
    .first()
    .getByRole('button', { name: /Details|Review/ })
    .click()
  await expect(page.getByRole('heading', { name: 'This page could not be shown.' })).toBeVisible()
  await expect(page.getByText('Something went wrong.', { exact: true })).toBeVisible()
})

for (const { who, login } of [
  { who: 'doctor', login: '/login' },
  { who: 'tech', login: '/management' },
])
  test(
    `a session that ended leads to ${login}, and back after signing in elsewhere`,
    { tag: who === 'tech' ? '@long' : [] },
    async ({ page, portal, signIn }) => {
      const { id } = await portal.person(who)
      await signIn(who)
      await page.goto(who === 'tech' ? '/patients-page' : '/patients')
      await expect(casesIn(page).first()).toBeVisible()
      await sql`update sessions set revoked_at = now() where user_id = ${id}`.execute(portal.db)
      await expect(page).toHaveURL(new RegExp(`${login}\\?path=/patients`))
      await expect(page.getByLabel('Password')).toBeVisible()
      // Signed in meanwhile in another tab: the way back is open here, too.
      await signIn(who)
      await page.goBack()
      await expect(casesIn(page).first()).toBeVisible()
    },
  )

test('a tab whose session another tab ended keeps where it was, from however many sides it hears of it', async ({
  page,
  signIn,
}) => {
  await signIn('doctor')
  await page.goto('/locations')
  const other = await page.context().newPage()
  await other.goto('/patients')
  await expect(casesIn(other).first()).toBeVisible()
  // What the tabs tell each other, counted where it arrives.
  await other.evaluate((name) => {
    const heard: string[] = []
    new BroadcastChannel(name).addEventListener('message', ({ data }) => heard.push((data as { event: string }).event))
    Object.assign(globalThis, { heard })
  }, tabsChannel)
  const ends = () =>
    other.evaluate(
      () => (globalThis as unknown as { heard: string[] }).heard.filter((event) => event === 'session.ended').length,
    )
  // The way to the sign-in page is held up: meanwhile the tab is told once more, as by the stream's own refusal.
  let release = () => {}
  const held = new Promise<void>((resolve) => void (release = resolve))
  await other.route('**/assets/**', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect.poll(ends).toBeGreaterThan(0)
  const before = await ends()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  await page.evaluate(
    (name) => new BroadcastChannel(name).postMessage({ event: 'session.ended', ids: [] }),
    tabsChannel,
  )
  await expect.poll(ends).toBeGreaterThan(before)
  release()
  await expect(other.getByLabel('Password')).toBeVisible()
  expect(new URL(other.url()).searchParams.get('path')).toBe('/patients')
})

test('an invitation of somebody who has an account: confirmed once', async ({ page, portal, picture }) => {
  const practice = await portal.given.practice()
  const known = await portal.given.practice()
  const { email } = await portal.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', known.member.id)
    .executeTakeFirstOrThrow()
  const invitation = { organizationId: practice.id, email, role: 'organization_member', isDoctor: true } as const
  await portal.db
    .transaction()
    .execute((trx) => invite(trx, { ...invitation, invitedBy: practice.owner.id }, portal.url))
  await followMail(page, email, /Invitation to/)
  await press(page, 'Accept invitation')
  await expect(
    page.getByRole('heading', { name: 'The invitation was confirmed. Please, try to log in now.' }),
  ).toBeVisible()
  await picture(page, 'invitation-confirmed')
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await followMail(page, email, /Invitation to/)
  await press(page, 'Accept invitation')
  await expect(page.getByRole('heading', { name: 'There was an issue confirming your invitation.' })).toBeVisible()
  await expect(
    page.getByText('This link has expired, was already used, or was replaced by a newer email.'),
  ).toBeVisible()
})

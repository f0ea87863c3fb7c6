import { demoPassword, emailOf } from '../../apps/server/src/demo/people.ts'
import { seriousInBoth } from '../axe.ts'
import { casesIn, expect, test } from '../journey.ts'

// Wrong passwords of earlier journeys, or of the same one before, would count.
test.beforeEach(async ({ portal }) => void (await portal.db.deleteFrom('login_attempts').execute()))

test('a doctor signs in, sees the practice around every page, and leaves', async ({ page, picture }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page).toHaveTitle('Sign in · Archwire')
  await picture(page, 'sign-in')

  await page.getByLabel('Email').fill(emailOf('doctor'))
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(page).toHaveURL(/\/patients$/)
  await expect(page.getByRole('heading', { name: 'Patients', level: 1 })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Menu' })).toContainText('Summit Orthodontics')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Patients' })).toHaveAttribute('aria-current', 'page')
  await expect(menu.getByRole('link', { name: 'Start a New Case' })).toBeVisible()
  await expect(casesIn(page).first()).toBeVisible()
  await picture(page, 'doctor-patients')

  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  // The place where the line is spoken of is there on every page, empty while there is nothing to say.
  await expect(page.getByRole('status').filter({ hasText: /\S/ })).toHaveCount(0)
  await page.goto('/patients')
  await expect(page, 'after leaving, the way back is kept').toHaveURL(/\/login\?path=\/patients$/)
})

test('staff sign in at their own page, technicians begin with their work and have the lab’s list beside it', async ({
  page,
  picture,
}) => {
  await page.goto('/management')
  await expect(page.getByRole('heading', { name: 'Sign in to Admin Dashboard' })).toBeVisible()
  await page.getByLabel('Email').fill(emailOf('tech'))
  await page.getByLabel('Password').fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/my-work$/)
  const menu = page.getByRole('complementary', { name: 'Menu' })
  await expect(menu).toContainText('Tomas Reyes')
  await menu.getByRole('link', { name: 'Patients' }).click()
  await expect(page).toHaveURL(/\/patients-page$/)
  await expect(casesIn(page).first()).toBeVisible()
  await picture(page, 'staff-patients')
})

test('what is wrong is said in place, and a known email is not told from an unknown one', async ({
  page,
  watch,
  picture,
}) => {
  watch.expect(/401 .*\/api\/v1\/login$/)
  await page.goto('/login')
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password')
  const signIn = page.getByRole('button', { name: 'Sign in' })
  await signIn.click()
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('Required')
  await email.fill('not an address')
  await signIn.click()
  await expect(email).toHaveAccessibleDescription('Enter a valid email')
  expect(await seriousInBoth(page)).toEqual([])

  for (const who of [emailOf('doctor'), 'nobody@archwire.example']) {
    await email.fill(who)
    await password.fill('wrong')
    await signIn.click()
    await expect(page.getByRole('alert')).toHaveText('Wrong email or password.')
    await expect(password).toBeFocused()
  }
  await picture(page, 'sign-in-refused')
})

test('after a wrong password the right one is typed over it; a page that stood open for long signs in at once', async ({
  page,
  watch,
}) => {
  watch.expect(/401 .*\/api\/v1\/login$/)
  await page.clock.install()
  await page.goto('/login')
  await page.getByLabel('Email').fill(emailOf('doctor'))
  await page.getByLabel('Password').fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('Wrong email or password.')
  const solvedWhileTyping = page.waitForResponse('**/api/v1/bot_check')
  await page.keyboard.type(demoPassword)
  await expect(page.getByLabel('Password')).toHaveValue(demoPassword)
  await solvedWhileTyping

  // What a session of yesterday left: the new one's clock begins with the sign-in, and nobody is asked whether they are there.
  await page.evaluate(() => localStorage.setItem('archwire.told-at', '0'))
  await page.clock.fastForward('16:00')
  const solvedAnew = page.waitForRequest('**/api/v1/bot_check')
  await page.keyboard.press('Enter')
  await solvedAnew
  await expect(page).toHaveURL(/\/patients$/)
  expect(await page.evaluate(() => localStorage.getItem('archwire.told-at'))).not.toBe('0')
})

test('after signing in one is where one wanted to go, and never on another site', async ({ page }) => {
  for (const [path, target] of [
    ['/patients?filter[search]=Abc', /\/patients\?filter/],
    // What counts as an own path: apps/web/src/lib/own-path.test.ts.
    ...(process.env.LONG === '1' ? ([['//evil.example/x', /\/patients$/]] as const) : []),
  ] as const) {
    await page.goto('about:blank')
    await page.context().clearCookies()
    await page.goto(`/login?path=${encodeURIComponent(path)}`)
    await page.getByLabel('Email').fill(emailOf('doctor'))
    await page.getByLabel('Password').fill(demoPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(target)
    expect(new URL(page.url()).hostname).toBe('127.0.0.1')
  }
})

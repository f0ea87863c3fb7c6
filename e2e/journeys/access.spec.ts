import { randomBytes } from 'node:crypto'
import { hashPassword } from '../../apps/server/src/modules/auth/index.ts'
import { invite } from '../../apps/server/src/modules/accounts/index.ts'
import { seriousOn } from '../axe.ts'
import { expect, test } from '../journey.ts'
import { choosePassword, followMail, press, signInWith } from '../people/newcomer.ts'

const newAddress = () => `newcomer-${randomBytes(4).toString('hex')}@example.com`
const password = 'Tall-Hedge-41'

test('a doctor signs up, verifies the address by the mail, and is led to the account setup', async ({
  page,
  picture,
  watch,
}) => {
  watch.expect(/403 .*\/api\/v1\/login$/)
  const email = newAddress()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByText('one-time $200 registration fee')).toBeVisible()
  const next = page.getByRole('button', { name: 'Next' })
  await next.click()
  await expect(page.getByLabel('First name'), 'nothing is filled in').toHaveAccessibleDescription('Required')
  await expect(page.getByLabel('First name')).toBeFocused()

  await test.step('an address that is taken is told before the second step', async () => {
    await page.getByLabel('First name').fill('Nora')
    await page.getByLabel('Last name').fill('Newman')
    await page.getByLabel('Email').fill('doctor@archwire.example')
    await next.click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/already has an account/)
    await expect(page.getByLabel('Email')).toBeFocused()
    await picture(page, 'sign-up-taken')
  })

  await test.step('the password has its shape, and is not one that everybody has', async () => {
    await page.getByLabel('Email').fill(email)
    await next.click()
    await expect(page.getByRole('heading', { name: 'Almost there!' })).toBeVisible()
    await choosePassword(page, 'short')
    await page.getByRole('button', { name: 'Signup' }).click()
    const field = page.getByLabel('Password', { exact: true })
    await expect(field).toHaveAccessibleDescription(/at least 8 characters, one uppercase/)
    watch.expect(/422 .*\/api\/v1\/register$/)
    await choosePassword(page, 'Password1')
    await page.getByRole('button', { name: 'Signup' }).click()
    await expect(field).toHaveAccessibleDescription(/too easy to guess/)
    await picture(page, 'sign-up-password')
    await choosePassword(page, password)
    await page.getByRole('button', { name: 'Signup' }).click()
    await expect(page).toHaveURL(/\/sign-up-success$/)
    await expect(page.getByText('VERIFY')).toBeVisible()
    await picture(page, 'sign-up-success')
  })

  await test.step('before that, signing in says what is missing and sends the mail again', async () => {
    await page.goto('/login')
    await signInWith(page, email, password)
    await expect(page.getByRole('alert')).toContainText('Please verify your email address first.')
    await picture(page, 'sign-in-unverified')
    await page.getByRole('button', { name: 'Resend Email' }).click()
    await expect(page.getByText('If this email belongs to an account')).toBeVisible()
  })

  await followMail(page, email, /verify your email/, 2)
  await expect(page.getByRole('button', { name: 'Verify my account' })).toBeVisible()
  await picture(page, 'verify-user')
  await press(page, 'Verify my account')
  await expect(page, 'the new practice has no main location yet').toHaveURL(/\/initial-setup$/)
  await expect(page.getByRole('heading', { name: 'Account Setup', level: 1 })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Menu' })).toContainText('Nora Newman')
  await picture(page, 'home-of-a-newcomer')

  await test.step('the link counts once, and no address bar keeps it', async () => {
    watch.expect(/422 .*\/api\/v1\/verify$/)
    await page.goto('about:blank')
    await page.context().clearCookies()
    await followMail(page, email, /verify your email/)
    await press(page, 'Verify my account')
    await expect(page.getByRole('heading', { name: 'There was an issue verifying your account.' })).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
    await picture(page, 'verify-failed')
  })
})

test('a forgotten password is set anew by the mail', async ({ page, portal, picture, watch }) => {
  const practice = await portal.given.practice()
  const { email } = await portal.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', practice.owner.id)
    .executeTakeFirstOrThrow()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await picture(page, 'forgot-password')
  await page.getByRole('button', { name: 'Send Request' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await picture(page, 'forgot-password-sent')

  await followMail(page, email, /Your account is ready|Set a new password/)
  await expect(page).toHaveURL(/\/reset-password(\?mode=initial)?$/)
  const save = page.getByRole('button', { name: 'Save password' })
  await expect(save).toBeDisabled()
  await page.reload()
  await expect(save, 'a reload loses nothing').toBeDisabled()
  await choosePassword(page, password)
  await picture(page, 'reset-password')
  await save.click()
  await expect(page).toHaveURL(/\/login$/)
  await signInWith(page, email, password)
  await expect(page).toHaveURL(/\/patients$/)

  // What that page still asks for goes with it.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/reset-password')
  await expect(page.getByRole('heading', { name: 'Page Not Found' }), 'without a token').toBeVisible()
  watch.expect(/422 .*\/api\/v1\/reset$/)
  await page.goto('/reset-password?token=used-long-ago')
  await choosePassword(page, password)
  await save.click()
  await expect(page.getByRole('alert')).toContainText(
    'This link has expired, was already used, or was replaced by a newer email.',
  )
})

test(
  'a changed address is verified without a sign-in, or called off from the old one',
  { tag: '@long' },
  async ({ page, portal, watch, picture }) => {
    const { owner } = await portal.given.practice()
    const { email } = await portal.db
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', owner.id)
      .returning('email')
      .executeTakeFirstOrThrow()
    const askFor = async (address: string) => {
      const answer = await page.request.put('/api/v1/profile', {
        data: { email: address, current_password: password },
        headers: { authorization: `Bearer ${await portal.session(owner)}` },
      })
      expect(answer.status()).toBe(200)
    }
    await askFor(newAddress())
    await followMail(page, email, /about to change/)
    expect(await seriousOn(page)).toEqual([])
    await press(page, 'Cancel the change')
    await expect(page.getByRole('heading', { name: 'Email change canceled' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Set a new password' })).toBeVisible()
    expect(new URL(page.url()).search, 'no address bar keeps the token').toBe('')
    expect(await seriousOn(page)).toEqual([])
    await picture(page, 'email-change-called-off')
    watch.expect(/422 .*\/api\/v1\/cancel_email_change$/)
    await page.goto('about:blank')
    await followMail(page, email, /about to change/)
    await press(page, 'Cancel the change')
    await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()

    const moved = newAddress()
    await askFor(moved)
    await followMail(page, moved, /verify your new/)
    await press(page, 'Verify my account')
    await expect(page.getByRole('heading', { name: 'Your email address is verified' })).toBeVisible()
    await picture(page, 'new-address-verified')
    await page.getByRole('link', { name: 'Go to sign-in' }).click()
    await signInWith(page, moved, password)
    await expect(page).toHaveURL(/\/patients$/)
  },
)

test('a sign-up that is verified in another browser asks for its password', async ({
  page,
  portal,
  watch,
  picture,
}) => {
  watch.expect(/422 .*\/api\/v1\/verify$/)
  const { owner } = await portal.given.practice()
  const { email } = await portal.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password), email_verified_at: null })
    .where('id', '=', owner.id)
    .returning('email')
    .executeTakeFirstOrThrow()
  await page.request.post('/api/v1/resend_verification', { data: { email }, headers: { origin: portal.url } })
  await test.step('a busy server is not the link’s fault', async () => {
    watch.expect(/503 .*\/api\/v1\/verify$/)
    const busy = { error: 'The portal is very busy right now. Nothing was changed; please try again.', code: 503 }
    await page.route('**/api/v1/verify', (route) => route.fulfill({ status: 503, json: busy }))
    await followMail(page, email, /verify your email/)
    await press(page, 'Verify my account')
    await expect(page.getByRole('heading', { name: 'Not verified yet' })).toBeVisible()
    await expect(page.getByText('please try again. Your link is still good.')).toBeVisible()
    await picture(page, 'verify-delayed')
    await page.unroute('**/api/v1/verify')
    await page.getByRole('button', { name: 'Try again' }).click()
  })
  await expect(page.getByRole('heading', { name: 'Is it you?' })).toBeVisible()
  expect(await seriousOn(page)).toEqual([])
  await page.getByLabel('Password').fill('Not-This-One-1')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('alert')).toContainText('This is not your password.')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/patients$/)
})

test('an invited person makes an account and belongs to the practice', async ({ page, portal, picture }) => {
  const practice = await portal.given.practice()
  const email = newAddress()
  await portal.db.transaction().execute((trx) =>
    invite(
      trx,
      {
        organizationId: practice.id,
        email,
        role: 'organization_member',
        isDoctor: true,
        invitedBy: practice.owner.id,
      },
      portal.url,
    ),
  )
  await followMail(page, email, /Invitation to/)
  await expect(page).toHaveURL(/\/create-user$/)
  await expect(page.getByRole('main')).toContainText(/You were invited to work with Practice .+ on/)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('First name').fill('Ivo')
  await page.getByLabel('Last name').fill('Invited')
  await choosePassword(page, password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('I am human')).toHaveAccessibleDescription('Please confirm that you are human.')
  await expect(page.getByLabel('I am human')).toBeFocused()
  await page.getByLabel('I am human').check()
  await expect(page.getByLabel('I am human')).toBeChecked()
  await picture(page, 'create-user')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  // The address is there before the page: two fields of the form that is left are called a password.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password')).toBeFocused()
  await signInWith(page, email, password)
  await expect(page.getByRole('complementary', { name: 'Menu' })).toContainText('Ivo Invited')
})

import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, later, showPage } from '../../../test/show.tsx'
import { CancelEmailChange } from './cancel-email-change.tsx'
import { ConfirmInvitation, CreateUser } from './invitations.tsx'
import { ForgotPassword, ResetPassword } from './passwords.tsx'
import { SignUp } from './sign-up.tsx'
import { VerifyUser } from './verify-user.tsx'

/** The pages that emails lead to without a session: mail systems open them, scripts included (`access/press`). */
const pages: [string, () => ReactNode][] = [
  ['verify-user', () => <VerifyUser token="t" />],
  ['confirm-invitation', () => <ConfirmInvitation token="t" />],
  ['cancel-email-change', () => <CancelEmailChange token="t" />],
  ['reset-password', () => <ResetPassword token="t" initial={false} userRole={undefined} />],
  ['create-user', () => <CreateUser token="t" />],
  ['sign-up', () => <SignUp labPartner="P-1" email="ada@example.com" />],
  ['forgot-password', () => <ForgotPassword />],
]

afterEach(() => vi.restoreAllMocks())
const press = (name: string) => page.getByRole('button', { name }).click()

test.each(pages)('/%s is opened and not touched: nothing but reads leaves it (access/press)', async (_name, part) => {
  const calls = fakeServer({ body: { message: 'Done.' } })
  const screen = await showPage(part)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(page.getByRole('button').first()).toBeVisible()
  // Effects and what they begin have run by then.
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }))
  // A token is no part of an address, so what it opens is read by a POST.
  const isRead = (path: string) => path === '/organizations/read_invitation'
  expect(calls.filter(({ method, path }) => method !== 'GET' && !isRead(path))).toEqual([])
  await screen.unmount()
})

test('a press verifies the address, once', async () => {
  const { answer, arrive } = later()
  const calls = fakeServer(answer)
  const screen = await showPage(() => <VerifyUser token="t" />)
  await press('Verify my account')
  await expect.element(page.getByRole('heading', { name: 'Verifying account...' })).toBeVisible()
  expect(
    page
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Help'])
  const message = 'Your email address is verified. Please sign in with it.'
  arrive({ body: { token: null, user: null, expires_at: null, message } })
  await expect.element(page.getByRole('heading', { name: 'Your email address is verified' })).toBeVisible()
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(calls).toEqual([{ method: 'POST', path: '/verify', body: { token: 't', time_zone } }])
  await screen.unmount()
})

test('a link that does not work says so after the press', async () => {
  fakeServer({ status: 422, body: { error: { token: ['This link has expired.'] }, code: 422 } })
  const screen = await showPage(() => <VerifyUser token="t" />)
  await press('Verify my account')
  await expect.element(page.getByRole('heading', { name: 'There was an issue verifying your account.' })).toBeVisible()
  await screen.unmount()
})

test('a press cancels a change of the address; without an answer it can be pressed again', async () => {
  const busy = { status: 503, body: { error: 'The portal is very busy right now.', code: 503 } }
  const calls = fakeServer(busy, { body: { message: 'The change is canceled.', by_staff: false } })
  const screen = await showPage(() => <CancelEmailChange token="t" />)
  await press('Cancel the change')
  await expect.element(page.getByRole('heading', { name: 'The change was not canceled' })).toBeVisible()
  await press('Try again')
  await expect.element(page.getByRole('heading', { name: 'Email change canceled' })).toBeVisible()
  await expect.element(page.getByText(/knows your password: set a new one now/).first()).toBeVisible()
  expect(calls).toEqual([1, 2].map(() => ({ method: 'POST', path: '/cancel_email_change', body: { token: 't' } })))
  await screen.unmount()
})

test('a canceled change that staff had asked for names them, and nobody who knows the password', async () => {
  fakeServer({ body: { message: 'The change is canceled.', by_staff: true } })
  const screen = await showPage(() => <CancelEmailChange token="t" />)
  await press('Cancel the change')
  await expect.element(page.getByText(/Our staff had asked for it/).first()).toBeVisible()
  expect(page.getByText(/knows your password/).elements()).toEqual([])
  await screen.unmount()
})

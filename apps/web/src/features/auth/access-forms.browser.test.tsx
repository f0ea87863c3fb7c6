import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeServer, later, showPage, type Asked, type Said } from '../../../test/show.tsx'
import { ConfirmInvitation, CreateUser } from './invitations.tsx'
import { ForgotPassword, ResetPassword } from './passwords.tsx'
import { SignUp, SignUpSuccess } from './sign-up.tsx'
import { VerifyUser } from './verify-user.tsx'

/** Solves every bot check at once. */
class Solver extends EventTarget {
  postMessage() {
    this.dispatchEvent(new MessageEvent('message', { data: { payload: 'solved' } }))
  }
  terminate() {}
}
beforeEach(() => void vi.stubGlobal('Worker', Solver))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  sessionStorage.clear()
})
const field = (name: string) => page.getByRole('textbox', { name })
const secret = (name: string) => page.getByLabelText(name, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name })
const password = 'Tall-Hedge-41'
const challenge: Said = { body: { parameters: {}, signature: 's' } }
/** The calls that a person made. */
const byHand = (calls: Asked[]) => calls.filter(({ path }) => path !== '/bot_check')

const signUp = () => <SignUp labPartner={undefined} email={undefined} />
async function fillFirstStep() {
  await field('First name').fill('Anna-Maria')
  await field('Last name').fill('O’Brien-Çelik')
  await field('Email').fill('nora@example.com')
}
async function choosePassword() {
  await secret('Password').fill(password)
  await secret('Confirm password').fill(password)
}

test('Enter in an empty first step says what is missing, and goes to the first field (access/sign-up)', async () => {
  const calls = fakeServer({ body: {} })
  const screen = await showPage(signUp)
  await expect.element(field('First name')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  for (const name of ['First name', 'Last name', 'Email'])
    await expect.element(field(name)).toHaveAccessibleDescription('Required')
  await expect.element(field('First name')).toHaveFocus()
  await field('First name').fill('Anna-Maria')
  await field('Last name').fill('O’Brien-Çelik')
  await field('Email').fill('nora@')
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Email')).toHaveAccessibleDescription('Enter a valid email')
  await expect.element(field('Email')).toHaveFocus()
  expect(byHand(calls)).toEqual([])
  await screen.unmount()
})

test('a name that looks like an address or a template is refused beside its field, before anything is sent (safety/names)', async () => {
  const calls = fakeServer(challenge)
  const screen = await showPage(signUp)
  await fillFirstStep()
  await field('First name').fill('https://evil.example/?token={{token}}')
  await button('Next').click()
  await expect.element(field('First name')).toHaveAccessibleDescription('A name cannot contain “://” or “{{”.')
  await expect.element(field('First name')).toHaveFocus()
  expect(byHand(calls)).toEqual([])
  await screen.unmount()
})

test('a reload of the sign-up keeps name and address, and no password (access/sign-up)', async () => {
  fakeServer({ body: { valid: true, message: 'ok' } })
  const first = await showPage(signUp)
  await fillFirstStep()
  await button('Next').click()
  await choosePassword()
  dispatchEvent(new PageTransitionEvent('pagehide'))
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain(password)
  await first.unmount()

  const reloaded = await showPage(signUp)
  await expect.element(field('First name')).toHaveValue('Anna-Maria')
  await expect.element(field('Last name')).toHaveValue('O’Brien-Çelik')
  await expect.element(field('Email')).toHaveValue('nora@example.com')
  // Nothing stays in the browser's storage.
  await expect.poll(() => sessionStorage.length).toBe(0)
  await button('Next').click()
  await expect.element(secret('Password')).toHaveValue('')
  await reloaded.unmount()
})

test('an invitation to sign up, opened in the same tab, begins with its own address', async () => {
  fakeServer({ body: {} })
  const before = location.href
  const first = await showPage(signUp)
  await fillFirstStep()
  dispatchEvent(new PageTransitionEvent('pagehide'))
  await first.unmount()
  history.replaceState(history.state, '', `${before}${location.search ? '&' : '?'}email=ada@example.com`)
  const invited = await showPage(() => <SignUp labPartner={undefined} email="ada@example.com" />)
  await expect.element(field('Email')).toHaveValue('ada@example.com')
  await expect.element(field('First name')).toHaveValue('')
  await invited.unmount()
  history.replaceState(history.state, '', before)
})

test('an address that is longer than a phone is wide stays on the page', async () => {
  await page.viewport(390, 844)
  fakeServer({ body: { valid: true, message: 'ok' } })
  const screen = await showPage(signUp)
  await fillFirstStep()
  await field('Email').fill(`${'a'.repeat(60)}@${'practice-'.repeat(5)}practice.example.com`)
  await button('Next').click()
  await expect.element(heading('Almost there!')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
  await screen.unmount()
  await page.viewport(1280, 800)
})

test('the step that asks for the password names the account to password managers', async () => {
  fakeServer({ body: { valid: true, message: 'ok' } })
  const screen = await showPage(signUp)
  await fillFirstStep()
  await button('Next').click()
  await expect.element(secret('Password')).toHaveFocus()
  const account = document.querySelector<HTMLInputElement>('form input[autocomplete=username]')
  expect(account?.value).toBe('nora@example.com')
  await screen.unmount()
})

test('a button that is pressed twice asks once, and keeps the focus while it waits', async () => {
  const { answer, arrive } = later()
  const calls = fakeServer(challenge, answer)
  const screen = await showPage(signUp)
  await fillFirstStep()
  await button('Next').click()
  await expect.element(button('Checking…')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  arrive({ status: 429, body: { error: 'Too many attempts. Please try again in a minute.', code: 429 } })
  await expect.element(page.getByRole('alert')).toHaveTextContent('Too many attempts. Please try again in a minute.')
  await expect.element(button('Next')).toHaveFocus()
  expect(byHand(calls).map(({ path }) => path)).toEqual(['/email/validate?email=nora%40example.com'])
  await screen.unmount()
})

test('who is sent to the sign-in from the sign-up finds the typed address there', async () => {
  fakeServer({ body: {} })
  const carried = vi.fn()
  const Carried = () => {
    const email = useRouterState({ select: ({ location }) => location.state.email })
    useEffect(() => carried(email), [email])
    return signUp()
  }
  const screen = await showPage(() => <Carried />)
  await field('Email').fill(' nora@example.com ')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect.poll(() => carried.mock.lastCall).toEqual(['nora@example.com'])
  await screen.unmount()
})

test('a forgotten password: the page names the address, sends again, and takes another one', async () => {
  const message = 'If this email belongs to an account, we have sent a link to it.'
  const refused: Said = { status: 429, body: { error: 'Too many attempts. Please try again in a minute.', code: 429 } }
  const done: Said = { body: { message } }
  const calls = fakeServer(challenge, done, challenge, refused, challenge, done)
  const screen = await showPage(() => <ForgotPassword />)
  await field('Email').fill('nora@example.com')
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Check your email')).toHaveFocus()
  await expect.element(page.getByText('nora@example.com')).toBeVisible()
  await button('Send the email again').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Too many attempts. Please try again in a minute.')
  await button('Send the email again').click()
  await expect.element(page.getByRole('status')).toHaveTextContent('Your request was sent again.')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  expect(byHand(calls).map(({ body }) => body)).toEqual(
    Array.from({ length: 3 }, () => ({ email: 'nora@example.com', bot_check: 'solved' })),
  )
  await button('Enter another email').click()
  await expect.element(field('Email')).toHaveFocus()
  await expect.element(field('Email')).toHaveValue('nora@example.com')
  await screen.unmount()
})

test('a new password that cannot be saved yet says why at a press of the button (access/password)', async () => {
  const calls = fakeServer({ body: {} })
  const screen = await showPage(() => <ResetPassword token="t" initial userRole={undefined} />)
  await expect.element(button('Save password')).toHaveAttribute('aria-disabled', 'true')
  await secret('Password').fill(password)
  await secret('Confirm password').fill('Tall-Hedge-42')
  await userEvent.keyboard('{Enter}')
  await expect.element(secret('Confirm password')).toHaveAccessibleDescription('Both password need to be the same')
  await expect.element(secret('Confirm password')).toHaveFocus()
  await secret('Password').fill('short')
  await secret('Confirm password').fill('short')
  await userEvent.keyboard('{Enter}')
  // Once: the help would say the same.
  await expect
    .element(secret('Password'))
    .toHaveAccessibleDescription('Must contain at least 8 characters, one uppercase, one lowercase and one number')
  expect(calls).toEqual([])
  await choosePassword()
  await expect.element(button('Save password')).toHaveAttribute('aria-disabled', 'false')
  await screen.unmount()
})

const dead: Said = { status: 422, body: { error: { token: ['This link has expired.'] }, code: 422 } }
const busy: Said = { status: 503, body: { error: 'The portal is very busy right now.', code: 503 } }

test.each([
  ['a used or expired link leads to a new one', dead, 1],
  ['a busy server says nothing about the link', busy, 0],
])('%s (access/links)', async (_name, said, links) => {
  fakeServer(said)
  const screen = await showPage(() => <ResetPassword token="t" initial={false} userRole={undefined} />)
  await choosePassword()
  await button('Save password').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(page.getByRole('link', { name: 'Ask for a new link' }).elements()).toHaveLength(links)
  await screen.unmount()
})

test('a password set in the browser of another person: the page says so and stays', async () => {
  const message = 'Your password is set. Please sign in with it.'
  fakeServer({ body: { message } }, { body: { user: { full_name: 'Ruth Feld' } } })
  const screen = await showPage(() => <ResetPassword token="t" initial={false} userRole={undefined} />)
  await choosePassword()
  await button('Save password').click()
  await expect.element(heading('The new password is set')).toHaveFocus()
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(page.getByText('Ruth Feld')).toBeVisible()
  await screen.unmount()
})

test('a link that was opened in another browser asks for the password, and is ready to take it', async () => {
  fakeServer({ status: 422, body: { error: 'Enter your password.', code: 2202 } })
  const screen = await showPage(() => <VerifyUser token="t" />)
  await button('Verify my account').click()
  await expect.element(heading('Is it you?')).toBeVisible()
  await expect.element(secret('Password')).toHaveFocus()
  await screen.unmount()
})

test('an invitation that a lost connection held up can be accepted again', async () => {
  const read: Said = { body: { organization: 'Summit', email: 'ivo@example.com' } }
  const calls = fakeServer(read, busy, { body: { organization: { id: 7, name: 'Summit' }, message: 'Done.' } })
  const screen = await showPage(() => <ConfirmInvitation token="t" />)
  await button('Accept invitation').click()
  await expect.element(heading('There was an issue confirming your invitation.')).toHaveFocus()
  await button('Try again').click()
  await expect.element(heading('The invitation was confirmed. Please, try to log in now.')).toBeVisible()
  expect(button('Try again').elements()).toEqual([])
  expect(calls).toHaveLength(3)
  await screen.unmount()
})

test('an invitation that is dead offers no second try', async () => {
  fakeServer(dead)
  const screen = await showPage(() => <ConfirmInvitation token="t" />)
  await button('Accept invitation').click()
  await expect.element(heading('There was an issue confirming your invitation.')).toBeVisible()
  expect(button('Try again').elements()).toEqual([])
  await screen.unmount()
})

test('the human verification that is missing says so in its place; a reload keeps the name', async () => {
  const calls = fakeServer(challenge)
  const screen = await showPage(() => <CreateUser token="t" />)
  const human = page.getByRole('checkbox')
  await field('First name').fill('Zoë')
  await field('Last name').fill('D’Angelo')
  await choosePassword()
  await button('Sign Up').click()
  await expect.element(human).toHaveFocus()
  await expect.element(human).toHaveAccessibleDescription('Please confirm that you are human.')
  await human.click()
  await expect.element(human).toBeChecked()
  await expect.element(human).toHaveFocus()
  await expect.element(human).toHaveAccessibleDescription('')
  // A second press takes nothing back.
  await userEvent.keyboard(' ')
  await expect.element(human).toBeChecked()
  expect(calls.map(({ path }) => path)).toEqual(['/organizations/read_invitation', '/bot_check'])
  dispatchEvent(new PageTransitionEvent('pagehide'))
  await screen.unmount()
  const reloaded = await showPage(() => <CreateUser token="t" />)
  await expect.element(field('First name')).toHaveValue('Zoë')
  await expect.element(secret('Password')).toHaveValue('')
  await reloaded.unmount()
})

test('the page after the sign-up without an address has nothing to sign up again', async () => {
  const screen = await showPage(() => <SignUpSuccess />)
  await expect.element(heading('Check your email')).toHaveFocus()
  expect(page.getByRole('link', { name: /Wrong address/ }).elements()).toEqual([])
  await screen.unmount()
})

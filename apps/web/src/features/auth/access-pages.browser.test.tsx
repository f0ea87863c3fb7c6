import { useRouter, useRouterState } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeServer, showPage } from '../../../test/show.tsx'
import { sayOnNextPage } from '../../lib/next-page.ts'
import styles from './access.module.css'
import { dropToken, heldToken, holdToken } from './one-time-link.ts'
import { ForgotPassword } from './passwords.tsx'
import { SignIn } from './sign-in.tsx'
import { SignUp, SignUpSuccess } from './sign-up.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})
const field = (name: string) => page.getByRole('textbox', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const contact = { phone: '(303) 555-0100', email: 'help@archwire.example' }

/** A page that was reached with this state. */
function Reached({ state, children }: { state: object; children: ReactNode }) {
  const { history } = useRouter()
  const isThere = useRouterState({ select: ({ location }) => Object.keys(state).every((key) => key in location.state) })
  // It stays when the page takes its state back.
  const [wasThere, setWasThere] = useState(isThere)
  if (isThere && !wasThere) setWasThere(true)
  if (wasThere) return children
  return (
    <button type="button" onClick={() => history.replace('/', state)}>
      Arrive
    </button>
  )
}
async function arriveAt(part: () => ReactNode, state: object) {
  const screen = await showPage(() => <Reached state={state}>{part()}</Reached>)
  await button('Arrive').click()
  return screen
}

test('Back leads from the password to the first step, with what was typed (access/sign-up)', async () => {
  const calls = fakeServer({ body: { valid: true, message: 'ok' } })
  const screen = await showPage(() => <SignUp labPartner={undefined} email={undefined} />)
  await field('First name').fill('Nora')
  await field('Last name').fill('Newman')
  await field('Email').fill('nora@example.com')
  await button('Next').click()
  await expect.element(page.getByRole('heading', { name: 'Almost there!' })).toBeVisible()
  await expect.element(page.getByText('nora@example.com')).toBeVisible()
  await page.getByLabelText('Password', { exact: true }).fill('Tall-Hedge-41')
  await button('Back').click()
  await expect.element(page.getByRole('heading', { name: 'Welcome to Archwire' })).toBeVisible()
  await expect.element(field('First name')).toHaveValue('Nora')
  await expect.element(field('Email')).toHaveValue('nora@example.com')
  await button('Next').click()
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('Tall-Hedge-41')
  expect(calls.filter(({ path }) => path.startsWith('/email/validate'))).toHaveLength(2)
  await screen.unmount()
})

test('a second step without the first one, as after a reload, begins with the first', async () => {
  fakeServer({ body: {} })
  const screen = await arriveAt(() => <SignUp labPartner={undefined} email={undefined} />, { step: 2 })
  await expect.element(page.getByRole('heading', { name: 'Welcome to Archwire' })).toBeVisible()
  await field('First name').fill('Nora')
  await field('Last name').fill('Newman')
  await field('Email').fill('nora@example.com')
  await expect.element(button('Next')).toBeEnabled()
  await screen.unmount()
})

test('the page after the sign-up names the address and sends the email again (access/no-telling)', async () => {
  const message = 'If this email belongs to an account that is not verified yet, we have sent the email again.'
  const calls = fakeServer(
    { status: 429, body: { error: 'Too many tries. Please wait a moment.', code: 429 } },
    { body: { message } },
  )
  const screen = await arriveAt(() => <SignUpSuccess />, { email: 'nora@example.com' })
  await expect.element(page.getByText('nora@example.com')).toBeVisible()
  await button('Send the email again').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Too many tries. Please wait a moment.')
  await button('Send the email again').click()
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  expect(calls.map(({ path, body }) => [path, body])).toEqual(
    Array.from({ length: 2 }, () => ['/resend_verification', { email: 'nora@example.com' }]),
  )
  await screen.unmount()
})

test('without an address, the page after the sign-up offers nothing that it cannot do', async () => {
  const screen = await showPage(() => <SignUpSuccess />)
  await expect.element(page.getByText(/^We have just sent an email to you\./)).toBeVisible()
  expect(button('Send the email again').elements()).toEqual([])
  await screen.unmount()
})

test('an address typed at the sign-in is there when the password was forgotten', async () => {
  fakeServer({ body: { contact, demo: null } })
  const screen = await arriveAt(() => <ForgotPassword />, { email: 'nora@example.com' })
  await expect.element(field('Email')).toHaveValue('nora@example.com')
  await screen.unmount()
})

test('a typed password is shown and hidden', async () => {
  fakeServer({ body: { contact, demo: null } })
  const screen = await showPage(() => <SignIn management={false} path={undefined} />)
  const password = page.getByLabelText('Password')
  await password.fill('Tall-Hedge-41')
  await expect.element(password).toHaveAttribute('type', 'password')
  await button('Show characters').click()
  await expect.element(password).toHaveAttribute('type', 'text')
  await expect.element(password).toHaveValue('Tall-Hedge-41')
  await button('Hide characters').click()
  await expect.element(password).toHaveAttribute('type', 'password')
  await button('Show characters').click()
  await button('Sign in').click()
  // Once the form is sent.
  await expect.element(password).toHaveAttribute('type', 'password')
  await screen.unmount()
})

test.each([
  ['done', 'Your password is changed.'],
  ['info', 'Your session has ended.'],
] as const)('what the page before says is shown as what it is: %s', async (tone, text) => {
  fakeServer({ body: { contact, demo: null } })
  sayOnNextPage(text, tone)
  const screen = await showPage(() => <SignIn management={false} path={undefined} />)
  await expect.element(page.getByRole('status')).toHaveTextContent(text)
  await expect.element(page.getByRole('status')).toHaveClass(styles[tone]!)
  await screen.unmount()
})

const demo = {
  password: 'Demo-Password-1',
  cases: { made: 60, total: 200 },
  is_complete: false,
  doors: [
    {
      page: '/login',
      title: 'Practices',
      people: [{ email: 'ada@archwire.example', who: 'Dr. Ada Example', shows: 'all cases' }],
    },
    {
      page: '/management',
      title: 'The lab',
      people: [{ email: 'tech@archwire.example', who: 'Tom Example', shows: 'work steps' }],
    },
  ],
}

test('a demo names its people at the sign-in; a press fills in the form (access/demo)', async () => {
  fakeServer({ body: { contact, demo } })
  const screen = await showPage(() => <SignIn management={false} path={undefined} />)
  await expect.element(page.getByText(/60 of 200 cases/)).toBeVisible()
  expect(page.getByText(/Tom Example/).elements(), 'people of the other door').toEqual([])
  await expect.element(page.getByRole('link', { name: /The lab/ })).toHaveAttribute('href', '/management')
  await page.getByRole('button', { name: /Dr\. Ada Example/ }).click()
  await expect.element(field('Email')).toHaveValue('ada@archwire.example')
  await expect.element(page.getByLabelText('Password')).toHaveValue('Demo-Password-1')
  await screen.unmount()
})

test('any other portal names no one', async () => {
  const calls = fakeServer({ body: { contact, demo: null } })
  const screen = await showPage(() => <SignIn management path={undefined} />)
  await expect.poll(() => calls.length).toBeGreaterThan(0)
  expect(new Set(calls.map(({ path }) => path))).toEqual(new Set(['/portal']))
  expect(page.getByRole('complementary').elements()).toEqual([])
  await screen.unmount()
})

test('the help names phone and email of the lab, and gives the focus back (access/help)', async () => {
  fakeServer({ body: { contact, demo: null } })
  const screen = await showPage(() => <SignUpSuccess />)
  await button('Help').click()
  await expect.element(page.getByRole('link', { name: contact.phone })).toHaveAttribute('href', 'tel:3035550100')
  await expect
    .element(page.getByRole('link', { name: contact.email }))
    .toHaveAttribute('href', `mailto:${contact.email}`)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(button('Help')).toHaveFocus()
  await screen.unmount()
})

test('a link from an email survives a reload and is forgotten once it was used (access/links)', async () => {
  expect(() => holdToken('/reset-password', { token: 'secret' })).toThrow()
  expect(heldToken('/reset-password')).toBe('secret')
  // The memory of a reloaded page is empty.
  vi.resetModules()
  const reloaded = await import('./one-time-link.ts')
  expect(reloaded.holdToken('/reset-password', {})).toBe('secret')
  reloaded.dropToken('/reset-password')
  expect(reloaded.holdToken('/reset-password', {})).toBe('')
  expect(() => holdToken('/dibs', { token: 'code' })).toThrow()
  expect(sessionStorage.length).toBe(0)
  dropToken('/reset-password')
  dropToken('/dibs')
})

import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sessionOf } from '../../../test/given-case.ts'
import { fakeServer, showPage } from '../../../test/show.tsx'
import { SessionContext, type Me } from '../../lib/session.tsx'
import { EmailPart } from './email-part.tsx'
import { ProfileForm } from './profile-form.tsx'
import { zonesWith } from './time-zone-field.tsx'

const own = {
  id: 1,
  version: 4,
  first_name: 'Sam',
  last_name: 'Super',
  email: 'sam@example.com',
  username: null,
  account_number: 'U-000001',
  time_zone: 'America/Denver',
  pending_email: null,
  email_change: null,
} satisfies Partial<Me>

const showAs = (role: 'supervisor' | 'doctor', Part: () => React.ReactNode, said: Partial<Me> = {}) =>
  showPage(() => (
    <SessionContext value={sessionOf(role, { ...own, ...said })}>
      <Part />
    </SessionContext>
  ))
const field = (name: string) => page.getByRole('textbox', { name })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const required = 'Required'
const short = 'Must contain at least 6 characters.'
const pattern = 'Must only contain alphanumeric characters or "-" in between.'

test.each([
  ['First Name', '', required],
  ['Last Name', ' ', required],
  ['Username', 'sam', short],
  ['Username', 'a'.repeat(256), 'Only up to 255 characters is allowed.'],
  ['Username', 'sam super', pattern],
  ['Username', '-samsuper', pattern],
  ['Account Number', '', required],
  ['Account Number', 'U-1', short],
  ['Account Number', 'U-0000000000000000001', 'Only up to 20 characters is allowed.'],
  ['Account Number', 'U_000001', pattern],
])('a profile with %s “%s” is not saved: %s', async (name, typed, problem) => {
  const screen = await showAs('supervisor', ProfileForm)
  await field(name).fill(typed)
  await userEvent.keyboard('{Tab}')
  await expect.element(field(name)).toHaveAccessibleDescription(problem)
  await expect.element(button('Save')).toBeDisabled()
  await screen.unmount()
})

test('only what changed is sent, on the version that was seen; an empty user name takes it away', async () => {
  const calls = fakeServer({ body: { user: { ...own, version: 5, first_name: 'Samuel' }, message: 'Saved.' } })
  const screen = await showAs('supervisor', ProfileForm, { username: 'sam-super' })
  await expect.element(button('Save')).toBeDisabled()
  await field('First Name').fill(' Samuel ')
  await field('Username').fill('')
  await button('Save').click()
  await expect.element(page.getByText('Saved.')).toBeVisible()
  expect(calls).toEqual([{ method: 'PUT', path: '/profile', body: { first_name: 'Samuel', username: '', version: 4 } }])
  await screen.unmount()
})

test('a refusal stands at its field, which gets the keyboard; leaving asks', async () => {
  fakeServer({ status: 422, body: { error: { account_number: ['This account number is taken.'] }, code: 422 } })
  const screen = await showAs('supervisor', ProfileForm)
  await field('Account Number').fill('U-000002')
  await button('Save').click()
  await expect.element(field('Account Number')).toHaveAccessibleDescription('This account number is taken.')
  await expect.element(field('Account Number')).toHaveFocus()
  screen.leave()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect.element(question).toMatchTextContent('Your changes to this profile are not saved yet.')
  await screen.unmount()
})

test('a practice’s person reads the account number', async () => {
  const screen = await showAs('doctor', ProfileForm, { account_number: 'U1' })
  await expect.element(field('Account Number')).toHaveValue('U1')
  await expect.element(field('Account Number')).toHaveAttribute('readonly')
  await field('Last Name').fill('Byron')
  await expect.element(button('Save')).toBeEnabled()
  await screen.unmount()
})

test('a time zone is found by typing, and saved', async () => {
  const calls = fakeServer({ body: { user: { ...own, version: 5, time_zone: 'America/New_York' }, message: 'Saved.' } })
  const screen = await showAs('supervisor', ProfileForm)
  await button('Time zone: America/Denver').click()
  await expect.element(page.getByRole('option', { name: 'America/Denver' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('combobox', { name: 'Search by region or city' }).fill('new york')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Time zone: America/New York')).toBeVisible()
  await button('Save').click()
  await expect.element(page.getByText('Saved.')).toBeVisible()
  expect(calls[0]!.body).toEqual({ time_zone: 'America/New_York', version: 4 })
  await screen.unmount()
})

test('while no time zone was ever chosen, that of this device comes first', async () => {
  const screen = await showAs('doctor', ProfileForm, { time_zone: null })
  await button('Time zone: Choose…').click()
  const first = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
  await expect.element(page.getByRole('option').first()).toHaveTextContent(first)
  await screen.unmount()
})

test('a zone is found by its present name, whatever name the browser lists it under', async () => {
  const screen = await showAs('doctor', ProfileForm, { time_zone: 'America/Indiana/Indianapolis' })
  await button('Time zone: America/Indiana/Indianapolis').click()
  const first = page.getByRole('option').first()
  await expect.element(first).toHaveTextContent('America/Indiana/Indianapolis')
  await expect.element(first).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('combobox', { name: 'Search by region or city' }).fill('kolkata')
  await expect.element(page.getByRole('option', { name: 'Asia/Kolkata' })).toBeVisible()
  await screen.unmount()
})

test('the zone that the browser names is offered under that name; one that is unknown is said to be', async () => {
  const named = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
  named.mockReturnValue({ timeZone: 'Etc/UTC' } as Intl.ResolvedDateTimeFormatOptions)
  const known = await showAs('doctor', ProfileForm, { time_zone: null })
  await button('Time zone: Choose…').click()
  await expect.element(page.getByRole('option').first()).toHaveTextContent('Etc/UTC')
  await known.unmount()
  named.mockReturnValue({ timeZone: 'Mars/Olympus' } as Intl.ResolvedDateTimeFormatOptions)
  const unknown = await showAs('doctor', ProfileForm, { time_zone: null })
  await expect.element(page.getByText(/^This device’s time zone, Mars\/Olympus, is unknown here\./)).toBeVisible()
  await unknown.unmount()
  named.mockRestore()
})

test('fifty time zones are listed at once, and the others counted', () => {
  const zones = Array.from({ length: 60 }, (_, at) => `Area/City_${at}`)
  expect(zonesWith('', zones)).toEqual({ found: zones.slice(0, 50), more: 10 })
  expect(zonesWith('area 59', zones)).toEqual({ found: ['Area/City_59'], more: 0 })
  expect(zonesWith('nowhere', zones)).toEqual({ found: [], more: 0 })
})

test('a new email that staff asked for is shown with its conditions and the way to cancel it', async () => {
  const email_change = {
    email: 'desk@example.com',
    asked_at: '2026-11-20T10:00:00.000Z',
    not_before: '2026-11-21T10:00:00.000Z',
    is_confirmed: false,
  }
  const screen = await showAs('doctor', EmailPart, { email_change })
  const note = page.getByRole('status')
  await expect.element(note).toMatchTextContent('Our staff asked to change your email to desk@example.com.')
  await expect.element(note).toMatchTextContent('not before 2026/11/21')
  await expect.element(note).toMatchTextContent('cancel it with the link in the email that we sent to sam@example.com')
  await screen.unmount()
})

test('a new email takes the password; the one that waits is shown with what to do', async () => {
  const calls = fakeServer(
    { status: 422, body: { error: { current_password: ['Wrong password.'] }, code: 422 } },
    { body: { user: own, message: 'Sent.' } },
  )
  const screen = await showAs('doctor', EmailPart, { pending_email: 'new@example.com' })
  await expect.element(page.getByRole('status')).toMatchTextContent('new@example.com is not verified yet.')
  await expect.element(page.getByRole('status')).toMatchTextContent('Until then you sign in with sam@example.com.')
  await button('Change email').click()
  const dialog = page.getByRole('dialog', { name: 'Change email' })
  const confirm = dialog.getByRole('button', { name: 'Change email' })
  await expect.element(confirm).toBeDisabled()
  const email = dialog.getByRole('textbox', { name: 'New email' })
  await email.fill('SAM@example.com')
  await userEvent.keyboard('{Tab}')
  await expect.element(email).toHaveAccessibleDescription('This is already your email.')
  await email.fill('sam.new@example.com')
  await expect.element(confirm).toBeDisabled()
  const password = dialog.getByLabelText(/Your password/)
  await password.fill('Not-the-one-1')
  await confirm.click()
  await expect.element(password).toHaveAccessibleDescription('Wrong password.')
  await password.fill('Tall-Hedge-41')
  await confirm.click()
  await expect.element(page.getByText('Sent.')).toBeVisible()
  expect(calls.map(({ body }) => body)).toEqual([
    { email: 'sam.new@example.com', current_password: 'Not-the-one-1' },
    { email: 'sam.new@example.com', current_password: 'Tall-Hedge-41' },
  ])
  await expect.element(dialog).not.toBeInTheDocument()
  await screen.unmount()
})

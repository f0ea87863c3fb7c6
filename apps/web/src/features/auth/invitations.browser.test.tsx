import { expect, test } from 'vitest'
import { fakeServer, later, showPage } from '../../../test/show.tsx'
import { ConfirmInvitation, CreateUser } from './invitations.tsx'

const summit = { body: { organization: 'Summit Orthodontics', email: 'ivo@example.com' } }
const confirmed = 'The invitation was confirmed. Please, try to log in now.'

test('an accepted invitation turns a spinner with a name; what came of it is said once (access/invitation)', async () => {
  const { answer, arrive } = later()
  fakeServer(summit, answer)
  const screen = await showPage(() => <ConfirmInvitation token="t" />)
  const lead = 'Accept to work with Summit Orthodontics. You sign in with your account ivo@example.com.'
  await expect.element(screen.getByText(lead)).toBeVisible()
  await screen.getByRole('button', { name: 'Accept invitation' }).click()
  await expect.element(screen.getByRole('progressbar', { name: 'One moment, please.' })).toBeVisible()
  expect(screen.getByText('One moment').elements()).toEqual([])
  arrive({ body: { organization: { id: 7, name: 'Summit' }, message: confirmed } })
  await expect.element(screen.getByRole('heading', { name: confirmed })).toBeVisible()
  expect(screen.container.innerText.split(confirmed)).toHaveLength(2)
  expect(screen.getByRole('progressbar').elements()).toEqual([])
  await screen.unmount()
})

test('an invitation that cannot be confirmed says so, and why', async () => {
  fakeServer({ status: 422, body: { error: { token: ['This link has expired.'] }, code: 422 } })
  const screen = await showPage(() => <ConfirmInvitation token="t" />)
  await screen.getByRole('button', { name: 'Accept invitation' }).click()
  const issue = screen.getByRole('heading', { name: 'There was an issue confirming your invitation.' })
  await expect.element(issue).toBeVisible()
  await expect.element(screen.getByText('This link has expired.')).toBeVisible()
  await screen.unmount()
})

test('the page of a new account names the practice, and the address that the account gets', async () => {
  const calls = fakeServer(summit)
  const screen = await showPage(() => <CreateUser token="t" />)
  await expect.element(screen.getByText('You were invited to work with Summit Orthodontics on Archwire.')).toBeVisible()
  const email = screen.getByRole('textbox', { name: 'Email' })
  await expect.element(email).toHaveValue('ivo@example.com')
  await expect.element(email).toHaveAttribute('readonly')
  expect(calls).toEqual([{ method: 'POST', path: '/organizations/read_invitation', body: { token: 't' } }])
  await screen.unmount()
})

test('a link that opens nothing any more says so before anything is typed', async () => {
  fakeServer({ status: 422, body: { error: { token: ['This link has expired.'] }, code: 422 } })
  const screen = await showPage(() => <CreateUser token="t" />)
  await expect.element(screen.getByRole('alert')).toHaveTextContent('This link has expired.')
  await screen.unmount()
})

test('without a token nothing is asked', async () => {
  const calls = fakeServer(summit)
  const screen = await showPage(() => <CreateUser token="" />)
  await expect.element(screen.getByText('You were invited to work with a practice on Archwire.')).toBeVisible()
  expect(calls).toEqual([])
  await screen.unmount()
})

import { expect, test } from 'vitest'
import { fakeServer, later, showPage } from '../../../test/show.tsx'
import { ConfirmInvitation } from './invitations.tsx'

const confirmed = 'The invitation was confirmed. Please, try to log in now.'

test('an accepted invitation turns a spinner with a name; what came of it is said once (access/invitation)', async () => {
  const { answer, arrive } = later()
  fakeServer(answer)
  const screen = await showPage(() => <ConfirmInvitation token="t" />)
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

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt } from '../../../test/given-case.ts'
import { givenUser, session } from '../../../test/given-user.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { UserDetails } from './user-details.tsx'

test('an email whose domain is of another script is read as it is written, in the form and as information', async () => {
  const stored = givenUser({ email: 'jane@xn--mller-kva.example', can: ['update', 'change_email'] })
  answersAt({ '/users/5': { user: stored }, '/users/6': { user: { ...stored, id: 6, can: givenUser().can } } })
  const show = (id: number) =>
    showPage(() => (
      <SessionContext value={session()}>
        <UserDetails id={id} />
      </SessionContext>
    ))
  const form = await show(5)
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveValue('jane@müller.example')
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await form.unmount()
  const facts = await show(6)
  await expect.element(page.getByText('jane@müller.example')).toBeVisible()
  await facts.unmount()
})

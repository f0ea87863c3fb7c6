import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { sessionOf } from '../../../test/given-case.ts'
import { fakeServer, showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { PasswordLink } from './password-link.tsx'

test('a link that cannot be asked for says why, and can be asked for again', async () => {
  const calls = fakeServer({ status: 429, body: { error: 'Too many tries. Please wait a moment.', code: 429 } })
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('doctor', { email: 'ada@example.com' })}>
      <PasswordLink />
    </SessionContext>
  ))
  const send = page.getByRole('button', { name: 'Send a link to set a new password' })
  await send.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Too many tries. Please wait a moment.')
  await expect.element(send).toBeEnabled()
  expect(calls.map(({ path }) => path)).toEqual(['/bot_check'])
  await send.click()
  await expect.poll(() => calls.length).toBe(2)
  await screen.unmount()
})

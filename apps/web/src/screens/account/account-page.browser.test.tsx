import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { AccountPage } from './account-page.tsx'

const own = {
  version: 1,
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@example.com',
  username: null,
  account_number: 'U-000001',
  time_zone: null,
  pending_email: null,
  additional_emails: [],
}

test.each([
  ['doctor', ['Profile', 'Email', 'Password']],
  ['supervisor', ['Profile', 'Email', 'Additional notification emails', 'Password']],
] as const)('a %s sees the parts of the user, no row of one tab, and no role', async (role, parts) => {
  const screen = await showPage(() => (
    <SessionContext value={sessionOf(role, own)}>
      <AccountPage tab="4" onTab={() => {}} />
    </SessionContext>
  ))
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Account')
  const headings = page.getByRole('heading', { level: 2 }).elements()
  expect(headings.map(({ textContent }) => textContent)).toEqual(parts)
  expect(page.getByRole('tablist').elements()).toEqual([])
  expect(page.getByText('Role').elements()).toEqual([])
  await screen.unmount()
})

import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { QuickGlance } from './quick-glance.tsx'

const organization = { id: 2, name: 'Summit', account_number: 'O-000002' }
const glance = {
  account_number: 'O-000002',
  joined_at: '2025-03-01T10:00:00.000Z',
  newest_case_submission: null,
  number_of_users: 4,
  number_of_patients: 17,
  manager: { id: 9, full_name: 'Mia Manager' },
  payment: { key: 'PAID', label: 'Closed', color: 'green' },
  onboarding: null,
}
const showFor = (role: 'supervisor' | 'doctor') =>
  showPage(() => (
    <SessionContext value={sessionOf(role)}>
      <QuickGlance organization={organization} />
    </SessionContext>
  ))
const button = page.getByRole('button', { name: 'Summit at a glance' })

test('staff open a practice at a glance; what there is none of is a dash (organizations/quick-glance)', async () => {
  const asked = answersAt({
    '/organizations/2': { organization: { ...organization, quick_glance: glance, contract: { id: 9 } } },
  })
  const screen = await showFor('supervisor')
  await expect.element(button).toBeVisible()
  expect(asked, 'nothing is asked before it is opened').toEqual([])
  await button.click()
  const panel = page.getByRole('dialog', { name: 'Summit at a glance' })
  await expect.element(panel.getByRole('link', { name: 'Mia Manager' })).toHaveAttribute('href', '/users/9')
  await expect.element(panel.getByRole('link', { name: 'Details' })).toHaveAttribute('href', '/subscriptions/9')
  for (const text of ['O-000002', '17', 'Closed'])
    await expect.element(panel.getByText(text, { exact: true })).toBeVisible()
  expect(panel.getByText('–', { exact: true }).elements()).toHaveLength(2)
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await screen.unmount()
})

test('people of a practice get no button', async () => {
  const screen = await showFor('doctor')
  expect(button.elements()).toHaveLength(0)
  await screen.unmount()
})

import { expect, test } from 'vitest'
import { show } from '../../../test/show.tsx'
import { GaugeBoard } from './gauges.tsx'

const gauges = { leads: 3, onboarding: 2, new: 1, active: 5, passive: 0, archived: 4 }
const statuses = { organization: gauges, user: { ...gauges, archived: null } }

test.each([
  ['organization', /3 Leads/, '/organizations?status=1'],
  ['organization', /4 Archived/, '/organizations?archived=1'],
  ['user', /0 Passive/, '/users?roles=doctor%2Cstaff_member&status=5'],
] as const)('a gauge of %s leads to the list that it counts (organizations/gauges)', async (board, name, href) => {
  const screen = await show(<GaugeBoard statuses={statuses} board={board} onBoard={() => {}} />)
  await expect.element(screen.getByRole('link', { name })).toHaveAttribute('href', href)
  await screen.unmount()
})

test('what a person may not see leads nowhere', async () => {
  const screen = await show(<GaugeBoard statuses={statuses} board="user" onBoard={() => {}} />)
  await expect.element(screen.getByText('Needs a permission')).toBeVisible()
  expect(screen.getByRole('link').elements()).toHaveLength(5)
  await screen.unmount()
})

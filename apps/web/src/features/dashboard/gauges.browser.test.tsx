import { expect, test } from 'vitest'
import { showPage } from '../../../test/show.tsx'
import type { Board } from './dashboard-search.ts'
import { GaugeBoard } from './gauges.tsx'

const gauges = { leads: 3, onboarding: 2, new: 1, active: 5, passive: 0, archived: 4 }
const statuses = { organization: gauges, user: { ...gauges, archived: null } }
const shown = (board: Board) => showPage(() => <GaugeBoard statuses={statuses} board={board} onBoard={() => {}} />)

test.each([
  ['organization', /3 Leads/, { 'filter[roles]': 'organization', 'filter[status]': '1' }],
  ['organization', /4 Archived/, { 'filter[roles]': 'organization', 'filter[status]': '6' }],
  ['user', /0 Passive/, { 'filter[roles]': 'doctor,staff_member', 'filter[status]': '5' }],
] as const)('a gauge of %s leads to the search that it counts (organizations/gauges)', async (board, name, search) => {
  const screen = await shown(board)
  const link = screen.getByRole('link', { name })
  await expect.element(link).toBeVisible()
  const { pathname, searchParams } = new URL((link.element() as HTMLAnchorElement).href)
  expect(pathname).toBe('/organizations-users')
  expect(Object.fromEntries([...searchParams].map(([key, value]) => [key, value.replaceAll('"', '')]))).toEqual(search)
  await screen.unmount()
})

test('what a person may not see leads nowhere', async () => {
  const screen = await shown('user')
  await expect.element(screen.getByText('Needs a permission')).toBeVisible()
  expect(screen.getByRole('link').elements()).toHaveLength(5)
  await screen.unmount()
})

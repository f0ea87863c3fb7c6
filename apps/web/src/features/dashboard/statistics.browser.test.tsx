import type { Counts } from '@archwire/contract/dashboard/routes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { Statistics } from './statistics.tsx'

const names = [
  'shipped',
  'submissions',
  'flawed_trays',
  'print_requests',
  'insert_brackets',
  'completed_cases',
  'initial_setups',
  'total_cases',
  'stone_models',
  'alginate',
  'intra_oral',
] as const

/** Figures of two days: that many cases of each count, as many submissions on the first day. */
const figures = (each: number, days: [string, string]) => ({
  counts: Object.fromEntries(names.map((name) => [name, each])) as Counts,
  statuses: null,
  plots: {
    each: 'day',
    points: days.map((day, index) => ({
      day,
      submissions: index === 0 ? each : 0,
      shipped: 0,
      hours_to_approval: null,
    })),
  },
  computed_at: '2026-03-04T12:00:00.000Z',
})

/** Which figures were asked for. */
const figuresOf = (asked: string[]) =>
  [...new Set(asked.filter((address) => address.startsWith('/dashboard')))].toSorted()

const show = (days: string) =>
  showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <Statistics search={{ days }} onSearch={() => undefined} />
    </SessionContext>
  ))

test('counts and plots are compared with as many days just before them (organizations/compared)', async () => {
  const asked = answersAt({
    '/dashboard': (address: string) =>
      address.includes('date_from=2026-03-03')
        ? figures(6, ['2026-03-03', '2026-03-04'])
        : figures(4, ['2026-03-01', '2026-03-02']),
  })
  const screen = await show('2026-03-03,2026-03-04')
  await expect.element(page.getByRole('link', { name: /^Submissions 6 \+50 % · 4 before$/ })).toBeVisible()
  expect(figuresOf(asked)).toEqual([
    '/dashboard?date_from=2026-03-01&date_to=2026-03-02',
    '/dashboard?date_from=2026-03-03&date_to=2026-03-04',
  ])
  const total = page.getByRole('region', { name: 'In all' })
  await expect.element(total.getByRole('heading')).toMatchTextContent(/^Until Wed, Mar 4/)
  const done = page.getByRole('region', { name: 'Done' }).getByRole('link')
  await expect
    .poll(() => done.elements().map(({ textContent }) => textContent.replace(/6.*/, '')))
    .toEqual(['Shipped', 'Completed cases'])
  const row = page.getByRole('table', { name: 'Submissions' }).getByRole('row', { name: /Mar 3/ })
  await expect.element(row.getByRole('cell').nth(0)).toHaveTextContent('6')
  await expect.element(row.getByRole('cell').nth(1)).toHaveTextContent('4')
  await screen.unmount()
})

test('an open range is compared with nothing', async () => {
  const asked = answersAt({ '/dashboard': figures(6, ['2026-03-03', '2026-03-04']) })
  const screen = await show(',2026-03-04')
  await expect.element(page.getByRole('link', { name: /^Submissions 6$/ })).toBeVisible()
  expect(figuresOf(asked)).toEqual(['/dashboard?date_to=2026-03-04'])
  // On paper the age of the figures is this date (`screens/paper`).
  const computed = page.getByText(/^Computed/).getByRole('time')
  await expect.element(computed).toHaveAttribute('title', '2026/03/04 05:00')
  await screen.unmount()
})

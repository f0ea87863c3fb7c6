import { daysKept, reportStatuses, type ReportStatus } from '@archwire/contract/reports/kinds.ts'
import { presentStatus } from '@archwire/contract/core/statuses.ts'
import type { Report } from '@archwire/contract/reports/schema.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { ReportPage } from './report-page.tsx'

const ended = '2026-11-20T10:00:00.000Z'
const report = (key: ReportStatus, said: Partial<Report> = {}): Report => ({
  id: 1,
  kind: 'cases',
  format: 'csv',
  from: '2026-10-01',
  to: '2026-10-31',
  status: presentStatus(reportStatuses, key),
  rows_done: 0,
  rows_total: null,
  size: null,
  created_at: ended,
  ended_at: null,
  expires_at: null,
  can: { cancel: reportStatuses[key].id < 3, download: key === 'completed' },
  ...said,
})
const completed = (said: Partial<Report> = {}): Report =>
  report('completed', {
    rows_done: 1_200,
    rows_total: 1_200,
    size: 34_000,
    ended_at: ended,
    expires_at: new Date(Date.parse(ended) + daysKept * 86_400_000).toISOString(),
    ...said,
  })

const settings = { settings: { lab: { time_zone: 'America/Denver' } } }
/** A server with these reports, which takes what is asked; returns what was sent. */
function givenServer(list: () => Report[] | Promise<never>, answers: Record<string, unknown> = {}): unknown[] {
  const sent: unknown[] = []
  answersAt({
    '/settings': settings,
    '/reports': (_asked: string, init?: RequestInit) => {
      if (init?.method !== 'POST') return { reports: list() }
      sent.push(JSON.parse(init.body as string))
      return { report: report('waiting'), message: 'The report is being made.' }
    },
    ...answers,
  })
  return sent
}
const button = (name: string | RegExp) => page.getByRole('button', { name })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })

test('a person chooses a report, days and a format, and sees it begin', async () => {
  const list: Report[] = []
  const sent = givenServer(() => list)
  const screen = await showPage(() => <ReportPage />)
  await expect.element(page.getByText('No reports yet.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Report' }).selectOptions('On-time rate')
  await expect.element(page.getByText('Prints shipped on these days, by practice and shipping method.')).toBeVisible()
  await field('First day').fill('2026-10-05')
  await field('Last day').fill('2026-10-20')
  await page.getByText('XLSX').click()
  // Days that are typed are no longer those of a range.
  await expect.element(page.getByRole('combobox', { name: 'Range' })).toHaveValue('custom')
  list.push(report('waiting'))
  await button('Make report').click()
  await expect.poll(() => sent).toEqual([{ kind: 'on_time', format: 'xlsx', from: '2026-10-05', to: '2026-10-20' }])
  await expect.element(page.getByText('Starts soon.')).toBeVisible()
  // One at a time.
  await expect.element(button('Make report')).toHaveAttribute('aria-disabled', 'true')
  await screen.unmount()
})

test('a range that is too long is said at its last day, which gets the focus, and nothing is sent', async () => {
  const sent = givenServer(() => [])
  const screen = await showPage(() => <ReportPage />)
  await field('First day').fill('2025-01-05')
  await field('Last day').fill('2026-10-20')
  await button('Make report').click()
  await expect.element(page.getByText('At most 12 months.')).toBeVisible()
  await expect.element(field('Last day')).toHaveFocus()
  await field('First day').fill('')
  await button('Make report').click()
  await expect.element(field('First day')).toHaveFocus()
  expect(sent).toEqual([])
  await screen.unmount()
})

test('a report in progress shows its rows and can be canceled, a completed one can be downloaded', async () => {
  let now = report('in_progress', { id: 2, rows_done: 400, rows_total: 1_200 })
  const calls: string[] = []
  givenServer(() => [now, completed()], {
    '/reports/2/cancel': () => {
      calls.push('cancel')
      now = report('canceled', { id: 2, ended_at: ended })
      return { report: now, message: 'The report is canceled.' }
    },
    '/reports/1/download_link': () => {
      calls.push('download')
      return { url: '#file' }
    },
  })
  const screen = await showPage(() => <ReportPage />)
  await expect.element(page.getByText('400 of 1,200 rows')).toBeVisible()
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('value', '400')
  now = report('in_progress', { id: 2, rows_done: 800, rows_total: 1_200 })
  await expect.element(page.getByText('800 of 1,200 rows')).toBeVisible()
  await button(/^Cancel Cases/).click()
  await expect.element(page.getByText('Canceled', { exact: true })).toBeVisible()
  await expect.element(button('Make report')).not.toHaveAttribute('aria-disabled')
  await expect.element(page.getByText(/1,200 rows, 33 KB\. Kept until Fri, Nov 27, 2026\./)).toBeVisible()
  await button(/^Download Cases, .*CSV$/).click()
  await expect.poll(() => calls).toEqual(['cancel', 'download'])
  await screen.unmount()
})

test('ends are told apart, and a list that does not load can be asked for again', async () => {
  let isDown = true
  answersAt({
    '/settings': settings,
    '/reports': () => {
      if (isDown) throw new TypeError('Failed to fetch')
      const tooLong = { id: 4, ended_at: ended, format: 'xlsx', rows_total: 2_000_000 } as const
      return {
        reports: [
          report('failed', { id: 2, ended_at: ended }),
          report('canceled', { id: 3, ended_at: ended }),
          report('failed', tooLong),
        ],
      }
    },
  })
  const screen = await showPage(() => <ReportPage />)
  await expect.element(page.getByText('This could not be loaded.')).toBeVisible()
  isDown = false
  await button('Try again').click()
  await expect.element(page.getByText('It could not be made. Please try again.')).toBeVisible()
  await expect.element(page.getByText('Canceled')).toBeVisible()
  const words = '2,000,000 rows are more than a workbook holds. Choose CSV or fewer days.'
  await expect.element(page.getByText(words)).toBeVisible()
  expect(button(/^Download/).elements()).toEqual([])
  await screen.unmount()
})

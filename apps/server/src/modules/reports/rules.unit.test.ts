import { reportStatuses, type ReportStatus } from '@archwire/contract/reports/kinds.ts'
import { expect, it } from 'vitest'
import { isExpired, isOpen, lastDayProblem, whyNotCanceled, whyNotDownloaded } from './rules.ts'

const now = new Date('2026-11-28T12:00:00Z')

it.each([
  ['waiting', true, null, 'This report is not completed yet.'],
  ['in_progress', true, null, 'This report is not completed yet.'],
  ['completed', false, 'This report is no longer being made.', null],
  ['failed', false, 'This report is no longer being made.', 'This report has no file.'],
  ['canceled', false, 'This report is no longer being made.', 'This report has no file.'],
] as const satisfies readonly (readonly [ReportStatus, boolean, string | null, string | null])[])(
  '%s: open %s, canceled: %s, downloaded: %s',
  (status, open, cancel, download) => {
    const report = { status_id: reportStatuses[status].id, expires_at: open ? null : now }
    expect([isOpen(report), whyNotCanceled(report), whyNotDownloaded(report)]).toEqual([open, cancel, download])
  },
)

it.each([
  [null, false],
  [now, true],
  [new Date(now.getTime() + 1), false],
])('what expires at %s is gone: %s', (expires_at, gone) => expect(isExpired({ expires_at }, now)).toBe(gone))

it.each([
  ['2026-11-27', undefined],
  ['2026-11-28', undefined],
  ['2026-11-29', 'The date is in the future'],
])('a report to %s on 28 November: %s', (to, problem) => expect(lastDayProblem(to, '2026-11-28')).toBe(problem))

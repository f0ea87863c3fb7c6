import { z } from 'zod'
import { HistoryEntry } from '../../activities/subscribers.ts'
import { defineJob } from '../../jobs/define.ts'
import { refreshRowsOfDoctor, refreshRowsOfOrganization, verifyCaseRows } from '../case-core/index.ts'
import { settleNotices } from '../notifications/index.ts'
import { remind } from './reminders.ts'
import { announce } from './announce.ts'
import { remindOfDeadlines } from './deadlines.ts'

export const caseJobs = [
  /** Notifies the people concerned about one entry of a case's history: bell and mail. */
  defineJob({
    name: 'case.announce',
    payload: HistoryEntry,
    retry: 'persistent',
    parallel: 2,
    run: announce,
  }),
  /** Marks the notices read for which an event of a case has left nothing to do. */
  defineJob({
    name: 'case.settle-notices',
    payload: HistoryEntry,
    retry: 'persistent',
    parallel: 2,
    run: ({ db }, { history_id }) => settleNotices(db, history_id),
  }),
  /** Mondays: one mail per doctor with all cases that wait for approval. */
  defineJob({
    name: 'approvals.remind',
    payload: z.strictObject({}),
    retry: 'persistent',
    schedule: { cron: '0 8 * * 1', clock: 'lab' },
    run: ({ db, publicUrl }) => remind(db, publicUrl),
  }),
  /** On business days: anyone who has to approve a setup by today or the next one is reminded once. */
  defineJob({
    name: 'approvals.deadlines',
    payload: z.strictObject({}),
    retry: 'persistent',
    schedule: { cron: '0 8 * * 1-5', clock: 'lab' },
    run: (tools) => remindOfDeadlines(tools),
  }),
  /** Writes a doctor's new name into the ready rows of the cases. */
  defineJob({
    name: 'cases.refresh-doctor',
    payload: z.strictObject({ user_id: z.int() }),
    retry: 'persistent',
    run: ({ db }, { user_id }) => refreshRowsOfDoctor(db, user_id),
  }),
  /** Writes an organization's new name into the ready rows of its cases. */
  defineJob({
    name: 'cases.refresh-organization',
    payload: z.strictObject({ organization_id: z.int() }),
    retry: 'persistent',
    run: ({ db }, { organization_id }) => refreshRowsOfOrganization(db, organization_id),
  }),
  /** Nightly: stored rows must equal rebuilt ones; differences are repaired and reported as a bug. */
  defineJob({
    name: 'upkeep.verify-case-rows',
    payload: z.strictObject({}),
    retry: 'soon',
    schedule: { cron: '41 9 * * *', clock: 'utc' },
    async run({ db, log }, _payload, { signal }) {
      const stale = await verifyCaseRows(db, signal)
      if (stale.length > 0) log.error({ cases: stale }, 'rows of the case list differed from what they are built from')
    },
  }),
]

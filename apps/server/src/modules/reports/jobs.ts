import { z } from 'zod'
import { defineJob, type JobDefinition } from '../../jobs/define.ts'
import { forgetReports } from './forget.ts'
import { makeReport } from './make.ts'

export const reportJobs: JobDefinition[] = [
  /** Makes the file of a report. */
  defineJob({
    name: 'reports.make',
    payload: z.strictObject({ report_id: z.int() }),
    retry: 'soon',
    // A worker takes two at once and makes one after the other: a year of a big lab takes minutes.
    expireInSeconds: 3_600,
    run: (tools, { report_id }, attempt) => makeReport(tools, report_id, attempt),
  }),
  /** Removes the files of a deleted person's reports. */
  defineJob({
    name: 'reports.remove-files',
    payload: z.strictObject({ keys: z.array(z.string()) }),
    retry: 'patient',
    run: async ({ storage }, { keys }) => {
      for (const key of keys) await storage.remove(key)
    },
  }),
  /** Nightly: removes reports with their files a week after they ended. */
  defineJob({
    name: 'reports.forget',
    payload: z.strictObject({}),
    retry: 'soon',
    schedule: { cron: '23 3 * * *', clock: 'lab' },
    run: forgetReports,
  }),
]

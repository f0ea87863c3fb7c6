import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import { enqueueDue } from './commands/enqueue-due.ts'
import { tellLab } from './commands/tell-lab.ts'
import { dayJob, runDay } from './commands/run-day.ts'

export const contractJobs = [
  /**
   * Every hour, first right after the lab's midnight: looks which practices have an order to be closed or charged. What a
   * worker that was down has missed is done by the next run.
   */
  defineJob({
    name: 'contracts.due',
    payload: z.strictObject({}),
    retry: 'soon',
    schedule: { cron: '2 * * * *', clock: 'lab' },
    run: ({ db, labZone }) => enqueueDue(db, labZone),
  }),
  /** Every morning: mails the lab which payments failed on the day before. */
  defineJob({
    name: 'contracts.tell-lab',
    payload: z.strictObject({}),
    retry: 'persistent',
    schedule: { cron: '0 7 * * *', clock: 'lab' },
    run: ({ db, publicUrl, labZone }) => tellLab(db, { publicUrl, labZone }),
  }),
  /** Closes and charges what the day brings for a practice. A charge without an answer is continued by `effects.finish`. */
  defineJob({
    name: dayJob,
    payload: z.strictObject({ organization_id: z.int() }),
    retry: 'soon',
    expireInSeconds: 600,
    run: async (tools, { organization_id: id }) => void (await runDay(tools, id)),
  }),
]

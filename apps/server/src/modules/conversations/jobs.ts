import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import { mailAway } from './mail-away.ts'

export const conversationJobs = [
  /** Every minute: who has not read what was written to them a while ago gets a mail. */
  defineJob({
    name: 'conversations.mail-away',
    payload: z.strictObject({}),
    retry: 'soon',
    schedule: { cron: '* * * * *', clock: 'utc' },
    run: (tools) => mailAway(tools),
  }),
]

import { z } from 'zod'
import { get } from './core/route.ts'
import { replayedMs } from './subjects.ts'

export const realtime = {
  stream: get('/realtime', {
    shows: [],
    summary: 'The event stream: what changed, by ids',
    rules: ['notices/live', 'organizations/tenant'],
    needs: 'session',
    query: z.strictObject({
      /** How long ago, in milliseconds, the page began to ask for what it shows: what changed since is repeated first. */
      missed_ms: z.coerce.number().int().min(0).max(replayedMs).default(0),
    }),
    /** Server-Sent Events; each message is `{ event, ids }`. */
    returns: z.unknown(),
    stream: true,
  }),
}

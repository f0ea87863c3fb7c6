import { z } from 'zod'
import { get } from './core/route.ts'

export const realtime = {
  stream: get('/realtime', {
    shows: [],
    summary: 'The event stream: what changed, by ids',
    rules: ['notices/live', 'organizations/tenant'],
    needs: 'session',
    /** Server-Sent Events; each message is `{ event, ids }`. */
    returns: z.unknown(),
    stream: true,
  }),
}

import { z } from 'zod'
import { get } from './core/route.ts'

export const realtime = {
  stream: get('/realtime', {
    shows: [],
    summary: 'The event stream: what changed, by ids',
    spec: '1 §7, 2 §7, 3 §7',
    needs: 'session',
    /** Server-Sent Events; each message is `{ event, ids }`. */
    returns: z.unknown(),
    stream: true,
  }),
}

import { z } from 'zod'
import { IdParams, Instant, line, Message } from '../core/fields.ts'
import { del, get, post, put } from '../core/route.ts'
import { browserNameLimit } from './limits.ts'

/** A browser that shows notices of its person while no page is open. */
export const PushBrowser = z.strictObject({
  id: z.int(),
  name: z.string(),
  /** Whether it was turned on in the session that asks. */
  is_this: z.boolean(),
  created_at: Instant,
  /** When a notice last reached it; null before the first one. */
  last_pushed_at: Instant.nullable(),
})
export type PushBrowser = z.infer<typeof PushBrowser>

/** A time of day, on the person's own clock. */
const time = () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time like 21:30')

/** From when until when nothing is shown; over midnight where the end comes first. Null: at any time. */
export const SilentHours = z.strictObject({ from: time(), to: time() })
export type SilentHours = z.infer<typeof SilentHours>

/** Where the browser's push service takes messages for it: https on its usual port, without a name or password. */
const endpoint = () =>
  z
    .string()
    .max(1000)
    .regex(/^https:\/\/[a-z0-9.-]+\/[\w\-.~!$&'()*+,;=:@/%?]+$/i, 'The address of a push service')

export const push = {
  get: get('/push', {
    shows: ['push_browser'],
    summary: 'The server’s public key, or null if it sends no push messages; my browsers; my silent hours',
    rules: ['notices/push', 'notices/silent'],
    needs: 'session',
    returns: z.strictObject({
      public_key: z.string().nullable(),
      browsers: z.array(PushBrowser),
      silent_hours: SilentHours.nullable(),
    }),
  }),
  addBrowser: post('/push/devices', {
    changes: ['push_browser'],
    summary: 'Turn on notifications in this browser until this session signs out; one of another person becomes mine',
    rules: ['notices/push', 'safety/other-sites'],
    needs: 'session',
    rate: { max: 30, per: 'user' },
    body: z.strictObject({
      endpoint: endpoint(),
      /** The browser’s public key (P-256, uncompressed) and its secret of 16 bytes, in base64url. */
      keys: z.strictObject({
        p256dh: z.string().regex(/^B[\w-]{86}$/, 'A public key'),
        auth: z.string().regex(/^[\w-]{22}$/, 'A secret of 16 bytes'),
      }),
      name: line(browserNameLimit),
    }),
    returns: z.strictObject({ browser: PushBrowser, message: z.string() }),
    example: {
      body: {
        endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk',
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
        name: 'Firefox on Android',
      },
    },
  }),
  removeBrowser: del('/push/devices/{id}', {
    changes: ['push_browser'],
    summary: 'Turn off notifications in one of my browsers',
    rules: ['notices/push'],
    needs: 'session',
    params: IdParams,
    returns: Message,
  }),
  setSilentHours: put('/push/silent_hours', {
    changes: ['push_browser'],
    summary: 'Set the silent hours of my browsers; null removes them',
    rules: ['notices/silent'],
    needs: 'session',
    body: z.strictObject({ silent_hours: SilentHours.nullable() }),
    returns: z.strictObject({ silent_hours: SilentHours.nullable(), message: z.string() }),
    example: { body: { silent_hours: { from: '21:00', to: '07:00' } } },
  }),
}

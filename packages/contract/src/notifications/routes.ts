import { z } from 'zod'
import { IdParams, Instant, Status } from '../core/fields.ts'
import { pageKeys, Meta } from '../core/paging.ts'
import { get, patch, post } from '../core/route.ts'
import { seesCases } from '../required-permissions.ts'

export const Notification = z.strictObject({
  id: z.int(),
  message: z.string(),
  link: z.string(),
  type: z.string(),
  patient_id: z.int().nullable(),
  patient_name: z.string().nullable(),
  /** The case that it is about, as it is now; null for none, and for one that the reader no longer sees. */
  case: z
    .strictObject({
      /** Case number, or the case code where it is empty. */
      number: z.string(),
      patient_status: Status,
      is_on_hold: z.boolean(),
      is_archived: z.boolean(),
      is_canceled: z.boolean(),
    })
    .nullable(),
  read_at: Instant.nullable(),
  created_at: Instant,
})
export type Notification = z.infer<typeof Notification>

export const notifications = {
  list: get('/notifications', {
    shows: ['notification'],
    summary: 'My notifications, newest first, with the number of unread ones',
    rules: ['notices/bell'],
    needs: 'session',
    query: z.strictObject(pageKeys(25)),
    returns: z.strictObject({ notifications: z.array(Notification), meta: Meta.extend({ unread: z.int() }) }),
  }),
  markAsRead: patch('/notifications/{id}/mark-as-read', {
    changes: ['notification'],
    summary: 'Mark one notification read',
    rules: ['notices/bell', 'notices/link'],
    needs: 'session',
    params: IdParams,
    returns: z.strictObject({ notification: Notification }),
  }),
  caseOpened: post('/patients/{id}/notifications/read', {
    changes: ['notification'],
    summary: 'Mark my notifications about a case read, because I have opened it; those about messages stay unread',
    rules: ['notices/settled', 'notices/message'],
    needs: seesCases,
    params: IdParams,
    returns: z.strictObject({ /** How many were unread. */ read: z.int() }),
  }),
}

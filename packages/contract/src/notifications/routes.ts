import { z } from 'zod'
import { IdParams, Instant } from '../core/fields.ts'
import { pageKeys, Meta } from '../core/paging.ts'
import { get, patch } from '../core/route.ts'

export const Notification = z.strictObject({
  id: z.int(),
  message: z.string(),
  link: z.string(),
  type: z.string(),
  patient_id: z.int().nullable(),
  patient_name: z.string().nullable(),
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
}

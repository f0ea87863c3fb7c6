import { pushWords } from '@archwire/contract/notifications/pushed.ts'
import { sql, type RawBuilder } from 'kysely'
import { jobRows } from '../../kernel/outbox.ts'

const pushed = sql.join(Object.keys(pushWords).map((type) => sql.lit(type)))

/**
 * The only way to a person's browsers: part of the statement that writes the bell, so that both are there or neither. A job
 * for each notification of `told` (id, user_id) whose type is pushed and whose person has a browser.
 */
export const pushRows = (told: RawBuilder<unknown>, type: string): RawBuilder<never> =>
  jobRows(sql`select 'push.spread', jsonb_build_object('notification_id', told.id), 0 from ${told} as told
    where ${type} in (${pushed}) and exists (select 1 from push_browsers b where b.user_id = told.user_id)`)

/**
 * Part of the same statement: notifications (by id) with new text are pushed again to browsers that have the old one.
 */
export const pushAgainRows = (replaced: RawBuilder<unknown>): RawBuilder<never> =>
  sql`delete from pushes where sent_at is not null and notification_id in (select id from ${replaced} as replaced)`

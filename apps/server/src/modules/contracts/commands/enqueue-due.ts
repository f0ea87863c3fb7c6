import { dayIn } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { labScope, rows } from '../../../db/scope.ts'
import { now } from '../../../kernel/clock.ts'
import { jobRows } from '../../../kernel/outbox.ts'
import { retryDays } from '../../billing/index.ts'
import { dayJob } from './run-day.ts'

/**
 * Enqueues a job for each practice for which the day brings something (`contracts/day`): its closing day has come, an order
 * is to be charged, or a retry. Suspended practices are charged, but close nothing; disabled and archived ones do neither.
 */
export async function enqueueDue(db: Db, zone: string): Promise<void> {
  const today = dayIn(zone, now())
  const retryDay = sql`(r.failed_at at time zone ${zone})::date + (${[...retryDays]}::int[])[r.retries + 1]`
  // One that became not paid behind an older one waits until that is paid.
  const waits = sql`exists (select from ${rows(labScope, 'orders', 'b')} where b.organization_id = r.organization_id
    and b.kind <> 'start_up' and b.is_retried and b.fm_invoice_status in ('NOT_PAID', 'BLOCKED')
    and (b.closing_day, b.id) < (r.closing_day, r.id))`
  await jobRows(sql`
    select ${dayJob}::text, jsonb_build_object('organization_id', c.organization_id), 0
    from ${rows(labScope, 'contracts', 'c')} join organizations o on o.id = c.organization_id
    where o.disabled_at is null and o.deleted_at is null and (
      (o.suspended_at is null and c.next_payment_date <= ${today}::date)
      or exists (select from ${rows(labScope, 'orders', 'r')} where r.organization_id = c.organization_id and r.kind <> 'start_up'
        and r.fm_invoice_status in ('PENDING', 'NOT_PAID') and r.is_retried
        and (r.tried_day is null or r.tried_day < ${today}::date)
        and case when r.failed_at is null then r.due_day <= ${today}::date else ${retryDay} <= ${today}::date end
        and (r.fm_invoice_status = 'PENDING' or r.failed_at is not null or not ${waits})
        and not exists (select from ${rows(labScope, 'payments', 'y')} where y.organization_id = r.organization_id
          and y.order_id = r.id and y.status in ('PENDING', 'PAID'))))
    order by c.organization_id`).execute(db)
}

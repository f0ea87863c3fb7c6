import { addDays, dayIn, type Day } from '@archwire/contract/core/dates.ts'
import { formatMoney, toDollars, type Cents } from '@archwire/contract/core/money.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { withinDays } from '../../../db/days.ts'
import { labScope, rows } from '../../../db/scope.ts'
import { now } from '../../../kernel/clock.ts'
import { queueMail } from '../../../services/mail/queue.ts'
import { organizationPeople } from '../../notifications/index.ts'
import { shownName } from '../../organizations/index.ts'
import { labMail, type Trouble } from '../mails.ts'

interface Found {
  day: Day
  practice: string
  invoice_id: number | null
  cents: Cents
  what: Trouble['what']
}

/** Days of a time without a worker that one mail makes up for. */
const most = 31
const activityOf = (day: Day): string => `lab.payments ${day}`

/**
 * Mails the lab's people who manage invoices, and their additional addresses, what failed, came back or was blocked since the
 * mail before, up to yesterday; nothing without trouble (`contracts/daily-mail`). Run again, it mails no one twice.
 */
export async function tellLab(
  db: Db,
  { publicUrl, labZone: zone }: { publicUrl: string; labZone: string },
): Promise<void> {
  const day = addDays(dayIn(zone, now()), -1)
  const troubles = (await troublesOf(db, [await firstUntold(db, day), day], zone)).map(({ cents, ...trouble }) => ({
    ...trouble,
    total: formatMoney(toDollars(cents)),
  }))
  if (troubles.length === 0) return
  const people = await organizationPeople(db, null, { holders: 'orders.manage' })
  const { rows: readers } = await sql<{ name: string; emails: string[] }>`
    select u.full_name as name, array(select u.email union select e.email from additional_emails e where e.user_id = u.id) as emails
    from users u where u.id = any(${people}::int[]) order by u.id`.execute(db)
  const link = `${publicUrl}/subscriptions?payment_status=NOT_PAID,BLOCKED`
  await db.transaction().execute(async (trx) => {
    for (const { name, emails } of readers)
      for (const to of emails)
        await queueMail(trx, {
          ...labMail(name, day, troubles, link),
          to,
          kind: 'lab.payments',
          activity: activityOf(day),
        })
  })
}

/** The first day of which no mail was sent that a mail up to this day can have. A day without a mail had no trouble, or no worker. */
async function firstUntold(db: Db, day: Day): Promise<Day> {
  const earliest = addDays(day, 1 - most)
  const { rows: found } = await sql<{ told: Day | null }>`
    select right(max(activity), 10) as told from mails
    where activity >= ${activityOf(earliest)} and activity < ${activityOf(day)}`.execute(db)
  const told = found[0]?.told
  return told ? addDays(told, 1) : earliest
}

/** Tries that failed on days of the lab, payments that came back on them, and orders that blocked their practice then. */
async function troublesOf(db: Db, days: [Day, Day], zone: string): Promise<Found[]> {
  const onDay = (at: string) => withinDays(sql.ref(at), days, zone)
  const { rows: found } = await sql<Found>`
    select ((x.at at time zone ${zone})::date)::text as day, ${shownName('o')} as practice, x.invoice_id, x.cents, x.what from (
      select y.organization_id, r.invoice_id, y.cents, y.updated_at as at, case y.status when 'DECLINED' then 'was declined'
          when 'VOIDED' then 'was taken back' else case when k.method = 'card' then 'was charged back' else 'was returned' end end as what
        from ${rows(labScope, 'payments', 'y')}
          left join ${rows(labScope, 'orders', 'r')} on r.organization_id = y.organization_id and r.id = y.order_id
          left join ${rows(labScope, 'payment_methods', 'k')} on k.organization_id = y.organization_id and k.id = y.payment_method_id
        where y.status in ('DECLINED', 'RETURNED', 'VOIDED') and ${onDay('y.updated_at')}
      union all
      select b.organization_id, b.invoice_id, b.total_cents, b.blocked_at, 'blocks the practice'
        from ${rows(labScope, 'orders', 'b')} where b.fm_invoice_status = 'BLOCKED' and ${onDay('b.blocked_at')}
    ) x join organizations o on o.id = x.organization_id
    order by 1, 2, x.at, x.invoice_id limit 500`.execute(db)
  return found
}

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
  practice: string
  invoice_id: number | null
  cents: Cents
  what: Trouble['what']
}

/**
 * Mails the lab's people who manage invoices, and their additional addresses, what failed, came back or was blocked on the
 * day before; nothing on a day without trouble (`contracts/daily-mail`). Run again, it mails nobody twice.
 */
export async function tellLab(
  db: Db,
  { publicUrl, labZone: zone }: { publicUrl: string; labZone: string },
): Promise<void> {
  const day = addDays(dayIn(zone, now()), -1)
  const troubles = (await troublesOf(db, day, zone)).map(({ cents, ...trouble }) => ({
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
          activity: `lab.payments ${day}`,
        })
  })
}

/** Tries that failed on a day of the lab, payments that came back on it, and orders that blocked their practice on it. */
async function troublesOf(db: Db, day: Day, zone: string): Promise<Found[]> {
  const onDay = (at: string) => withinDays(sql.ref(at), [day, day], zone)
  const { rows: found } = await sql<Found>`
    select ${shownName('o')} as practice, x.invoice_id, x.cents, x.what from (
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
    order by 1, x.at, x.invoice_id limit 500`.execute(db)
  return found
}

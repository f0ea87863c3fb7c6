import type { PaymentStatus } from '@archwire/contract/billing/statuses.ts'
import type { OrderKind } from '@archwire/contract/billing/lifecycle.ts'
import type { Day } from '@archwire/contract/core/dates.ts'
import { formatMoney, toDollars } from '@archwire/contract/core/money.ts'
import type { EventOf } from '@archwire/contract/subjects.ts'
import { sql } from 'kysely'
import type { Announcement } from '../../activities/subscribers.ts'
import type { Db } from '../../db/client.ts'
import { labScope, rows } from '../../db/scope.ts'
import { announceAbout } from '../notifications/index.ts'
import { shownName } from '../organizations/index.ts'
import { nextTry, waitsBehind, type UnpaidOrder } from './charging/schedule.ts'
import { unpaidJson } from './charging/unpaid.sql.ts'
import type { NoticeOrder } from './mails.ts'
import { noticeLinks, noticeWords } from './notice-words.ts'

interface Announced {
  id: number
  organization_id: number
  contract_id: number
  invoice_id: number
  cents: number
  refunded_cents: number
  status: PaymentStatus | null
  method: 'card' | 'bank' | null
  message: string
  kind: OrderKind
  due_day: Day
  unpaid: UnpaidOrder[]
  primary: { brand: string; last_four: string } | null
  practice: string
  /** It is archived or disabled. */
  is_closed: boolean
  owners: { name: string; email: string }[]
}

/** The job about an activity of an order: bell entries for the practice and the lab, and mails to owners. */
export const announce = announceAbout('order', {
  read: readOrder,
  words({ event, owners, is_closed, contract_id, ...found }, { publicUrl, labZone }) {
    const { practice } = found
    const words = noticeWords[event as EventOf<'order'>]
    if (!words) return []
    const order: NoticeOrder = {
      ...found,
      total: inDollars(found.cents),
      refunded: inDollars(found.refunded_cents),
      failure: failureOf(found),
      primary: found.primary && `${found.primary.brand} ending in ${found.primary.last_four}`,
      ...nextOf(found, labZone),
    }
    const link = noticeLinks.practice(found.organization_id)
    const inMail = publicUrl + (words.mailToInvoice ? noticeLinks.invoice(found.id) : link)
    const letter = (name: string | null) =>
      words.mail && { ...words.mail(name, order, { practice, link: inMail }), kind: `order.${event}` }
    // An archived or disabled practice gets no notice; the lab gets those about money (`notices/payments`).
    const bell = [
      ...(words.message && !is_closed ? [{ to: 'managers', message: words.message(order), link } as const] : []),
      ...(words.owners && !is_closed ? [{ to: 'owners', message: words.owners(order), link } as const] : []),
      ...(words.lab ? [toLab(words.lab(order), noticeLinks.lab(contract_id))] : []),
    ]
    const mail = (is_closed ? [] : owners).flatMap(({ name, email }) => {
      const own = letter(name)
      return own ? [{ ...own, to: email }] : []
    })
    return [{ kind: words.kind, bell, mail, copy: is_closed ? undefined : letter(null) }]
  },
})

/** A bell entry of the lab's people who manage invoices. */
const toLab = (message: string, link: string) => ({ to: { holders: 'orders.manage' as const }, message, link })

/** The order, its last payment, what was paid back of it at a moment, and the practice with its owners. */
async function readOrder(db: Db, { id, at }: Announcement): Promise<Announced | undefined> {
  const { rows: found } = await sql<Announced>`
    select r.id, r.organization_id, r.contract_id, r.invoice_id, r.total_cents as cents, ${shownName('o')} as practice,
      (o.deleted_at is not null or o.disabled_at is not null) as is_closed, r.kind, r.due_day::text as due_day, ${unpaidJson(labScope)} as unpaid,
      (select jsonb_build_object('brand', m.brand, 'last_four', m.last_four) from ${rows(labScope, 'payment_methods', 'm')}
        where m.organization_id = o.id and m.is_primary and m.deleted_at is null) as "primary", y.status, y.method, coalesce(y.message, '') as message,
      (select coalesce(sum(f.cents), 0)::bigint from ${rows(labScope, 'payment_refunds', 'f')}
        join ${rows(labScope, 'payments', 'p')} on p.organization_id = f.organization_id and p.id = f.payment_id
        where p.organization_id = r.organization_id and p.order_id = r.id and f.created_at = ${new Date(at)}) as refunded_cents,
      coalesce((select jsonb_agg(jsonb_build_object('name', u.full_name, 'email', u.email) order by u.id)
        from memberships m join users u on u.id = m.user_id
        where m.organization_id = o.id and m.role = 'organization_owner' and u.deleted_at is null), '[]') as owners
    from ${rows(labScope, 'orders', 'r')} join organizations o on o.id = r.organization_id
      left join lateral (select l.status, l.message, k.method from ${rows(labScope, 'payments', 'l')}
        left join ${rows(labScope, 'payment_methods', 'k')} on k.organization_id = l.organization_id and k.id = l.payment_method_id
        where l.organization_id = r.organization_id and l.order_id = r.id order by l.id desc limit 1) y on true
    where r.id = ${id}`.execute(db)
  return found[0]
}

/** A card's payment that comes back was charged back by its owner. */
function failureOf({ status, method }: Pick<Announced, 'status' | 'method'>): NoticeOrder['failure'] {
  if (status === 'RETURNED') return method === 'card' ? 'charged back' : 'returned'
  if (status === 'VOIDED') return 'voided'
  return status === 'DECLINED' ? 'declined' : null
}

/** When the portal tries the order next; null: not automatically, or only after an older one is paid. */
function nextOf({ id, unpaid }: Pick<Announced, 'id' | 'unpaid'>, zone: string) {
  const order = unpaid.find((one) => one.id === id)
  const waits = order !== undefined && waitsBehind(order, unpaid)
  return { waits, next_try: order && !waits ? nextTry(order, zone) : null }
}

const inDollars = (cents: number): string => formatMoney(toDollars(cents))

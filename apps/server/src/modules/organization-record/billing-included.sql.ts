import type { OrganizationBilling } from '@archwire/contract/organizations/billing-includes.ts'
import { toDollars } from '@archwire/contract/core/money.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { readsOrders } from '../billing/index.ts'
import { licensesOfPractice, readsLicense } from '../licenses/index.ts'
import { lastPaymentDay, nextPaymentDay, paymentStatusSql } from '../contracts/index.ts'

const parts = ['contract', 'orders', 'licenses', 'credits'] as const

/** What `include` asks for of a practice's subscription (`billing/included`); null for those who read no invoices of it. */
export async function billingIncluded(
  db: Db,
  actor: Actor,
  id: number,
  asked: readonly string[],
  zone: string,
): Promise<object> {
  const wanted = parts.filter((part) => asked.includes(part))
  if (wanted.length === 0) return {}
  const names = wanted.flatMap((part) => (part === 'contract' ? ['contract', 'contract_id'] : [part]))
  const all: Record<string, unknown> = readsOrders(actor, { organization_id: id })
    ? await read(db, actor, id, zone)
    : {}
  return Object.fromEntries(names.map((name) => [name, all[name] ?? null]))
}

async function read(db: Db, actor: Actor, id: number, zone: string): Promise<OrganizationBilling> {
  const { scope } = actor
  const { rows: found } = await sql<{ row: OrganizationBilling }>`
    select jsonb_build_object('contract', case when c.id is not null then jsonb_build_object('id', c.id,
        'initial_payment_date', c.initial_payment_date::text,
        'next_payment_date', (${nextPaymentDay})::text,
        'last_payment_date', ${lastPaymentDay(scope, zone)},
        'suspended_at', iso(o.suspended_at), 'suspension_type', case when o.suspended_at is not null then 1 end,
        'payment_status', ${paymentStatusSql(scope)}) end,
      'contract_id', c.id,
      'orders', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'invoice_id', r.invoice_id,
          'fm_invoice_status', r.fm_invoice_status, 'total', r.total_cents) order by r.created_at desc, r.id desc), '[]')
        from ${rows(scope, 'orders', 'r')} where r.organization_id = o.id),
      'licenses', ${licensesOfPractice(scope, id, readsLicense(actor, { organization_id: id }))},
      'credits', (select jsonb_build_object('value', e.cents - coalesce((select sum(x.cents) from ${rows(scope, 'order_lines', 'x')}
            where x.organization_id = o.id and x.credit_version = e.version), 0),
          'valid_from', e.valid_from::text, 'valid_to', e.valid_to::text)
        from ${rows(scope, 'organization_credits', 'e')} where e.organization_id = o.id order by e.version desc limit 1)) as row
    from organizations o left join ${rows(scope, 'contracts', 'c')} on c.organization_id = o.id where o.id = ${id}`.execute(
    db,
  )
  const { orders, credits, ...billing } = found[0]!.row
  return {
    ...billing,
    orders: orders.map((order) => ({ ...order, total: toDollars(order.total) })),
    credits: credits && { ...credits, value: toDollars(credits.value) },
  }
}

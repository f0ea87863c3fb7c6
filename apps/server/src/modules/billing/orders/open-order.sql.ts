import type { InvoiceStatus } from '@archwire/contract/billing/statuses.ts'
import type { OrderKind } from '@archwire/contract/billing/lifecycle.ts'
import type { PaperAddress } from '@archwire/contract/billing/schema.ts'
import type { Day } from '@archwire/contract/core/dates.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { startOf } from '../../../db/days.ts'
import { named } from '../../../db/prepared.ts'
import { rows, type Scope } from '../../../db/scope.ts'
import { shownName } from '../../organizations/index.ts'
import { pricesAt, type PriceRow } from '../../pricing/index.ts'
import { settingBefore } from '../../settings/index.ts'
import { closedBefore, mostBoughtSeats, seatPriceAt } from './seats.sql.ts'
import { runningCode, type RunningCode } from './running-code.sql.ts'

/** Who an order is for, as its paper names it; frozen when it closes. */
export interface Paper {
  organization: { id: number; name: string; account_number: string }
  billing_address: PaperAddress | null
}

/** A contract with its open order, and everything but the ledger that decides what the order costs. */
export interface OpenOrder {
  organization_id: number
  contract_id: number
  order: {
    id: number
    kind: OrderKind
    fm_invoice_status: InvoiceStatus
    created_at: string
  }
  /** The closing day of the contract, and the day of the month that it keeps. */
  next_payment_date: Day
  billing_day: number
  /** The closing day of the monthly order before; the day on which the contract started while there was none. */
  closed_before: Day
  template_version: 1 | 2
  suspended: boolean
  disabled: boolean
  archived: boolean
  /** The account setup is finished. */
  has_main_location: boolean
  prices: PriceRow
  tax_state: string
  tax_percent: string
  card_fee_percent: string
  method: 'card' | 'bank' | null
  /** Those that are on and whose days include the closing day, by id. */
  rules: { id: number; label: string; cents: number }[]
  /** Those that are on and start after the closing day, the next one first. */
  rules_to_come: { id: number; label: string; cents: number; from: Day }[]
  /** The most seats that were bought on any day since the closing before, and the price of one. */
  seats: { count: number; price: number }
  credit: { version: number; amount: number; validFrom: Day | null; validTo: Day | null } | null
  running_code: RunningCode | null
  paper: Paper
}

/** The practice `o` as papers name it, as JSON (`Paper`). */
export const paperJson = (scope: Scope): RawBuilder<unknown> => sql`jsonb_build_object(
  'organization', jsonb_build_object('id', o.id, 'name', ${shownName('o')}, 'account_number', o.account_number),
  'billing_address', (select jsonb_build_object('name', a.first_name || ' ' || a.last_name, 'street_address', a.street_address,
      'street_address_line_2', a.street_address_line_2, 'city', a.city, 'state', a.state, 'zip_code', a.zip_code, 'country', a.country)
    from ${rows(scope, 'billing_addresses', 'a')} where a.organization_id = o.id))`

/**
 * The open order of a practice within reach, with what decides on its sums: prices, tax and card fee that hold when the
 * closing day starts in the lab's zone (docs/decisions/139), everything else as it is now. By hand, the day of the closing is given. A suspended practice has no
 * closing day of its own, and the prices of now. Null without a contract.
 */
export async function findOpenOrder(
  db: Db,
  scope: Scope,
  organizationId: number,
  { zone, now, day = null }: { zone: string; now: Date; day?: Day | null },
): Promise<OpenOrder | null> {
  const closing = sql`coalesce(${day}::date, c.next_payment_date)`
  const cutoff = sql`case when ${day}::date is null and o.suspended_at is null then least(${now}::timestamptz, x.begins) else ${now}::timestamptz end`
  const query = sql<{ row: OpenOrder }>`
    select jsonb_build_object('organization_id', o.id, 'contract_id', c.id,
      'order', jsonb_build_object('id', r.id, 'kind', r.kind, 'fm_invoice_status', r.fm_invoice_status, 'created_at', iso(r.created_at)),
      'next_payment_date', c.next_payment_date::text, 'billing_day', c.billing_day, 'closed_before', (${closedBefore(scope)})::text,
      'template_version', o.template_version, 'suspended', o.suspended_at is not null, 'disabled', o.disabled_at is not null,
      'archived', o.deleted_at is not null,
      'has_main_location', exists (select from ${rows(scope, 'locations', 'm')} where m.organization_id = o.id and m.is_main and m.deleted_at is null),
      'prices', ${pricesAt(cutoff)}, 'tax_state', coalesce(${settingBefore('tax.state', cutoff)}, s.tax_state),
      'tax_percent', coalesce(${settingBefore('tax.rate', cutoff)}, s.tax_rate_percent::text),
      'card_fee_percent', coalesce(${settingBefore('credit_card.fee', cutoff)}, s.credit_card_fee_percent::text),
      'method', (select k.method from ${rows(scope, 'payment_methods', 'k')} where k.organization_id = o.id and k.is_primary and k.deleted_at is null limit 1),
      'rules', (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'label', u.custom_description, 'cents', u.cents) order by u.id), '[]')
        from ${rows(scope, 'periodic_rules', 'u')} where u.organization_id = o.id and u.contract_id = c.id and u.is_active and u.deleted_at is null
          and coalesce(u.applied_from, ${closing}) <= ${closing} and coalesce(u.applied_to, ${closing}) >= ${closing}),
      'rules_to_come', (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'label', u.custom_description, 'cents', u.cents,
          'from', u.applied_from::text) order by u.applied_from, u.id), '[]')
        from ${rows(scope, 'periodic_rules', 'u')} where u.organization_id = o.id and u.contract_id = c.id and u.is_active and u.deleted_at is null
          and u.applied_from > ${closing} and coalesce(u.applied_to, u.applied_from) >= u.applied_from),
      'seats', jsonb_build_object('price', ${seatPriceAt(cutoff)}, 'count', ${mostBoughtSeats(scope, { end: closing, zone })}),
      'credit', (select jsonb_build_object('version', e.version, 'validFrom', e.valid_from::text, 'validTo', e.valid_to::text,
          'amount', e.cents - coalesce((select sum(l.cents) from ${rows(scope, 'order_lines', 'l')}
            where l.organization_id = o.id and l.credit_version = e.version), 0))
        from ${rows(scope, 'organization_credits', 'e')} where e.organization_id = o.id order by e.version desc limit 1),
      'running_code', ${runningCode(scope, sql`o.id`)}, 'paper', ${paperJson(scope)}) as row
    from ${rows(scope, 'contracts', 'c')} join organizations o on o.id = c.organization_id
      join orders r on r.organization_id = c.organization_id and r.contract_id = c.id and r.fm_invoice_status = 'CURRENT'
      cross join lab_settings s
      cross join lateral (select ${startOf(sql`c.next_payment_date`, zone)} as begins) x
    where c.organization_id = ${organizationId}`
  // A practice has one open order, whichever it is: planning takes longer than reading it.
  const { rows: found } = await named('billing.open-order', query).execute(db)
  return found[0]?.row ?? null
}

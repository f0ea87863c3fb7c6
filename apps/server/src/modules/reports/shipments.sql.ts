import { toDollars } from '@archwire/contract/core/money.ts'
import { courierOf } from '@archwire/contract/requests/couriers.ts'
import { sql } from 'kysely'
import { rows } from '../../db/scope.ts'
import { methodName } from '../calendar/index.ts'
import { isShipped } from '../case-core/index.ts'
import { day, dayOf, listing, money, number, text } from './source.ts'

interface Row {
  request: number
  cases: string
  location: string | null
  shipping_method: string | null
  ship_date: string | null
  shipped: string
  tracking_number: string
  cents: number | null
}

/**
 * What went out with the print `pr`: prints of one practice and tracking number, completed for the same location, method and
 * day. Its own case comes first.
 */
const casesOf = sql`'C-' || pr.patient_id || coalesce((
  select string_agg(', C-' || b.patient_id, '' order by b.patient_id)
  from (select distinct w.patient_id from printing_requests w
    where w.organization_id = pr.organization_id and ${isShipped('w')}
      and upper(w.tracking_number) = upper(pr.tracking_number) and w.location_id is not distinct from pr.location_id
      and w.shipping_method is not distinct from pr.shipping_method and w.ship_date is not distinct from pr.ship_date
      and w.patient_id <> pr.patient_id) b), '')`

/** What the ledger holds for the shipping of the print `pr`; before the ledger, the fee that was entered. */
const feeOf = sql`coalesce((select sum(c.cents)::int from charges c
    where c.organization_id = pr.organization_id and c.source = 'print' and c.source_id = pr.id
      and starts_with(c.fee, 'shipping_fees.') and c.voided_at is null), pr.custom_shipping_fee_cents, 0)`

/** The prints that were shipped: a row for each, which names the other cases of its parcel. */
export const shipmentsSource = listing<Row>({
  columns: [
    number('Request'),
    text('Case(s)'),
    text('Location'),
    text('Method'),
    day('Ship date'),
    day('Shipped'),
    text('Tracking'),
    text('Carrier'),
    money('Fee'),
  ],
  from: ({ scope }) => sql`${rows(scope, 'printing_requests', 'pr')}
    join patients p on p.organization_id = pr.organization_id and p.id = pr.patient_id
    left join locations l on l.organization_id = pr.organization_id and l.id = pr.location_id`,
  where: sql`p.deleted_at is null and ${isShipped('pr')}`,
  at: sql`pr.completed_at`,
  id: sql`pr.id`,
  select: ({ zone }) => sql`pr.customer_request_id as request, ${casesOf} as cases, l.location_name as location,
    pr.shipping_method, pr.ship_date::text as ship_date, ${dayOf(sql`pr.completed_at`, zone)} as shipped, pr.tracking_number,
    ${feeOf} as cents`,
  cells(row) {
    const method = methodName(row.shipping_method)
    return [
      row.request,
      row.cases,
      row.location,
      method,
      row.ship_date,
      row.shipped,
      row.tracking_number,
      courierOf(row.tracking_number, method).name,
      row.cents === null ? null : toDollars(row.cents),
    ]
  },
})

import { sql, type RawBuilder } from 'kysely'
import { inScope, rows, type Scope } from '../../../db/scope.ts'
import { fullNameSql } from '../../case-core/index.ts'

/** The case `p` with its form `f` and doctor `d`, as the blocks of an order name it (`CaseHead`), as JSON. */
const headJson = (zone: string): RawBuilder<unknown> => sql`case when p.id is not null then jsonb_build_object(
  'patient_name', ${fullNameSql}, 'doctor_name', d.full_name, 'case_number', p.id, 'case_number_text', coalesce(p.case_number_text, ''),
  'impression_type', f.impression_type, 'creation_date', ((p.created_at at time zone ${zone})::date)::text) end`

/** A row of the ledger `c` as JSON (`LedgerRow`), written by the person `w`, for the case `p`. */
const rowJson = (
  head: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`jsonb_build_object('id', c.id, 'source', c.source,
  'fee', c.fee, 'kind', c.kind, 'label', c.label, 'why', c.why, 'times', c.times, 'unit', c.unit_cents, 'cents', c.cents,
  'printed_arches', c.printed_arches, 'price_list', c.price_list, 'price_overrides', c.price_overrides, 'day', c.day::text,
  'user_name', c.user_name, 'user_role', w.role, 'patient_id', p.id, 'patient', ${head})`

/**
 * Joins to rows of the ledger `c` who wrote them, and the case as it is now. Rows of an Rx form are those of the case that
 * has the form, also once it moved there from another one (`cases/created`), as on the page of the case.
 */
const joined = sql`left join users w on w.id = c.user_id
  left join rx_forms own on own.organization_id = c.organization_id and own.id = c.source_id
    and c.source in ('form', 'rush', 'change')
  left join patients p on p.organization_id = c.organization_id and p.id = coalesce(own.patient_id, c.patient_id)
  left join rx_forms f on f.organization_id = p.organization_id and f.patient_id = p.id
  left join users d on d.id = p.user_id`

/** The rows of a practice's ledger that are on no closed order, as statement of (row). */
export const openRows = (scope: Scope, organizationId: number, zone: string): RawBuilder<unknown> => sql`
  select ${rowJson(headJson(zone))} as row from ${rows(scope, 'charges', 'c')} ${joined}
  where c.organization_id = ${organizationId} and c.order_id is null and c.voided_at is null`

/**
 * Takes the rows of a practice's ledger that count by a day onto an order that closes, as statement of (row). The rows' own
 * locks, taken by id, decide between this and whoever voids them.
 */
export const takeRows = (
  scope: Scope,
  { organizationId, orderId }: { organizationId: number; orderId: number },
  counts: RawBuilder<unknown>,
  zone: string,
): RawBuilder<unknown> => sql`
  with open as (
    select x.id from charges x
    where ${inScope(scope, 'charges', 'x')} and x.organization_id = ${organizationId} and x.order_id is null and x.voided_at is null
      and (${counts} or (x.source = 'order' and x.source_id = ${orderId}))
    order by x.id for no key update
  ), c as (
    update charges x set order_id = ${orderId} from open where ${inScope(scope, 'charges', 'x')} and x.organization_id = ${organizationId} and x.id = open.id
    returning x.*
  )
  select ${rowJson(headJson(zone))} as row from c ${joined}`

/** The lines of the order `r` as JSON (`OrderLine[]`), each with its row and the case as it was; its id while it exists. */
export const linesJson = (scope: Scope): RawBuilder<unknown> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'kind', l.kind, 'description', l.description, 'details', l.details,
      'cents', l.cents, 'product_id', l.product_id, 'promotion_code', k.code, 'promotion_code_id', l.promotion_code_id, 'not_taken', l.not_taken_cents,
      'start', l.start_date::text, 'end', l.end_date::text, 'rule_id', l.periodic_rule_id, 'credit_version', l.credit_version,
      'row', case when c.id is not null then ${rowJson(sql`l.patient`)} end) order by l.position), '[]')
  from ${rows(scope, 'order_lines', 'l')} left join promotion_codes k on k.id = l.promotion_code_id
    left join charges c on c.organization_id = l.organization_id and c.id = l.charge_id
    left join users w on w.id = c.user_id
    left join patients p on p.organization_id = l.organization_id and p.id = (l.patient ->> 'case_number')::int
  where l.organization_id = r.organization_id and l.order_id = r.id)`

import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { inScope, rows, type Scope } from '../../../db/scope.ts'
import { fullNameSql } from '../../case-core/index.ts'
import type { CaseHead, LedgerRow } from './rows.ts'

/** The case of the row `c` as the blocks of an order name it now (`CaseHead`), as JSON. */
const headJson = (zone: string): RawBuilder<unknown> => sql`(
  select json_build_object('patient_name', ${fullNameSql}, 'doctor_name', d.full_name, 'case_number', p.id,
    'case_number_text', coalesce(p.case_number_text, ''), 'impression_type', f.impression_type,
    'creation_date', ((p.created_at at time zone ${zone})::date)::text)
  from patients p left join rx_forms f on f.organization_id = p.organization_id and f.patient_id = p.id
    left join users d on d.id = p.user_id
  where p.organization_id = c.organization_id and p.id = c.case_id)`

/** What is read of each row of the ledger `c`, which has its `case_id`. */
const fields = (zone: string): Record<keyof LedgerRow, RawBuilder<unknown>> => ({
  id: sql`c.id`,
  source: sql`c.source`,
  fee: sql`c.fee`,
  kind: sql`c.kind`,
  label: sql`c.label`,
  why: sql`c.why`,
  times: sql`c.times`,
  unit: sql`c.unit_cents`,
  cents: sql`c.cents`,
  printed_arches: sql`c.printed_arches`,
  price_list: sql`c.price_list`,
  price_overrides: sql`c.price_overrides`,
  day: sql`c.day`,
  user_name: sql`c.user_name`,
  user_role: sql`w.role`,
  patient_id: sql`c.case_id`,
  // An order has several rows of each case: the case is read once, and sent with the first of them.
  patient: sql`case when row_number() over (partition by c.case_id order by c.id) = 1 then ${headJson(zone)} end`,
})

/**
 * Rows of the ledger `c` field by field: each field of all rows as one JSON array, in the same order. A big order is read in
 * a third of the time that JSON of each row takes (`npm run bench -- invoices`).
 */
function byField(zone: string, from: RawBuilder<unknown>): RawBuilder<unknown> {
  const all = Object.entries(fields(zone))
  return sql`select ${sql.join(all.map(([name]) => sql`json_agg(z.${sql.ref(name)}) as ${sql.ref(name)}`))} from (
    select ${sql.join(all.map(([name, value]) => sql`${value} as ${sql.ref(name)}`))}
    from ${from} left join users w on w.id = c.user_id) z`
}

/**
 * The case of the row `x`. Rows of an Rx form are those of the case that has the form, also once it moved there from
 * another one (`cases/created`), as on the page of the case.
 */
const caseId = sql`coalesce(own.patient_id, x.patient_id) as case_id`
const ownForm = sql`left join rx_forms own on own.organization_id = x.organization_id and own.id = x.source_id
    and x.source in ('form', 'rush', 'change')`

/** Null: there are no rows. */
type ByField = Record<keyof LedgerRow, unknown[] | null>

/** The rows from their fields, each with its case. */
function rowsFrom(found: ByField): LedgerRow[] {
  const ledger = (found.id ?? []).map(() => ({}) as Record<string, unknown>)
  for (const [name, values] of Object.entries(found)) values?.forEach((value, at) => (ledger[at]![name] = value))
  return withCases(ledger as unknown as LedgerRow[])
}

/** Gives the case that came with the first of its rows to all of them. */
function withCases(ledger: LedgerRow[]): LedgerRow[] {
  const cases = new Map<number, CaseHead>()
  for (const { patient_id, patient } of ledger) if (patient_id !== null && patient) cases.set(patient_id, patient)
  for (const row of ledger) row.patient = row.patient_id === null ? null : cases.get(row.patient_id)!
  return ledger
}

/** The rows of a practice's ledger that are on no closed order. */
export async function openRows(db: Db, scope: Scope, organizationId: number, zone: string): Promise<LedgerRow[]> {
  const open = sql`(select x.*, ${caseId} from ${rows(scope, 'charges', 'x')} ${ownForm}
    where x.organization_id = ${organizationId} and x.order_id is null and x.voided_at is null) c`
  const { rows: found } = await sql<ByField>`${byField(zone, open)}`.execute(db)
  return rowsFrom(found[0]!)
}

/**
 * Takes the rows of a practice's ledger that count by a day onto an order that closes. The rows' own locks, taken by id,
 * decide between this and the person who voids them.
 */
export async function takeRows(
  trx: Db,
  scope: Scope,
  { organizationId, orderId }: { organizationId: number; orderId: number },
  counts: RawBuilder<unknown>,
  zone: string,
): Promise<LedgerRow[]> {
  const { rows: found } = await sql<ByField>`
    with open as (
      select x.id from charges x
      where ${inScope(scope, 'charges', 'x')} and x.organization_id = ${organizationId} and x.order_id is null and x.voided_at is null
        and (${counts} or (x.source = 'order' and x.source_id = ${orderId}))
      order by x.id for no key update
    ), taken as (
      update charges x set order_id = ${orderId} from open where ${inScope(scope, 'charges', 'x')} and x.organization_id = ${organizationId} and x.id = open.id
      returning x.*
    )
    ${byField(zone, sql`(select x.*, ${caseId} from taken x ${ownForm}) c`)}`.execute(trx)
  return rowsFrom(found[0]!)
}

/** The row `c` of a line as JSON (`LedgerRow`), written by the person `w`, for the case `p` as the line `l` kept it. */
const rowJson = sql`json_build_object('id', c.id, 'source', c.source,
  'fee', c.fee, 'kind', c.kind, 'label', c.label, 'why', c.why, 'times', c.times, 'unit', c.unit_cents, 'cents', c.cents,
  'printed_arches', c.printed_arches, 'price_list', c.price_list, 'price_overrides', c.price_overrides, 'day', c.day::text,
  'user_name', c.user_name, 'user_role', w.role, 'patient_id', p.id, 'patient', l.patient)`

/** The lines of the order `r` as JSON (`OrderLine[]`), each with its row and the case as it was; its id while it exists. */
export const linesJson = (scope: Scope): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(json_build_object('id', l.id, 'kind', l.kind, 'description', l.description, 'details', l.details,
      'cents', l.cents, 'product_id', l.product_id, 'promotion_code', k.code, 'promotion_code_id', l.promotion_code_id, 'not_taken', l.not_taken_cents,
      'start', l.start_date::text, 'end', l.end_date::text, 'rule_id', l.periodic_rule_id, 'credit_version', l.credit_version,
      'row', case when c.id is not null then ${rowJson} end) order by l.position), '[]')
  from ${rows(scope, 'order_lines', 'l')} left join promotion_codes k on k.id = l.promotion_code_id
    left join charges c on c.organization_id = l.organization_id and c.id = l.charge_id
    left join users w on w.id = c.user_id
    left join patients p on p.organization_id = l.organization_id and p.id = (l.patient ->> 'case_number')::int
  where l.organization_id = r.organization_id and l.order_id = r.id)`

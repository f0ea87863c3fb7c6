import { openStatuses, statusById } from '@archwire/contract/core/statuses.ts'
import { flawedTrayStatuses } from '@archwire/contract/flawed-trays/lifecycle.ts'
import { patientStatuses, type PatientStatus } from '@archwire/contract/patients/lifecycle.ts'
import { rxFormStatuses, type RxFormStatus } from '@archwire/contract/rx-forms/lifecycle.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { customerRequestStatuses, printingRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import { ids } from '../../db/ids.ts'
import { named } from '../../db/prepared.ts'
import { inScope, labScope, rows, type Scope } from '../../db/scope.ts'
import { Conflict, NotFound } from '../../kernel/errors.ts'
import { hasBlockedOrder } from '../../kernel/why-closed.ts'

/** What policies and rules of a case need to know; selected with the lock, so that nothing can be missing. */
export interface CaseFacts {
  id: number
  organization_id: number
  organization_name: string
  organization_disabled: boolean
  organization_archived: boolean
  organization_suspended: boolean
  /** An invoice of the practice is not paid after its last retry. */
  organization_blocked: boolean
  user_id: number | null
  created_by_user_id: number | null
  partner_organization_id: number | null
  /** The partner lab that the practice names now. */
  named_partner_id: number | null
  first_name: string
  last_name: string
  numeric_suffix: number | null
  case_number_text: string
  status: PatientStatus
  is_on_hold: boolean
  archived: boolean
  version: number
  doctor_notes: string
  management_notes: string
  internal_notes: string
  rx_form_id: number | null
  rx_status: RxFormStatus | null
  /** ISO 8601. */
  submitted_at: string | null
  submission_completed_by: number | null
  products_list: number
  export_type: 1 | 2 | 3 | null
  print_assignment: 1 | 2 | 3 | null
  cancelled: boolean
  workflow_id: number | null
  assigned_to: number | null
  has_setup: boolean
  /** Something that a print can be made of: a desktop file, or a setup. */
  printable: boolean
  has_ios: boolean
  ios_files: number
  /** A scan or a setup of an arch. */
  has_stl: boolean
  /** Open customer requests. */
  open_requests: number
  /** A flawed tray of an open request waits for its corrected file. */
  tray_waits: boolean
  /** Who made the trays that a correction is asked for: who made the open print, before it who is to print. */
  trays_made_by: 1 | 2 | 3 | null
  /** An open print is made of the case's desktop files: there is no setup. */
  prints_ios: boolean
  /** The doctor asked for changes, and no setup was uploaded since. */
  unchanged_since_asked: boolean
  /** Its form asks for a rush that the lab makes and charges (`billing/case-rows`). */
  rush_charged: boolean
  /** What a decision names (seen.ts). */
  seen: string
}

/** "First Last (n)", as headings show it. */
export const fullNameOf = ({
  first_name,
  last_name,
  numeric_suffix,
}: Pick<CaseFacts, 'first_name' | 'last_name' | 'numeric_suffix'>): string =>
  `${first_name} ${last_name}${numeric_suffix === null ? '' : ` (${numeric_suffix})`}`

type FactRow = Omit<CaseFacts, 'status' | 'rx_status'> & { patient_status_id: number; rx_status_id: number | null }

/**
 * Hash of the setup files of the case `p`, and of when they went to the doctor: the same files that are sent again after a
 * request for changes are to be looked at and decided on anew.
 */
export const setupText = sql`left(md5(coalesce((
    select string_agg(s.jaws_id || s.sha256, ' ' order by s.jaws_id, s.sha256) from patient_files s
    where s.organization_id = p.organization_id and s.patient_id = p.id and s.kind = 'setup' and s.deleted_at is null), '')
    || coalesce(extract(epoch from p.setup_completed_at)::text, '')), 16)`

/** State, setup, Rx revision and open request for changes of the case `p` with its form `r`, as seen.ts parses them. */
export const seenText = sql`p.patient_status_id || '.' || ${setupText} || '.' || coalesce(r.version, 0)
  || '.' || coalesce((extract(epoch from p.changes_asked_at) * 1000)::bigint, 0)`

/**
 * Whether a setup of the case `p` was uploaded after its doctor asked for changes; the bytes of one that the doctor had
 * before are none, under whatever name.
 */
export const setupIsNewer = sql`exists (select 1 from patient_files s where s.organization_id = p.organization_id
  and s.patient_id = p.id and s.kind = 'setup' and s.deleted_at is null and s.created_at > p.changes_asked_at
  and not exists (select 1 from patient_files b where b.organization_id = p.organization_id and b.patient_id = p.id
    and b.kind = 'setup' and b.created_at <= p.changes_asked_at and b.jaws_id is not distinct from s.jaws_id
    and b.sha256 = s.sha256))`

/** How many desktop files the case `p` has. */
const iosFiles = sql`(select count(*) from patient_files s where s.organization_id = p.organization_id and s.patient_id = p.id
    and s.patient_file_type_id = ${ids(patientFileTypes.ios)} and s.deleted_at is null)`

/** Whether a print of the case `p` is to be made, of its desktop files because there is no setup. */
const printsIos = sql`(${iosFiles} > 0
  and not exists (select 1 from patient_files s where s.organization_id = p.organization_id and s.patient_id = p.id
    and s.kind = 'setup' and s.deleted_at is null)
  and exists (select 1 from customer_requests q where q.organization_id = p.organization_id and q.patient_id = p.id
    and q.status_id = ${ids(customerRequestStatuses.pending)}))`

const openRequests = sql`(select count(*)::int from customer_requests q where q.organization_id = p.organization_id
    and q.patient_id = p.id and q.status_id = ${ids(customerRequestStatuses.pending)})`

const trayWaits = sql`exists (select 1 from flawed_trays t join customer_requests q on q.organization_id = t.organization_id
    and q.id = t.customer_request_id where t.organization_id = p.organization_id and t.patient_id = p.id
    and t.status_id = ${ids(flawedTrayStatuses.awaiting_fix)} and q.status_id = ${ids(customerRequestStatuses.pending)})`

/**
 * Who made the trays of the case `p`: who makes the newest open print, of which items that stay in the office say so
 * themselves (`corrections/print`); without an open print who is to print by the form `r`.
 */
const traysMadeBy = sql`coalesce((
    select coalesce((select min(i.assignment) from printing_request_items i where i.organization_id = pr.organization_id
      and i.printing_request_id = pr.id and i.flawed_tray_id is null), pr.assignment)
    from printing_requests pr where pr.organization_id = p.organization_id and pr.patient_id = p.id
      and pr.status_id in (${ids(...openStatuses(printingRequestStatuses))}) order by pr.id desc limit 1), r.print_assignment)`

export const factColumns = sql`
  p.id, p.organization_id, o.name as organization_name, o.disabled_at is not null as organization_disabled,
  o.suspended_at is not null as organization_suspended, ${hasBlockedOrder(labScope)} as organization_blocked, o.deleted_at is not null as organization_archived,
  p.user_id, p.created_by_user_id, p.partner_organization_id, o.third_party_partner_id as named_partner_id, p.first_name, p.last_name,
  p.numeric_suffix, p.case_number_text, p.patient_status_id, p.is_on_hold,
  p.deleted_at is not null as archived, p.version, p.doctor_notes, p.management_notes, p.internal_notes,
  r.id as rx_form_id, r.status_id as rx_status_id, iso(r.created_at) as submitted_at, r.submission_completed_by, coalesce(r.products_list, 0) as products_list,
  r.export_type, r.print_assignment, r.cancelled_at is not null as cancelled,
  w.id as workflow_id, w.assigned_to,
  exists (select 1 from patient_files s where s.organization_id = p.organization_id and s.patient_id = p.id
    and s.kind = 'setup' and s.deleted_at is null) as has_setup,
  exists (select 1 from patient_files s where s.organization_id = p.organization_id and s.patient_id = p.id
    and (s.kind = 'setup' or s.patient_file_type_id = ${ids(patientFileTypes.ios)}) and s.deleted_at is null) as printable,
  ${iosFiles} > 0 as has_ios, ${iosFiles}::int as ios_files,
  exists (select 1 from patient_files s where s.organization_id = p.organization_id and s.patient_id = p.id
    and s.kind in ('submission', 'setup') and s.patient_file_type_id = ${ids(patientFileTypes.stl)} and s.deleted_at is null) as has_stl,
  ${openRequests} as open_requests, ${trayWaits} as tray_waits, ${traysMadeBy} as trays_made_by, ${printsIos} as prints_ios,
  p.changes_asked_at is not null and not ${setupIsNewer} as unchanged_since_asked,
  coalesce(r.is_billed and r.rush_case and r.submission_completed_by = ${sql.lit(assignment.ownLab)}, false) as rush_charged,
  ${seenText} as seen`

/**
 * The joins that only facts need; a SELECT of the full case already has `o` and `r`. The work on a setup is that of a form:
 * a case whose form moved to another one has none (`cases/created`).
 */
export const workJoin = sql`
  left join tech_workflows w on w.organization_id = p.organization_id and w.patient_id = p.id and w.kind = 'initial_case_setup'
    and r.id is not null`

export const factJoins = sql`
  join organizations o on o.id = p.organization_id
  left join rx_forms r on r.organization_id = p.organization_id and r.patient_id = p.id ${workJoin}`

export const factsOf = ({ patient_status_id, rx_status_id, ...row }: FactRow): CaseFacts => ({
  ...row,
  status: statusById(patientStatuses, patient_status_id),
  rx_status: rx_status_id === null ? null : statusById(rxFormStatuses, rx_status_id),
})

type By = { patient: number } | { rxForm: number } | { workflow: number } | { file: number }

const keyOf = (by: By) =>
  'patient' in by
    ? sql`p.id = ${by.patient}`
    : 'rxForm' in by
      ? sql`(p.organization_id, p.id) = (select x.organization_id, x.patient_id from rx_forms x where x.id = ${by.rxForm})`
      : 'file' in by
        ? sql`(p.organization_id, p.id) = (select x.organization_id, x.patient_id from patient_files x where x.id = ${by.file})`
        : sql`(p.organization_id, p.id) = (select x.organization_id, x.patient_id from tech_workflows x where x.id = ${by.workflow})`

/** What is missing where no case is in reach. */
const whatBy = (by: By): string => ('file' in by ? 'This file' : 'This case')

/**
 * Locks a case for a change: every change of a case waits here for the previous one (`cases/one-change`). 404 for unknown cases and for
 * those of other tenants alike; 409 for a form that moved to another case in the meantime.
 */
export async function lockCase(trx: Trx, scope: Scope, by: By): Promise<CaseFacts> {
  // Two statements on purpose: the second has to see what the first one waited for.
  const {
    rows: [locked],
  } = await named(
    'case-core.lock',
    sql<{ id: number; organization_id: number }>`
      select p.id, p.organization_id from patients p where ${keyOf(by)} and ${inScope(scope, 'patients', 'p')} for update of p`,
  ).execute(trx)
  if (!locked) throw new NotFound(whatBy(by))
  const { rows } = await named(
    'case-core.facts',
    sql<FactRow>`select ${factColumns} from patients p ${factJoins}
      where p.organization_id = ${locked.organization_id} and p.id = ${locked.id}`,
  ).execute(trx)
  const facts = factsOf(rows[0]!)
  // While this waited for the lock, the form may have moved to another case (`cases/created`).
  if ('rxForm' in by && facts.rx_form_id !== by.rxForm) throw new Conflict('This Rx form has moved to another case.')
  return facts
}

/** Reads the facts of a case without changing it. 404 for unknown cases and for those of other tenants alike. */
export async function readCase(db: Db, scope: Scope, by: By): Promise<CaseFacts> {
  const found = await named(
    'case-core.read',
    sql<FactRow>`select ${factColumns} from ${rows(scope, 'patients', 'p')} ${factJoins} where ${keyOf(by)}`,
  ).execute(db)
  if (!found.rows[0]) throw new NotFound(whatBy(by))
  return factsOf(found.rows[0])
}

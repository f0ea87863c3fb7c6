import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { caseEvents, type CaseEventName } from '@archwire/contract/events.ts'
import { patientStatuses, type PatientStatus } from '@archwire/contract/patients/lifecycle.ts'
import type { UserRole } from '@archwire/contract/roles.ts'
import type { HistoryEntry, Patient } from '@archwire/contract/patients/schema.ts'
import { customerRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { alikeTo } from '../../db/names.ts'
import { prepared } from '../../db/prepared.ts'
import { caseCondition, rows, wholePractices, type Scope } from '../../db/scope.ts'
import { holds, mayWrite, type Actor } from '../../kernel/actor.ts'
import { nameOfDoer } from '../../kernel/doer.ts'
import { NotFound } from '../../kernel/errors.ts'
import type { Storage } from '../../services/storage/index.ts'
import { fileJson, presentFile, type FileRow } from '../files/index.ts'
import { printSummary, requestType } from '../requests/index.ts'
import {
  presentRxForm,
  presentUnread,
  rxFormJson,
  unreadJson,
  type RxFormRow,
  type UnreadRow,
} from '../rx-forms/index.ts'
import {
  decideCase,
  holderRole,
  caseIdentity,
  caseJoins,
  occasional,
  factColumns,
  factsOf,
  presentSetupWork,
  setupIsNewer,
  setupText,
  setupWorkJson,
  shippedTrays,
  statusLookup,
  workJoin,
  type CaseFacts,
  type WorkflowRow,
} from '../case-core/index.ts'

type PatientRow = Omit<
  Patient,
  | 'can'
  | 'why_not'
  | 'seen'
  | 'rx_form'
  | 'rx_form_unread'
  | 'patient_files'
  | 'initial_case_setup'
  | 'notes_changed'
  | 'on_hold_notes'
  | 'changes_asked'
  | 'ios_files'
  | 'ios_file_id'
  | 'customer_request'
  | 'customer_requests'
> & {
  customer_requests: RequestRow[]
  notes_changed: Partial<Record<CaseEventName, { at: string; name: string; role: UserRole | null }>>
  on_hold_notes: (Patient['on_hold_notes'][number] & { role: UserRole | null })[]
  changes_asked: (NonNullable<Patient['changes_asked']> & { role: UserRole | null }) | null
  rx_form: RxFormRow | null
  rx_form_unread: UnreadRow[]
  patient_files: FileRow[]
  initial_case_setup: WorkflowRow | null
}

type RequestRow = Omit<Patient['customer_requests'][number], 'misfit_arches'> & {
  shipped_trays: { arches: number; until: string } | null
}

type FactRow = Parameters<typeof factsOf>[0]

/** One line per request; what is printed, as text. */
export const requestsJson = sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', cr.id, 'status', ${statusLookup(customerRequestStatuses)} -> cr.status_id::text,
    'summary', ${printSummary}, 'type', ${requestType}, 'tracking_number', pr.tracking_number, 'created_at', iso(cr.created_at),
    'shipped_trays', ${shippedTrays}) order by cr.id desc)
  from customer_requests cr left join printing_requests pr on pr.organization_id = cr.organization_id and pr.customer_request_id = cr.id
  where cr.organization_id = p.organization_id and cr.patient_id = p.id), '[]'::jsonb)`

/** The last request for changes, while it is to be done (`cases/changes-asked`). */
export const changesAskedJson = sql`case when p.changes_asked_at is not null then (
  select jsonb_build_object('at', iso(h.at), 'user_name', h.user_name, 'role', (select u.role from users u where u.id = h.user_id),
    'note', coalesce(h.note, ''), 'setup_is_newer', ${setupIsNewer})
  from case_history h where h.organization_id = p.organization_id and h.patient_id = p.id and h.event = 'changes_requested'
  order by h.id desc limit 1) end`

/** What changes each note: asking for changes writes into the doctor's. */
const noteEvents = {
  doctor_notes: ['doctor_notes_changed', 'changes_requested'],
  management_notes: ['management_notes_changed'],
  internal_notes: ['internal_notes_changed'],
} as const satisfies Partial<Record<keyof Patient, readonly CaseEventName[]>>

/** The last entry of the history of each kind that changes a note. */
const notesChangedJson = sql`coalesce((select jsonb_object_agg(n.event, jsonb_build_object('at', iso(n.at), 'name', n.user_name, 'role', n.role))
  from (select distinct on (h.event) h.event, h.at, h.user_name, (select u.role from users u where u.id = h.user_id) as role
    from case_history h where h.organization_id = p.organization_id and h.patient_id = p.id
      and h.event = any(${Object.values(noteEvents).flat()}::text[]) order by h.event, h.id desc) n), '{}'::jsonb)`

const patientJson = (userId: number) => sql`jsonb_build_object(${caseIdentity}) || ${occasional} || jsonb_build_object(
  'version', p.version, 'doctor_number', d.account_number,
  'organization_type', (select y.name from organizations n join organization_types y on y.id = n.organization_type_id where n.id = p.organization_id), 'doctor_notes', p.doctor_notes, 'management_notes', p.management_notes,
  'internal_notes', p.internal_notes,
  'on_hold_notes', coalesce((select jsonb_agg(jsonb_build_object('id', h.id, 'name', h.name, 'role', ${holderRole}, 'note', h.note,
      'created_at', iso(h.created_at), 'is_on_hold_reason', h.is_on_hold_reason, 'is_on_hold_note', not h.is_on_hold_reason, 'asks_doctor', h.asks_doctor) order by h.id desc)
    from on_hold_notes h where h.organization_id = p.organization_id and h.patient_id = p.id), '[]'::jsonb),
  'notes_changed', ${notesChangedJson},
  'treatment_notes', coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'note', t.note, 'updated_at', iso(t.updated_at)) order by t.updated_at desc, t.id desc)
    from treatment_notes t where t.organization_id = p.organization_id and t.patient_id = p.id), '[]'::jsonb),
  'changes_asked', ${changesAskedJson},
  'setup_shown', exists (select 1 from setup_looks k where k.organization_id = p.organization_id and k.patient_id = p.id
    and k.user_id = ${userId} and k.setup = ${setupText}),
  'third_party_partner', (select t.name from organizations t where t.id = p.partner_organization_id),
  'assignable_partner', (select t.name from organizations t
    where t.id = coalesce(p.partner_organization_id, (select n.third_party_partner_id from organizations n where n.id = p.organization_id))),
  'rx_form', case when r.id is null then null else ${rxFormJson} end, 'rx_form_unread', ${unreadJson(userId)},
  'patient_files', coalesce((select jsonb_agg(${fileJson} order by pf.patient_file_type_id, pf.jaws_id, pf.id)
    from patient_files pf where pf.organization_id = p.organization_id and pf.patient_id = p.id and pf.deleted_at is null), '[]'::jsonb),
  'initial_case_setup', ${setupWorkJson}, 'customer_requests', ${requestsJson})`

type OneCase = { json: PatientRow } & FactRow
const caseBy = (key: RawBuilder<unknown>, scope: Scope, userId: number) => sql`
  select ${patientJson(userId)} as json, ${factColumns} from ${rows(scope, 'patients', 'p')} ${caseJoins} ${workJoin}
  where ${key}`

const caseOfPatient = prepared<{ id: number; scope: Scope; userId: number }, OneCase>(
  'cases.one',
  ({ id, scope, userId }) => caseBy(sql`p.id = ${id}`, scope, userId),
)
const caseOfRxForm = prepared<{ id: number; scope: Scope; userId: number }, OneCase>(
  'cases.one-of-rx-form',
  ({ id, scope, userId }) =>
    caseBy(
      sql`(p.organization_id, p.id) = (select x.organization_id, x.patient_id from rx_forms x where x.id = ${id})`,
      scope,
      userId,
    ),
)

/** One case in full, in one statement; 404 outside the scope. */
export async function getCase(
  db: Db,
  actor: Actor,
  storage: Storage,
  by: { patient: number } | { rxForm: number },
): Promise<{ patient: Patient; facts: CaseFacts }> {
  const { scope, userId } = actor
  const [row] =
    'patient' in by
      ? await caseOfPatient(db, { id: by.patient, scope, userId })
      : await caseOfRxForm(db, { id: by.rxForm, scope, userId })
  if (!row) throw new NotFound('This case')
  const { json, ...found } = row
  const facts = factsOf(found)
  return { patient: await presentCase(json, actor, facts, storage), facts }
}

async function presentCase(row: PatientRow, actor: Actor, facts: CaseFacts, storage: Storage): Promise<Patient> {
  const { can, why_not } = decideCase(actor, facts)
  /** The last of some changes: times are written so that the later one is the greater text. */
  const lastOf = (events: readonly CaseEventName[]) => {
    const [last] = events
      .flatMap((event) => row.notes_changed[event] ?? [])
      .toSorted((a, b) => b.at.localeCompare(a.at))
    return last ? { at: last.at, user_name: nameOfDoer(actor, last) } : null
  }
  return {
    ...row,
    seen: facts.seen,
    ...desktopFilesOf(row),
    customer_request: openRequestOf(row),
    customer_requests: row.customer_requests.map((request) => presentRequest(actor, facts, request)),
    organization_type: actor.permissions.has('organizations.assign-organization-type') ? row.organization_type : null,
    internal_notes: can.read_internal_notes ? row.internal_notes : null,
    notes_changed: {
      doctor_notes: lastOf(noteEvents.doctor_notes),
      management_notes: lastOf(noteEvents.management_notes),
      internal_notes: can.read_internal_notes ? lastOf(noteEvents.internal_notes) : null,
    },
    changes_asked: row.changes_asked && presentAsked(actor, row.changes_asked),
    on_hold_notes: row.on_hold_notes.map(({ role, ...note }) => ({
      ...note,
      name: nameOfDoer(actor, { name: note.name, role }),
    })),
    rx_form: row.rx_form && presentRxForm(actor, row.rx_form),
    rx_form_unread: row.rx_form_unread.map((revision) => presentUnread(actor, revision)),
    patient_files: await Promise.all(row.patient_files.map((file) => presentFile(actor, file, storage))),
    initial_case_setup: row.initial_case_setup && presentSetupWork(actor, row.initial_case_setup, facts),
    can,
    why_not,
  }
}

/** A request of a case, with the trays that the practice can report as not fitting now (`cases/misfit`). */
function presentRequest(actor: Actor, facts: CaseFacts, { shipped_trays: trays, ...request }: RequestRow) {
  const reports = trays !== null && !actor.isManagement && mayWrite(actor, facts) && !facts.archived
  const isTimely = trays !== null && trays.until > actor.now.toISOString()
  return { ...request, misfit_arches: reports && isTimely ? trays.arches : null }
}

/** The desktop files of a case, the newest first. */
function desktopFilesOf({ patient_files }: PatientRow): Pick<Patient, 'ios_files' | 'ios_file_id'> {
  const ios_files = patient_files
    .filter(({ patient_file_type_id: type }) => type === patientFileTypes.ios.id)
    .map(({ id, name, viewer_id }) => ({ id, name, viewer_id }))
    .toSorted((a, b) => b.id - a.id)
  return { ios_files, ios_file_id: ios_files[0]?.id ?? null }
}

function openRequestOf({ open_request_id: id }: PatientRow): Patient['customer_request'] {
  return id === null ? null : { id, status_id: customerRequestStatuses.pending.id }
}

const presentAsked = (actor: Actor, { role, ...asked }: NonNullable<PatientRow['changes_asked']>) => ({
  ...asked,
  user_name: nameOfDoer(actor, { name: asked.user_name, role }),
})

type Entry = Omit<HistoryEntry, 'label'> & { event: CaseEventName; role: UserRole | null }

/**
 * Everything that happened to a case, newest first: the order in which it was done, since `at` is when a request came,
 * and of two at once the later may go first. Practices do not see the lab's internal entries, and only staff see
 * which person of the lab acted; a partner sees its own people.
 */
export async function caseHistory(db: Db, actor: Actor, patientId: number): Promise<HistoryEntry[]> {
  const found = await sql<{ exists: number; entries: Entry[] }>`
    select p.id as exists, coalesce((select jsonb_agg(jsonb_build_object('id', h.id, 'at', iso(h.at), 'user_name', h.user_name,
        'role', (select u.role from users u where u.id = h.user_id),
        'event', h.event, 'from', h.from_status, 'to', h.to_status, 'note', h.note, 'before', h.data ->> 'before') order by h.id desc)
      from case_history h where h.organization_id = p.organization_id and h.patient_id = p.id), '[]'::jsonb) as entries
    from ${rows(actor.scope, 'patients', 'p')} where p.id = ${patientId}`.execute(db)
  const [row] = found.rows
  if (!row) throw new NotFound('This case')
  const name = (status: string | null) =>
    status === null ? null : (patientStatuses[status as PatientStatus]?.label ?? status)
  return (
    row.entries
      .filter((entry) => actor.isManagement || !caseEvents[entry.event].internal)
      // A partner lab reads no note that never leaves the lab, nor what it said before.
      .filter((entry) => entry.event !== 'internal_notes_changed' || readsInternalNotes(actor))
      .map(({ role, ...entry }) => ({
        ...entry,
        user_name: nameOfDoer(actor, { name: entry.user_name, role }),
        label: caseEvents[entry.event].label,
        from: name(entry.from),
        to: name(entry.to),
      }))
  )
}

const readsInternalNotes = (actor: Actor): boolean => holds(actor, ['patients.internal-notes.view'], null)

/**
 * Same organization and names, ignoring case, accents, hyphens and spaces, not archived (`cases/similar`): among the cases that the
 * caller may read. Within one's own practice also others, because the suffix counts them; those have no date.
 */
export async function findSimilar(
  db: Db,
  { scope }: Actor,
  organizationId: number,
  name: { first_name: string; last_name: string },
) {
  const readable = caseCondition(scope, 'p')
  const found = await sql<{ similar: boolean | null; created_at: string | null; numeric_suffix: number | null }>`
    select bool_or(p.deleted_at is null) as similar, iso(max(p.created_at) filter (where p.deleted_at is null and ${readable})) as created_at,
      max(coalesce(p.numeric_suffix, 0)) + 1 as numeric_suffix
    from ${rows(wholePractices(scope), 'patients', 'p')} where p.organization_id = ${organizationId}
      and ${alikeTo('p', name)}`.execute(db)
  const { similar, created_at, numeric_suffix } = found.rows[0]!
  return similar
    ? { has_similar_patient: true, numeric_suffix, created_at }
    : { has_similar_patient: false, numeric_suffix: null, created_at: null }
}

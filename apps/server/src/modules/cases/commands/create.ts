import { patientStatuses, type PatientStatus } from '@archwire/contract/patients/lifecycle.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import type { OldCase, SubmittedValues } from '@archwire/contract/rx-forms/schema.ts'
import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { setupSteps } from '@archwire/contract/tech-workflows/steps.ts'
import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { caseNumberMessage, isCaseNumber, isName, nameMessage } from '@archwire/contract/rx-forms/rules.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/client.ts'
import { scoped } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Conflict, Invalid, NotFound, refuse } from '../../../kernel/errors.ts'
import { conclude, lockCase, type CaseFacts } from '../../case-core/index.ts'
import { namedForCase, registerFiles } from '../../files/index.ts'
import {
  lockName,
  lockOrganization,
  refuseStopped,
  todayAt,
  whyClosed,
  type Practice,
} from '../../organizations/index.ts'
import { moveForm, readForm } from '../../rx-forms/index.ts'
import { partnerPrints } from '../../requests/index.ts'
import { closeLostShareLinks } from '../../share-links/index.ts'
import { beginSetupWork } from '../../work/index.ts'
import { planOf, type Lab } from './form-checks.ts'
import { nextSuffix } from './rename.ts'

interface Named {
  first_name: string
  last_name: string
  case_number_text: string
  /** The doctor. */
  user_id: number
}
interface Created extends Named {
  organization_id?: number | undefined
  rx_form_id?: number | null | undefined
}

/**
 * Creates a case that no one submitted: New, without work and without a price. The Rx form of an archived case of the
 * practice moves to it where one is named (`cases/created`). Returns its id. @throws NotFound, Conflict, Invalid by field
 */
export async function createCase(trx: Trx, actor: Actor, created: Created, lab: Lab): Promise<number> {
  const organizationId = created.organization_id ?? (await onlyPractice(trx, created.user_id))
  // The organization before the case, as a hand-over locks them; the case before the name, as a correction does.
  await lockOrganization(trx, actor, organizationId, { only: 'practice', strength: 'hold' })
  const source = created.rx_form_id ? await lockSource(trx, actor, organizationId, created.rx_form_id) : null
  const practice = await lockForCase(trx, actor, organizationId, created)
  refuseStopped(practice)
  const form = source && (await readForm(trx, actor.scope, source.id)).values
  const status = form?.submission_completed_by === assignment.inOffice ? 'in_progress' : 'new'
  const id = await insertPatient(trx, actor, practice, created, { status, done: null })
  const adopted = { id, organization_id: practice.id }
  const note =
    source && form ? { note: await adoptForm(trx, actor, { source, form, adopted, status, practice, lab }) } : {}
  await conclude(trx, actor, adopted, { event: 'created', to: status, ...note })
  return id
}

/**
 * Adds a case of the time before the portal: Completed on the day of its impression, with its IOS files; no one hears of it
 * (`cases/old-case`). Returns its id. @throws NotFound, Conflict, Invalid by field
 */
export async function addOldCase(
  trx: Trx,
  actor: Actor,
  organizationId: number,
  { ios_files, ...old }: OldCase,
  zone: string,
): Promise<number> {
  await lockOrganization(trx, actor, organizationId, { only: 'practice', strength: 'hold' })
  const practice = await lockForCase(trx, actor, organizationId, old)
  if (old.impression_date > todayAt(practice, null, actor.now))
    throw new Invalid({ impression_date: ['The date is in the future'] })
  // In a practice west of the date line the day may have started before it does at the lab.
  const done = sql<Date>`least(${old.impression_date}::date::timestamp at time zone ${zone}, ${actor.now}::timestamptz)`
  const id = await insertPatient(trx, actor, practice, old, { status: 'completed', done })
  await registerFiles(
    trx,
    actor,
    { organizationId: practice.id, patientId: id },
    namedForCase(old, ios_files, 'ios').map((file) => ({
      ...file,
      patient_file_type_id: patientFileTypes.ios.id,
      kind: null,
      jaws_id: null,
      caption: '',
      file_modification_date: null,
    })),
  )
  await conclude(trx, actor, { id, organization_id: practice.id }, { event: 'old_case_added', to: 'completed' })
  return id
}

/** The practice of a doctor who belongs to one. @throws Invalid for everyone else */
async function onlyPractice(db: Db, doctorId: number): Promise<number> {
  const found = await sql<{ id: number }>`
    select o.id from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = ${doctorId} and o.kind = 'practice' and o.deleted_at is null limit 2`.execute(db)
  if (found.rows.length !== 1) throw new Invalid({ organization_id: ['Choose the practice.'] })
  return found.rows[0]!.id
}

/** Locks the name in a practice that is held, and checks who and what is named. */
async function lockForCase(trx: Trx, actor: Actor, organizationId: number, named: Named): Promise<Practice> {
  const practice = await lockName(trx, actor, organizationId, named)
  refuse(whyClosed(practice))
  const errors: Record<string, string[]> = {}
  for (const field of ['first_name', 'last_name'] as const) if (!isName(named[field])) errors[field] = [nameMessage]
  if (!isCaseNumber(named.case_number_text)) errors.case_number_text = [caseNumberMessage]
  if (!practice.doctor_ids.includes(named.user_id)) errors.user_id = ['This person is not a doctor of the practice.']
  if (Object.keys(errors).length > 0) throw new Invalid(errors)
  return practice
}

/** Writes a case without a form; its name is locked by the caller. */
async function insertPatient(
  trx: Trx,
  actor: Actor,
  practice: Practice,
  { user_id, first_name, last_name, case_number_text }: Named,
  { status, done }: { status: PatientStatus; done: ReturnType<typeof sql<Date>> | null },
): Promise<number> {
  const { id } = await scoped(trx, actor.scope)
    .add('patients')
    .values({
      organization_id: practice.id,
      user_id,
      created_by_user_id: actor.userId,
      first_name,
      last_name,
      case_number_text,
      patient_status_id: patientStatuses[status].id,
      numeric_suffix: nextSuffix({ organization_id: practice.id }, { first_name, last_name }),
      setup_completed_at: done,
      completed_at: done,
      created_at: actor.now,
      updated_at: actor.now,
      status_updated_at: actor.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks the archived case of a form of the practice, which is the only kind that moves. @throws Conflict for any other */
async function lockSource(trx: Trx, actor: Actor, organizationId: number, rxFormId: number): Promise<CaseFacts> {
  const source = await lockCase(trx, actor.scope, { rxForm: rxFormId }).catch((error: unknown) => {
    if (error instanceof NotFound) return null
    throw error
  })
  if (source?.organization_id !== organizationId) throw new Conflict('This Rx form does not belong to the practice.')
  if (source.cancelled) throw new Conflict('This Rx form was canceled.')
  if (!source.archived) throw new Conflict('The case of this Rx form is not archived. Archive it first.')
  return source
}

interface Adoption {
  source: CaseFacts
  form: SubmittedValues
  /** The new case. */
  adopted: { id: number; organization_id: number }
  status: 'new' | 'in_progress'
  practice: Practice
  lab: Lab
}

/**
 * Moves the form of an archived case to a new one, which gets the work, days and partner that a submit would give it.
 * Files, work and history stay with the case that it leaves. Returns what the new case's history says of it.
 */
async function adoptForm(
  trx: Trx,
  actor: Actor,
  { source, form, adopted, status, practice, lab }: Adoption,
): Promise<string> {
  const values: RxFormValues = { ...form, stl_files: [], rx_intraoral_photos: [] }
  const { left, hadTeeth } = await moveForm(trx, source, {
    patientId: adopted.id,
    at: actor.now,
    status,
    plan: planAnew(values, actor, lab),
  })
  const makers = [form.submission_completed_by, form.print_assignment, form.insert_brackets_assignment]
  if (makers.includes(assignment.thirdParty))
    await setPartner(trx, actor, adopted, practice.partner?.id ?? source.partner_organization_id)
  // The partner keeps the case that it leaves only for a print of it.
  if (source.partner_organization_id !== null && !(await partnerPrints(trx, source)))
    await setPartner(trx, actor, source, null)
  if (form.submission_completed_by !== assignment.inOffice)
    await beginSetupWork(trx, adopted, setupSteps({ ...values, impression_type: values.impression_type! }))
  await conclude(trx, actor, source, { event: 'rx_form_moved', note: `C-${adopted.id}`, data: left })
  return `Rx form of C-${source.id}${hadTeeth ? ', without its tooth chart' : ''}`
}

/** The days of a form that starts anew; none where the day that it names has passed or cannot be met. */
function planAnew(values: RxFormValues, actor: Actor, lab: Lab) {
  const { problem, arrival, ship, approveBy } = planOf(values, actor.now, lab)
  return problem === null ? { arrival, ship, approveBy } : { arrival: null, ship: null, approveBy: null }
}

async function setPartner(
  trx: Trx,
  actor: Actor,
  { id, organization_id }: { id: number; organization_id: number },
  partnerId: number | null,
): Promise<void> {
  await scoped(trx, actor.scope)
    .update('patients')
    .set({ partner_organization_id: partnerId })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
  await closeLostShareLinks(trx, actor, { organizationId: organization_id, patientIds: [id] })
}

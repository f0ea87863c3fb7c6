import { dayIn } from '@archwire/contract/core/dates.ts'
import type { UploadedFile } from '@archwire/contract/rx-forms/fields.ts'
import type { RxFormContext, RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { settle, ships, validate } from '@archwire/contract/rx-forms/rules.ts'
import { setupSteps } from '@archwire/contract/tech-workflows/steps.ts'
import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { rxFormStatuses } from '@archwire/contract/rx-forms/lifecycle.ts'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Conflict, Forbidden, Invalid } from '../../../kernel/errors.ts'
import { methodOf, planShipping, reaches } from '../../calendar/index.ts'
import { registerFiles, type NewFile } from '../../files/index.ts'
import { lockForSubmit, selectsDoctorHere, startsCasesHere, type Practice } from '../../organizations/index.ts'
import { insertCase, overtakenDraft } from '../../rx-forms/index.ts'
import { conclude } from '../../case-core/index.ts'

interface Lab {
  zone: string
  productionDays: number
  /** The draft that the case was, where it was one. */
  draft?: string
  /** What the page that submits knew of it (`rx-form/two-pages`). */
  page?: string | undefined
  known?: string | undefined
}

/** Submits a case: patient, Rx form, work, files, history, mails and rows of the lists, all or nothing. Returns its ids. */
export async function submit(
  trx: Trx,
  actor: Actor,
  organizationId: number,
  values: RxFormValues,
  lab: Lab,
): Promise<{ patient_id: number; rx_form_id: number }> {
  const practice = await lockForSubmit(trx, actor, organizationId, values)
  if (!startsCasesHere(actor, practice)) throw new Forbidden()
  if (practice.blocked) throw new Conflict(practice.blocked)
  const context = contextOf(practice, actor, lab)
  const form = settle(withDefaults(values, practice, actor), context)
  const plan = planOf(form, actor.now, lab)
  check(form, context, practice, plan.problem)
  const inOffice = form.submission_completed_by === assignment.inOffice
  const assigned = [form.submission_completed_by, form.print_assignment, form.insert_brackets_assignment]
  const ids = await insertCase(trx, {
    organizationId,
    doctorId: form.user_id!,
    createdBy: actor.userId,
    partnerOrganizationId: assigned.includes(assignment.thirdParty) ? practice.partner!.id : null,
    patientStatusId: inOffice ? patientStatuses.in_progress.id : patientStatuses.new.id,
    rxStatusId: inOffice ? rxFormStatuses.in_progress.id : rxFormStatuses.new.id,
    form,
    arrivalDate: plan.arrival,
    shipDate: plan.ship,
    steps: inOffice ? [] : setupSteps({ ...form, impression_type: form.impression_type! }),
    at: actor.now,
    draft: lab.draft ?? null,
    page: lab.page ?? null,
    known: lab.known ?? null,
  })
  if (!ids) throw await overtakenDraft(trx, actor, { organizationId, key: lab.draft! })
  await registerFiles(trx, actor, { organizationId, patientId: ids.patient_id }, newFiles(form))
  const newCase = { id: ids.patient_id, organization_id: organizationId }
  await conclude(trx, actor, newCase, { event: 'submitted', to: inOffice ? 'in_progress' : 'new', announce: true })
  return ids
}

/** What the rules have to know about the practice; the browser gets the same from `rx_form_preference`. */
function contextOf(practice: Practice, actor: Actor, lab: Lab): RxFormContext {
  return {
    today: dayIn(lab.zone, actor.now),
    has_partner: practice.partner !== null,
    rush_case_enabled: practice.rush_case_enabled,
    bracket_library_ids: [],
    may_select_doctor: selectsDoctorHere(actor, practice),
    doctor_ids: practice.doctor_ids,
    location_ids: practice.locations.map((location) => location.id),
  }
}

/**
 * Fills in what the actor has no choice about, before the rules settle what follows from it: people who may not choose a
 * doctor submit as themselves; a partner's case is the partner's work (`rx-form/who`); where the case ships to depends on
 * where it comes from.
 */
function withDefaults(form: RxFormValues, practice: Practice, actor: Actor): RxFormValues {
  return {
    ...form,
    location_id: form.location_id ?? practice.locations[0]?.id ?? null,
    user_id: selectsDoctorHere(actor, practice) ? form.user_id : actor.userId,
    submission_completed_by: actor.role === 'lab_partner' ? assignment.thirdParty : form.submission_completed_by,
  }
}

/** When the case arrives and has to leave; production starts at once in a rush. */
function planOf(form: RxFormValues, at: Date, lab: Lab) {
  const offset = form.rush_case ? 0 : lab.productionDays
  const method = ships(form) ? methodOf(form.shipping_method) : undefined
  return planShipping({ at, zone: lab.zone, offset, method }, form.bonding_date)
}

function check(form: RxFormValues, context: RxFormContext, practice: Practice, dateProblem: string | null): void {
  const errors = validate(form, context) as Record<string, string[]>
  const wrong = (field: string, message: string) => (errors[field] ??= [message])
  if (dateProblem) wrong('bonding_date', dateProblem)
  if (form.user_id !== null && !practice.doctor_ids.includes(form.user_id))
    wrong(
      'user_id',
      context.may_select_doctor ? 'This person is not a doctor of the practice.' : 'Only doctors can submit cases.',
    )
  for (const field of ['location_id', 'shipping_location_id'] as const)
    if (form[field] !== null && !context.location_ids.includes(form[field]))
      wrong(
        field,
        practice.unassigned_ids.includes(form[field])
          ? 'This location is not assigned to you.'
          : 'This location does not belong to the practice.',
      )
  if (form.shipping_method !== null && !methodFits(form, practice))
    wrong('shipping_method', 'This shipping method is not available there.')
  if (form.bracket_libraries.length > 0) wrong('bracket_libraries', 'These bracket libraries do not exist.')
  if (Object.keys(errors).length > 0) throw new Invalid(errors)
}

function methodFits(form: RxFormValues, practice: Practice): boolean {
  const method = methodOf(form.shipping_method)
  const place = practice.locations.find((location) => location.id === form.shipping_location_id)
  return method !== undefined && reaches(method, place?.country ?? 'USA')
}

function newFiles(form: RxFormValues): NewFile[] {
  const file = (upload: UploadedFile, type: keyof typeof patientFileTypes): NewFile => ({
    file_path: upload.file_path,
    patient_file_type_id: patientFileTypes[type].id,
    kind: type === 'stl' ? 'submission' : null,
    jaws_id: upload.jaws_id ?? null,
    name: upload.name,
    caption: upload.caption ?? '',
    check_note: upload.check_note ?? '',
    file_modification_date: null,
  })
  return [
    ...form.stl_files.map((upload) => file(upload, 'stl')),
    ...form.rx_intraoral_photos.map((upload) => file(upload, 'photo')),
  ]
}

import { priceCase } from '@archwire/contract/rx-forms/price-case.ts'
import type { UploadedFile } from '@archwire/contract/rx-forms/fields.ts'
import type { RxFormContext, RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { settle, validate } from '@archwire/contract/rx-forms/rules.ts'
import { setupSteps } from '@archwire/contract/tech-workflows/steps.ts'
import { bothArches, patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { rxFormStatuses } from '@archwire/contract/rx-forms/lifecycle.ts'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Invalid, permit } from '../../../kernel/errors.ts'
import { namedForCase, registerFiles, type NewFile } from '../../files/index.ts'
import { lockForSubmit, selectsDoctorHere, startsCasesHere, type Practice } from '../../organizations/index.ts'
import { refuseOtherPrices, type ShownPrices } from '../../pricing/index.ts'
import { insertCase, overtakenDraft } from '../../rx-forms/index.ts'
import { conclude } from '../../case-core/index.ts'
import { firstDayOf, rowsOfForm } from '../../charges/index.ts'
import { contextOf, namedWrongly, planOf, type Lab } from './form-checks.ts'

interface Submission extends Lab, ShownPrices {
  /** The draft that the case was, where it was one. */
  draft?: string | undefined
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
  lab: Submission,
): Promise<{ patient_id: number; rx_form_id: number }> {
  const practice = await lockForSubmit(trx, actor, organizationId, values)
  permit(startsCasesHere(actor, practice), practice.blocked)
  refuseOtherPrices(practice.prices, lab, 'submit')
  const context = contextOf(practice, actor, lab)
  const form = settle(withDefaults(values, practice, actor), context)
  const plan = planOf(form, actor.now, lab)
  check(form, context, practice, plan.problem)
  const inOffice = form.submission_completed_by === assignment.inOffice
  const assigned = [form.submission_completed_by, form.print_assignment, form.insert_brackets_assignment]
  const { prices } = practice
  const price = { list: prices.version, overrides: prices.overrides ?? 0, lines: priceCase(form, prices).lines }
  const first = firstDayOf(actor.now, lab.zone, prices.settings.delay_case_charging)
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
    approveBy: plan.approveBy,
    steps: inOffice ? [] : setupSteps({ ...form, impression_type: form.impression_type! }),
    priceList: price.list,
    priceOverrides: price.overrides,
    priceLines: price.lines,
    // Case and form have their ids once they are written.
    charges: rowsOfForm({ ...price, id: 0, patientId: 0, version: 1 }, first),
    by: actor.name,
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

function check(form: RxFormValues, context: RxFormContext, practice: Practice, dateProblem: string | null): void {
  const errors = {
    ...namedWrongly(form, context, practice),
    ...(dateProblem && { bonding_date: [dateProblem] }),
    ...validate(form, context),
  } as Record<string, string[]>
  if (Object.keys(errors).length > 0) throw new Invalid(errors)
}

function newFiles(form: RxFormValues): NewFile[] {
  const file = (upload: UploadedFile, type: keyof typeof patientFileTypes): NewFile => ({
    file_path: upload.file_path,
    patient_file_type_id: patientFileTypes[type].id,
    kind: type === 'stl' ? (upload.kind ?? 'submission') : null,
    // A bite scan shows both arches, whatever is said.
    jaws_id: upload.kind === 'bite' ? bothArches : (upload.jaws_id ?? null),
    name: upload.name,
    caption: upload.caption ?? '',
    photo_view: upload.photo_view ?? null,
    check_note: upload.check_note ?? '',
    file_modification_date: null,
  })
  return [
    ...namedForCase(form, form.stl_files, 'stl').map((upload) => file(upload, 'stl')),
    ...namedForCase(form, form.rx_intraoral_photos, 'photo').map((upload) => file(upload, 'photo')),
  ]
}

import { assignment, assignments } from './options.ts'
import type { RxFormContext, RxFormValues } from './form.ts'

/**
 * What a practice usually chooses (`rx-form/preferences`): a form begins with it, and offers no assignment that the practice
 * has not chosen. Pure: the browser and the server decide with it.
 */

/** The fields that say who does a part of the work. */
export const assignedWork = ['submission_completed_by', 'print_assignment', 'insert_brackets_assignment'] as const
export type AssignedWork = (typeof assignedWork)[number]

/** Who may do a part of the work, of `assignments`. */
export type Allowed = Record<AssignedWork, readonly number[]>

export const everybody: readonly number[] = assignments.map(({ id }) => id)

type Nullable = 'impression_type' | 'export_type' | 'shipping_location_id'
type Always =
  | 'jaws_id'
  | 'scan_submission_type'
  | 'scanner_type'
  | 'custom_scanner_type_name'
  | 'products_list'
  | 'addon_options'
  | 'arch_mode'
  | 'root_integration'
  | AssignedWork
  | 'shipping_method'
/** What a field begins with once it applies. */
export type UsualChoices = Pick<RxFormValues, Nullable> & { [K in Always]: NonNullable<RxFormValues[K]> }

/** The preferences of a practice that has not changed any; who, and where from, is as empty as in a form. */
export const firstChoices: UsualChoices = {
  jaws_id: 3,
  impression_type: null,
  scan_submission_type: 1,
  scanner_type: 1,
  custom_scanner_type_name: '',
  products_list: 0,
  addon_options: 0,
  arch_mode: 1,
  export_type: null,
  root_integration: false,
  submission_completed_by: 1,
  print_assignment: 1,
  insert_brackets_assignment: 1,
  shipping_location_id: null,
  shipping_method: 'standard',
}

/**
 * Who may do a part of the work in this form, in the order of the options: what the practice has chosen, a partner only
 * where there is one and beside no in-office setup, and after an in-office print nobody else (`rx-form/in-office`,
 * `rx-form/third-party`). Where nothing is left, the lab.
 */
export function assignmentsFor(work: AssignedWork, form: RxFormValues, context: RxFormContext): readonly number[] {
  if (work === 'insert_brackets_assignment' && form.print_assignment === assignment.inOffice)
    return [assignment.inOffice]
  const allowed = context.allowed?.[work] ?? everybody
  const inOfficeSetup = work !== 'submission_completed_by' && form.submission_completed_by === assignment.inOffice
  const partner = context.has_partner && !inOfficeSetup
  const offered = allowed.filter((id) => id !== assignment.thirdParty || partner)
  return offered.length > 0 ? offered : [assignment.ownLab]
}

/** The assignment that a part of the work begins with: the usual one, else the first that is offered. */
export function usualAssignment(work: AssignedWork, form: RxFormValues, context: RxFormContext): 1 | 2 | 3 {
  const offered = assignmentsFor(work, form, context)
  const usual = context.usual?.[work] ?? assignment.ownLab
  return (offered.includes(usual) ? usual : offered[0]!) as 1 | 2 | 3
}

/** Libraries of a practice, with those that a form names already: they can stay, whatever has become of them. */
export const librariesWith = (
  libraries: RxFormContext['bracket_libraries'],
  present: readonly number[],
): RxFormContext['bracket_libraries'] => [
  ...libraries.filter(({ id }) => !present.includes(id)),
  ...present.map((id) => ({ id, member_ids: [] })),
]

/** The bracket libraries that a case of this doctor may name: those for everybody, and those given to the doctor. */
export const librariesFor = (form: Pick<RxFormValues, 'user_id'>, context: RxFormContext): number[] =>
  context.bracket_libraries
    .filter(({ member_ids }) => member_ids.length === 0 || (form.user_id !== null && member_ids.includes(form.user_id)))
    .map(({ id }) => id)

import { rxFormEntries, type RxFormField, type RxFormFields, type RxFormName } from './fields.ts'
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

/** The fields whose beginning a practice chooses. */
export type UsualName = { [K in RxFormName]: RxFormFields[K] extends { usual: unknown } ? K : never }[RxFormName]
/** What a field begins with once it applies. */
export type UsualChoices = {
  [K in UsualName]: RxFormFields[K]['usual'] extends null ? RxFormValues[K] : NonNullable<RxFormValues[K]>
}
export const usualEntries = rxFormEntries.filter(([, { usual }]) => usual !== undefined) as [UsualName, RxFormField][]

/** The preferences of a practice that has not changed any; who, and where from, is as empty as in a form. */
export const firstChoices = Object.fromEntries(
  usualEntries.map(([name, { usual }]) => [name, usual]),
) as unknown as UsualChoices

/** The usual choices that are changed together; who does the work and how it ships is changed apart. */
export type FormPreference = {
  [K in UsualName]: RxFormFields[K]['section'] extends 'delivery' ? never : K
}[UsualName]
export const formPreferences = usualEntries.filter(([, { section }]) => section !== 'delivery') as [
  FormPreference,
  RxFormField,
][]

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

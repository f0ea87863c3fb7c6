import {
  labelIn,
  rxFormEntries,
  rxFormFields,
  rxFormNames,
  type RxFormField,
  type RxFormFields,
  type RxFormName,
} from './fields.ts'
import type { RxFormContext, RxFormValues } from './form.ts'
import { labelOf, labelsOf } from './options.ts'
import { assignedWork } from './preferences.ts'
import { settle, validate, type FormErrors } from './rules.ts'
import type { ToothNumbering } from './teeth.ts'
import { chartTitle, teethChange, tidyTeeth } from './tooth-chart.ts'

/**
 * How a submitted form is changed (`rx-form/change`). Pure: the page decides with it while a person types, the server
 * again when the change arrives.
 */

/** Parts of a submitted form that can be changed together. */
export type ModificationPart = Extract<RxFormFields[RxFormName], { tracked: string }>['tracked']
export const modificationPartNames = [
  ...new Set(rxFormEntries.flatMap(([, { tracked }]) => tracked ?? [])),
] as ModificationPart[]
/** The parts, each with its fields. */
export const modificationParts = Object.fromEntries(
  modificationPartNames.map((part) => [
    part,
    rxFormEntries.flatMap(([name, { tracked }]) => (tracked === part ? [name] : [])),
  ]),
) as unknown as Record<ModificationPart, readonly RxFormName[]>

/** The fields of some parts. */
export const fieldsOf = (parts: readonly ModificationPart[]): ReadonlySet<RxFormName> =>
  new Set(parts.flatMap((part) => modificationParts[part]))

/** A value as text that is equal where values are: the database keeps a chart's entries with their keys in another order. */
const comparable = (form: RxFormValues, name: RxFormName): string =>
  JSON.stringify(name === 'tooth_chart' ? tidyTeeth(form.tooth_chart) : form[name])

/** Names of the fields whose values differ. */
export const changedFields = (before: RxFormValues, after: RxFormValues): RxFormName[] =>
  rxFormNames.filter((name) => comparable(before, name) !== comparable(after, name))

/** As `settle`, but what may no longer be changed keeps its value, whatever follows from the rest. */
export function settleChange(
  before: RxFormValues,
  after: RxFormValues,
  open: ReadonlySet<RxFormName>,
  context: RxFormContext,
): RxFormValues {
  const settled = settle(after, context)
  return Object.fromEntries(
    rxFormNames.map((name) => [name, open.has(name) ? settled[name] : before[name]]),
  ) as unknown as RxFormValues
}

/** Fields that were right when they were submitted, and stay so while nobody changes them: a doctor may have left since. */
const right: readonly RxFormName[] = [
  ...modificationParts.names,
  'case_number_text',
  'user_id',
  'location_id',
  ...assignedWork,
  'shipping_location_id',
  'bracket_libraries',
  'impression_date',
  'bonding_date',
]

/** What of some messages speaks against the change: those of fields that may be changed, and that it made wrong. */
export function changeErrors(
  { stl_files, ...errors }: FormErrors,
  before: RxFormValues,
  after: RxFormValues,
  open: ReadonlySet<RxFormName>,
): FormErrors {
  const changed = changedFields(before, after)
  const touched = (...names: RxFormName[]) => names.some((name) => changed.includes(name))
  const speaks = ([name]: [string, unknown]) => {
    const field = name as RxFormName
    if (!open.has(field)) return false
    if (field === 'shipping_method') return touched(field, 'shipping_location_id')
    // What a case bonds asks for its brackets; a practice that has got libraries since does not.
    if (field === 'bracket_libraries') return touched(field, 'export_type', 'submission_completed_by')
    return !right.includes(field) || touched(field)
  }
  return {
    // Scans come by the case's page: what is to be done for them is to be done there.
    ...(stl_files &&
      touched('impression_type', 'scan_submission_type') && {
        scan_submission_type: ['Add the scans on the page of the case first.'],
      }),
    // What the change made wrong elsewhere, where nothing can be done about it any more.
    ...(errors.products_list && !open.has('products_list') && touched('export_type')
      ? { export_type: errors.products_list }
      : {}),
    ...Object.fromEntries(Object.entries(errors).filter(speaks)),
  }
}

/** Everything that keeps a change from being saved, by field. */
export const validateChange = (
  before: RxFormValues,
  after: RxFormValues,
  open: ReadonlySet<RxFormName>,
  context: RxFormContext,
): FormErrors => changeErrors(validate(after, context), before, after, open)

/** One field of a change as people read it. Days stay `YYYY-MM-DD`; '' is nothing. */
export interface FieldChange {
  field: RxFormName
  label: string
  from: string
  to: string
}

/** Finds the names of what a form holds by id. */
export interface Names {
  doctor: (id: number) => string | undefined
  location: (id: number) => string | undefined
  library: (id: number) => string | undefined
  method: (id: string) => string | undefined
  /** How the practice numbers teeth. */
  tooth_numbering: ToothNumbering
}

/** Words a change field by field, in the order of the form. */
export const wordChange = (before: RxFormValues, after: RxFormValues, names: Names): FieldChange[] =>
  changedFields(before, after).map((field) =>
    field === 'tooth_chart'
      ? {
          field,
          // The words stay as they are, however the practice numbers teeth by then.
          label: chartTitle(names.tooth_numbering),
          ...teethChange(before.tooth_chart, after.tooth_chart, names.tooth_numbering),
        }
      : {
          field,
          label: labelIn(field, after, 'summary'),
          from: words(field, before, names),
          to: words(field, after, names),
        },
  )

function words(name: RxFormName, form: RxFormValues, names: Names): string {
  const field: RxFormField = rxFormFields[name]
  const value = form[name]
  if (value === null) return ''
  switch (field.kind) {
    case 'choice':
      return labelOf(field.options, value as number | string)
    case 'flags':
      return labelsOf(field.options, value as number).join(', ')
    case 'toggle':
      return value ? 'Yes' : 'No'
    case 'doctor':
    case 'location':
      return names[field.kind](value as number) ?? `${value as number}`
    case 'method':
      return names.method(value as string) ?? (value as string)
    case 'libraries':
      return (value as number[]).map((id) => names.library(id) ?? `${id}`).join(', ')
    case 'scans':
    case 'photos':
    case 'teeth':
      return String((value as unknown[]).length)
    default:
      return value as string
  }
}

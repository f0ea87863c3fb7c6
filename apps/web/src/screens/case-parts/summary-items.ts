import { labelIn, rxFormEntries, type RxFormField, type RxFormName } from '@archwire/contract/rx-forms/fields.ts'
import { labelOf, labelsOf, scanSubmission } from '@archwire/contract/rx-forms/options.ts'
import type { RxForm } from '@archwire/contract/rx-forms/schema.ts'
import type { ReactNode } from 'react'
import { formatDay } from '../../lib/format.ts'

/** A form that is filled in, or one that was submitted. */
type AnyForm = Partial<Record<RxFormName, unknown>> & { export_type: number | null }

/** A single field, as text. */
function words(field: RxFormField, value: unknown): string {
  if (field.kind === 'choice') return labelOf(field.options, value as string | number | null)
  if (field.kind === 'flags') return labelsOf(field.options, value as number).join(', ')
  if (field.kind === 'toggle') return value ? 'Yes' : ''
  if (field.kind === 'day') return value ? formatDay(value as string, true) : ''
  return typeof value === 'string' ? value : ''
}

/**
 * The rows of a summary: every field that the form's table has a word for, in the order of the page.
 * @param own texts of fields that are shown combined with others, or by a name that the form does not hold
 * @param only the fields that are shown, by section or by name; all where it is left out
 */
export const summaryItems = (
  form: AnyForm,
  own: Partial<Record<RxFormName, ReactNode>>,
  only: (name: RxFormName, field: RxFormField) => boolean = () => true,
): [string, ReactNode][] =>
  rxFormEntries.flatMap(([name, field]): [string, ReactNode][] =>
    field.summary === undefined || !only(name, field)
      ? []
      : [[labelIn(name, form, 'summary'), name in own ? own[name] : words(field, form[name])]],
  )

/** What is sent along from the lab's supplies. */
export const suppliesOf = (form: {
  boxes: number | null
  box_size: string | null
  impression_baggies: number | null
}): string =>
  [
    form.boxes && `${form.boxes} ${form.box_size ?? ''} ${form.boxes === 1 ? 'box' : 'boxes'}`.replace('  ', ' '),
    form.impression_baggies && `${form.impression_baggies} impression baggies`,
  ]
    .filter(Boolean)
    .join(', ')

/** How the scans reach the lab: the form's options ask for it. */
const scansCome: Record<number, string> = {
  [scanSubmission.upload]: 'STL files',
  [scanSubmission.scanner]: 'From the scanner',
}

/** Fields that are shown combined with others, or by a name that the server adds. */
export const shownTogether = (form: RxForm) => ({
  location_id: form.location?.name,
  bracket_libraries: form.bracket_libraries.map(({ name }) => name).join(', '),
  impression_type: `${form.impression_type_name}, ${formatDay(form.impression_date, true)}`,
  scan_submission_type: form.scan_submission_type !== null && scansCome[form.scan_submission_type],
  scanner_type: form.scanner_type_name,
  shipping_location_id: form.shipping_location?.name,
  shipping_method: form.shipping_method_label,
  rush_case: form.rush_case && form.rush_case_authorized_by,
  order_more_supplies: form.order_more_supplies && suppliesOf(form),
})

/** What is looked for first: it precedes the model, and the rest of the form follows the files (`screens/case-order`). */
const facts: ReadonlySet<RxFormName> = new Set(['products_list', 'export_type', 'jaws_id', 'arch_mode'])
export const isFact = (name: RxFormName): boolean => facts.has(name)

import { addMonths } from '../core/dates.ts'
import { straight } from '../core/names.ts'
import { isBiteScan } from './fields.ts'
import type { RxFormContext, RxFormValues } from './form.ts'
import { assignedWork, assignmentsFor, firstChoices, librariesFor, usualAssignment } from './preferences.ts'
import {
  addOn,
  addOns,
  assignment,
  customScanner,
  exportType,
  has,
  impression,
  product,
  products,
  scanSubmission,
} from './options.ts'
import { settleTeeth } from './tooth-chart.ts'

/**
 * What of the Rx form applies, what follows from what, and what is wrong with it (docs/product/rx-form.md). Pure: the
 * browser applies it while a person types, and the server again when the form arrives.
 */

/** Product flags that an impression type offers, in the order of the form (`rx-form/products`). */
export const productsFor = (type: RxFormValues['impression_type']): number[] =>
  type === null ? [] : type === impression.scan ? [16, 32, 8, 64] : [1, 2, 4, 8, 64]

const baseProducts = products.map(({ id }) => id).filter((id) => id !== product.printing)
/** The one product besides 3D Printing Options, or 0. */
export const mainProduct = (form: Pick<RxFormValues, 'products_list'>): number =>
  baseProducts.find((id) => has(form.products_list, id)) ?? 0

/** Add-ons that the products leave, in the order of the form (`rx-form/add-ons`). */
export const addOnsFor = (form: RxFormValues): number[] =>
  addOns
    .map(({ id }) => id)
    .filter((id) => !(cleansUp(form) && (id === addOn.returnStoneModels || id === addOn.returnTrays)))

const cleansUp = (form: RxFormValues) =>
  has(form.products_list, product.cleanUp) || has(form.products_list, product.cleanUpAndBase)

/** True when something is made of plastic in the end: then who prints, and where it goes, matters (`rx-form/bonding`). */
export const wantsPrint = (form: Pick<RxFormValues, 'products_list' | 'export_type'>): boolean =>
  form.export_type !== null || has(form.products_list, product.printing)

/** Whether the form requests a print: approval then creates a customer request (`cases/print-follows`). */
export const asksForPrint = (form: Pick<RxFormValues, 'products_list' | 'export_type' | 'print_assignment'>): boolean =>
  wantsPrint(form) && form.print_assignment !== null

/** Whether something travels by courier: the lab or the partner prints. An in-office print does not. */
export const ships = (form: Pick<RxFormValues, 'products_list' | 'export_type' | 'print_assignment'>): boolean =>
  asksForPrint(form) && form.print_assignment !== assignment.inOffice

/**
 * Which fields the form shows now; a field that is not shown has no value (`rx-form/impression`, `rx-form/arch-mode`,
 * `rx-form/bonding`, `rx-form/shipping`, `rx-form/supplies`).
 */
export function visibleFields(form: RxFormValues, context: RxFormContext) {
  const scan = form.impression_type === impression.scan
  const upload = scan && form.scan_submission_type === scanSubmission.upload
  return {
    user_id: context.may_select_doctor,
    scan_submission_type: scan,
    scanner_type: scan,
    custom_scanner_type_name: scan && form.scanner_type === customScanner,
    stl_files: upload,
    arch_mode: has(form.products_list, product.printing) || has(form.products_list, product.cleanUpAndBase),
    rush_case: context.rush_case_enabled && form.submission_completed_by === assignment.ownLab,
    rush_case_authorized_by: form.rush_case,
    print_assignment: wantsPrint(form),
    insert_brackets_assignment: form.export_type === exportType.trays,
    root_integration: form.export_type !== null,
    bracket_libraries: form.export_type !== null && librariesFor(form, context).length > 0,
    shipping: ships(form),
    supplies: form.order_more_supplies,
  }
}

/**
 * Normalizes a form after a change: what no longer applies loses its value, what newly applies gets its default
 * (`rx-form/products`, `rx-form/third-party`, `rx-form/shipping`).
 */
export function settle(form: RxFormValues, context: RxFormContext): RxFormValues {
  const next = { ...form }
  const usual = context.usual ?? firstChoices
  if (next.impression_type === impression.scan) {
    next.scan_submission_type ??= usual.scan_submission_type
    if (next.scanner_type === null && next.custom_scanner_type_name === '')
      next.custom_scanner_type_name = usual.custom_scanner_type_name
    next.scanner_type ??= usual.scanner_type
  } else {
    next.scan_submission_type = null
    next.scanner_type = null
  }
  if (next.scanner_type !== customScanner) next.custom_scanner_type_name = ''
  const offered = productsFor(next.impression_type)
  next.products_list = offered.filter((id) => has(next.products_list, id)).reduce((sum, id) => sum | id, 0)
  if (has(next.products_list, product.storageOnly)) next.products_list &= ~product.printing
  next.addon_options = addOnsFor(next)
    .filter((id) => has(next.addon_options, id))
    .reduce((sum, id) => sum | id, 0)
  next.tooth_chart = settleTeeth(next.tooth_chart, next.jaws_id)
  if (!context.has_partner && next.submission_completed_by === assignment.thirdParty)
    next.submission_completed_by = usualAssignment('submission_completed_by', next, context)
  settlePrint(next, context)
  const shown = visibleFields(next, context)
  if (!shown.stl_files) next.stl_files = []
  if (!shown.arch_mode) next.arch_mode = 1
  if (!shown.rush_case) next.rush_case = false
  if (!next.rush_case) next.rush_case_authorized_by = ''
  const libraries = shown.bracket_libraries ? librariesFor(next, context) : []
  if (!next.bracket_libraries.every((id) => libraries.includes(id)))
    next.bracket_libraries = next.bracket_libraries.filter((id) => libraries.includes(id))
  if (!shown.supplies) Object.assign(next, { boxes: null, box_size: null, impression_baggies: null })
  if (!shown.shipping) Object.assign(next, { shipping_location_id: null, shipping_method: null })
  else {
    next.shipping_location_id ??= usual.shipping_location_id ?? next.location_id
    next.shipping_method ??= usual.shipping_method
  }
  return next
}

/** Who prints and who inserts brackets; in-office work forces the related choices (`rx-form/in-office`). */
function settlePrint(form: RxFormValues, context: RxFormContext): void {
  if (!wantsPrint(form)) {
    Object.assign(form, { print_assignment: null, insert_brackets_assignment: null, root_integration: false })
    return
  }
  const usual = (work: 'print_assignment' | 'insert_brackets_assignment') => usualAssignment(work, form, context)
  form.print_assignment ??= usual('print_assignment')
  if (form.export_type === null) form.root_integration = false
  form.insert_brackets_assignment =
    form.export_type === exportType.trays
      ? (form.insert_brackets_assignment ?? usual('insert_brackets_assignment'))
      : null
  const noThird = form.submission_completed_by === assignment.inOffice || !context.has_partner
  for (const work of ['print_assignment', 'insert_brackets_assignment'] as const)
    if (noThird && form[work] === assignment.thirdParty) form[work] = usual(work)
  if (form.print_assignment === assignment.inOffice && form.insert_brackets_assignment !== null)
    form.insert_brackets_assignment = assignment.inOffice
}

/* What is said of names and case numbers stays as the lab wants it (`screens/wording`). */
export const nameMessage =
  'Name may only contain letters (first letter uppercase), spaces, points, brackets, and apostrophes.'
export const caseNumberMessage = 'Case number may only contain letters, spaces, points, brackets, and apostrophes.'

/** Letters with their joiners, digits, spaces, points, brackets, apostrophes; each word begins with a capital or a digit (`cases/name`). */
export const isName = (text: string): boolean =>
  /^[\p{L}\p{M}\p{N}\p{Join_C} .'()[\]]+$/u.test(text) &&
  text.split(' ').every((word) => /^[^\p{L}\p{N}]*$|^[^\p{L}\p{N}]*[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(word))

/** As names, any case, hyphens too (`cases/case-number`). */
export const isCaseNumber = (text: string): boolean => /^[\p{L}\p{M}\p{N}\p{Join_C} .'()[\]-]*$/u.test(text)

/** A name as names are written: each word begins with a capital, the apostrophe is straight. */
export const tidyName = (text: string): string =>
  straight(text).replace(
    /(^| )([^\p{L}\p{N} ]*)(\p{Ll})/gu,
    (_, space: string, sign: string, letter: string) => space + sign + letter.toUpperCase(),
  )

export type FormErrors = Partial<Record<keyof RxFormValues, string[]>>

/** Everything that keeps the form from being submitted, by field, as shown to people (docs/product/rx-form.md). */
export function validate(form: RxFormValues, context: RxFormContext): FormErrors {
  const errors: FormErrors = {}
  const wrong = (field: keyof RxFormValues, message: string) => (errors[field] ??= [message])
  const shown = visibleFields(form, context)
  for (const field of ['first_name', 'last_name'] as const) {
    if (form[field].trim() === '') wrong(field, 'Required')
    else if (!isName(form[field])) wrong(field, nameMessage)
    else if (form[field].length > 100) wrong(field, 'Up to 100 characters')
  }
  if (!isCaseNumber(form.case_number_text)) wrong('case_number_text', caseNumberMessage)
  if (context.may_select_doctor && form.user_id === null) wrong('user_id', 'Required')
  if (form.location_id === null && context.location_ids.length > 0) wrong('location_id', 'Required')
  validateImpression(form, context, wrong)
  if (shown.stl_files && !context.has_scans && form.stl_files.every(isBiteScan))
    wrong('stl_files', 'Choose at least one STL file')
  if (mainProduct(form) === 0 && form.export_type === null) wrong('products_list', 'Choose a product or an export type')
  if (baseProducts.filter((id) => has(form.products_list, id)).length > 1) wrong('products_list', 'Choose one product')
  for (const work of assignedWork)
    if (form[work] !== null && !assignmentsFor(work, form, context).includes(form[work]))
      wrong(work, 'The practice does not use this choice')
  if (form.rush_case && form.rush_case_authorized_by.trim() === '') wrong('rush_case_authorized_by', 'Required')
  if (
    shown.bracket_libraries &&
    form.submission_completed_by !== assignment.inOffice &&
    form.bracket_libraries.length === 0
  )
    wrong('bracket_libraries', 'Choose at least one bracket library')
  if (form.boxes !== null && form.box_size === null) wrong('box_size', 'Required')
  if (form.box_size !== null && form.boxes === null) wrong('boxes', 'Required')
  if (shown.shipping && form.shipping_method === null) wrong('shipping_method', 'Required')
  if (
    form.bonding_date !== null &&
    (form.bonding_date < context.today || form.bonding_date > addMonths(context.today, 6))
  )
    wrong('bonding_date', 'Invalid date')
  return errors
}

/** What is wrong with day and kind of the impression (`rx-form/impression-date`, `rx-form/impression`). */
function validateImpression(
  form: RxFormValues,
  context: RxFormContext,
  wrong: (field: keyof RxFormValues, message: string) => void,
): void {
  const today = context.today_at?.(form.location_id) ?? context.today
  if (form.impression_date === null) wrong('impression_date', 'Required')
  else if (form.impression_date > today) wrong('impression_date', 'The date is in the future')
  else if (form.impression_date < addMonths(today, -12)) wrong('impression_date', 'The date is over one year ago')
  if (form.impression_type === null) wrong('impression_type', 'Required')
  if (form.impression_type !== impression.scan) return
  if (form.scan_submission_type === null) wrong('scan_submission_type', 'Required')
  if (form.scanner_type === customScanner && form.custom_scanner_type_name.trim() === '')
    wrong('custom_scanner_type_name', 'Required')
}

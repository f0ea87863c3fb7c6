import type { Cents } from '../core/money.ts'
import type { RxFormName } from './fields.ts'
import type { RxFormValues } from './form.ts'
import { addOn, addOns, assignment, exportType, has, impression, labelOf, product, products } from './options.ts'
import { asksForPrint, mainProduct } from './rules.ts'
import { contentType } from './content-types.ts'
import { archFees, type ArchFee, type PriceList } from '../pricing/price-list.ts'
import { pricePrint } from './price-print.ts'

/** Fields of the Rx form that decide what a case costs. */
export const pricedFields = [
  'impression_type',
  'products_list',
  'export_type',
  'jaws_id',
  'arch_mode',
  'addon_options',
  'root_integration',
  'submission_completed_by',
  'print_assignment',
  'insert_brackets_assignment',
  'shipping_method',
  'rush_case',
] as const satisfies readonly RxFormName[]
export type PricedForm = Pick<RxFormValues, (typeof pricedFields)[number]>

/** One line of what a case costs. */
export interface PriceLine {
  /** The place of its price in the list: `arch.print`. */
  fee: string
  label: string
  /** What of the form brings it. */
  why: string
  quantity: number
  unit: Cents
  amount: Cents
  /** When it goes on an invoice: with the case, or when what was asked for is completed. */
  due: 'case' | 'completion'
  /** The unit price is the practice's own, not the list's (`rx-form/own-prices`). */
  own?: true
}

/** What a case costs; without the practice's monthly fee, volume discount, tax and card fee. */
export interface CasePrice {
  lines: PriceLine[]
  total: Cents
}

const bothJaws = 3
const digital: Record<number, 'full_digital_model' | 'semi_finish' | 'rough' | 'digital_storage_only'> = {
  1: 'full_digital_model',
  2: 'semi_finish',
  4: 'rough',
  8: 'digital_storage_only',
}
const scanned: Record<number, 'clean_up' | 'clean_up_and_base' | 'digital_storage_only'> = {
  8: 'digital_storage_only',
  16: 'clean_up',
  32: 'clean_up_and_base',
}
const extra = {
  [addOn.analysisReport]: 'analysis_report',
  [addOn.doubleOcclusal]: 'double_occlusal_view',
  [addOn.returnStoneModels]: 'return_stone_models',
  [addOn.returnTrays]: 'return_impression_trays',
  [addOn.convertToStl]: 'convert_to_stl',
} as const
const exported: Record<1 | 2 | 3, ArchFee> = { 1: 'export_tray', 2: 'export_with_guides', 3: 'export_with_brackets' }

/** The place of the price of a rush. */
export const rushFee = 'rx_forms.misc.rx_form.rush_case'

/** A line before it has its amount. */
export type PriceDraft = Omit<PriceLine, 'amount'>

/**
 * What the lab charges for a settled form (`rx-form/price`), in whole cents: unit price times quantity, so that no line is
 * rounded. The table of fields and fees is in docs/billing.md. Pure: shown while a person types, fixed by the server at
 * submit, read by invoices.
 */
export function priceCase(form: PricedForm, prices: PriceList): CasePrice {
  const lines = [...setupLines(form, prices), ...printLines(form, prices)]
    .filter(({ unit }) => unit > 0)
    .map((line) => markOwn({ ...line, amount: line.unit * line.quantity }, prices))
  return { lines, total: lines.reduce((sum, { amount }) => sum + amount, 0) }
}

/** A line, marked where its price is the practice's own. */
export const markOwn = <Line extends { fee: string }>(line: Line, { own }: Pick<PriceList, 'own'>): Line =>
  own?.includes(line.fee) ? { ...line, own: true } : line

const archesOf = (form: PricedForm): number => (form.jaws_id === bothJaws ? 2 : 1)
const perArch = (
  form: PricedForm,
  prices: PriceList,
  fee: ArchFee,
  why: string,
  due: PriceDraft['due'],
): PriceDraft => ({
  fee: `arch.${fee}`,
  label: archFees[fee],
  why: `${archesOf(form) === 2 ? 'Two arches' : 'One arch'}. ${why}`,
  quantity: archesOf(form),
  unit: prices.arch[fee],
  due,
})
const once = (fee: string, label: string, why: string, unit: Cents, due: PriceDraft['due'] = 'case'): PriceDraft => ({
  fee,
  label,
  why,
  quantity: 1,
  unit,
  due,
})

/** The digital model, and what is added to it. */
function modelLines(form: PricedForm, { rx_forms }: PriceList): PriceDraft[] {
  const size = form.jaws_id === bothJaws ? 'both_arches' : 'one_arch'
  const why = form.jaws_id === bothJaws ? 'Both arches' : 'One arch'
  const main = mainProduct(form)
  const lines: PriceDraft[] = []
  if (main !== 0) {
    const group = form.impression_type === impression.scan ? 'intra_oral_scan' : 'pvs_or_stone_model'
    const kind = group === 'intra_oral_scan' ? scanned[main] : digital[main]
    const fees = kind && (rx_forms[group] as Partial<Record<string, Record<typeof size, Cents>>>)[kind]
    if (fees) lines.push(once(`rx_forms.${group}.${kind}.${size}`, labelOf(products, main), why, fees[size]))
  }
  for (const { id, label } of addOns)
    if (has(form.addon_options, id))
      lines.push(once(`rx_forms.misc.addon.${extra[id]}`, label, 'Add-on', rx_forms.misc.addon[extra[id]]))
  return lines
}

/** What the lab makes before something is printed; a setup of the partner or the practice is not its work. */
function setupLines(form: PricedForm, prices: PriceList): PriceDraft[] {
  if (form.submission_completed_by !== assignment.ownLab) return []
  return [...modelLines(form, prices), ...bondingLines(form, prices), ...rushLines(form, prices)]
}

/** The setup of what is bonded. */
function bondingLines(form: PricedForm, prices: PriceList): PriceDraft[] {
  if (form.export_type === null) return []
  const arch = (fee: ArchFee, why: string) => perArch(form, prices, fee, why, 'case')
  return [
    arch('software', 'The setup is planned with the software.'),
    arch('initial_case_setup', 'The lab makes the setup.'),
    ...(form.export_type === exportType.trays ? [arch('tray_design', 'The lab designs the trays.')] : []),
    arch(exported[form.export_type], 'The finished setup, as files to print.'),
    ...(form.root_integration ? [arch('root_integration', 'Roots from a CBCT.')] : []),
  ]
}

/** What the lab prints, and how it travels. A partner's or the practice's own prints are not the lab's to charge. */
function printLines(form: PricedForm, prices: PriceList): PriceDraft[] {
  if (!asksForPrint(form) || form.print_assignment !== assignment.ownLab) return []
  const contents = [
    ...(form.export_type === null ? [] : [form.export_type as number]),
    ...(has(form.products_list, product.printing) ? [contentType.studyModel] : []),
  ]
  const items = Array.from({ length: archesOf(form) }, () => contents)
    .flat()
    .map((content_type_id) => ({
      content_type_id,
      insert_brackets: form.insert_brackets_assignment === assignment.ownLab,
    }))
  return pricePrint({ items, arch_mode: form.arch_mode, shipping_method: form.shipping_method }, prices)
}

/** A rush costs once, however many arches there are. */
function rushLines(form: PricedForm, prices: PriceList): PriceDraft[] {
  if (!form.rush_case) return []
  const fee = prices.rx_forms.misc.rx_form.rush_case
  const why = 'Ready for approval within one business hour.'
  return [once(rushFee, 'Rush case', why, fee, 'completion')]
}

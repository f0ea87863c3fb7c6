import type { PriceOverrides } from '@archwire/contract/pricing/overrides.ts'
import type { PriceList } from '@archwire/contract/pricing/price-list.ts'
import type { PricedForm } from '@archwire/contract/rx-forms/price-case.ts'
import type { FormLine, MonthEvent, MonthTerms, Print } from './naive-month.ts'
import type { EndedPrint, RandomMonth } from './random-months.ts'

/** Prices by field: `arch.print`. */
type Fees = Record<string, unknown>

/** What the code of every random month is called; a database gives it a word of its own. */
export const codeWord = 'CODE'

/** A random month as the naive computation reads it: what is priced is priced here, by the tables of docs/billing.md. */
export function plainMonth(
  month: RandomMonth,
  numbers: readonly number[],
): { terms: MonthTerms; events: MonthEvent[] } {
  let list: PriceList = month.list
  let own: PriceOverrides['fields'] = { ...month.own.fields }
  const kept: Record<number, Fees> = {}
  const asked: Record<number, { prices: Fees; free: boolean }> = {}
  const { begins, until, method, cardFee, tax, billingState, rules } = month
  const code = month.code && { word: codeWord, ...month.code }
  const prices = ofOrders(inForce(list, own))
  const events: MonthEvent[] = []

  const print = ({ print: number, case: patient, items, archMode, method: way }: EndedPrint): Print => ({
    case: `C-${patient}`,
    items,
    model: ['', 'horseshoe', 'palate_lingual', 'low_profile_base', 'full_profile_base'][archMode]!,
    method: way,
    prices: asked[number]!.prices as Record<string, number>,
    free: asked[number]!.free,
  })
  for (const step of month.steps) {
    const { day } = step
    switch (step.what) {
      case 'list':
      case 'own prices': {
        if (step.what === 'list') list = step.list
        else own = { ...own, ...step.own.fields }
        events.push({ day, what: 'prices', ...ofOrders(inForce(list, own)) })
        break
      }
      case 'submitted':
        kept[step.case] = inForce(list, own)
        events.push({
          day,
          what: 'submitted',
          case: `C-${step.case}`,
          delay: kept[step.case]!['settings.delay_case_charging'] as number,
          lines: linesOf(step.form, kept[step.case]!),
          rush: rushOf(step.form, kept[step.case]!),
        })
        break
      case 'changed':
        events.push({
          day,
          what: 'changed',
          case: `C-${step.case}`,
          lines: linesOf(step.form, kept[step.case]!),
          rush: rushOf(step.form, kept[step.case]!),
        })
        break
      case 'ready':
      case 'canceled':
        events.push({ day, what: step.what, case: `C-${step.case}` })
        break
      case 'asked':
        asked[step.print] = { prices: step.isFirst ? kept[step.case]! : inForce(list, own), free: step.isFree }
        break
      case 'printed':
        events.push({ day, what: 'printed', prints: step.prints.map(print), entered: step.entered })
        break
      case 'print canceled':
        events.push({
          day,
          what: 'print canceled',
          print: print(step.print),
          isPrinted: step.isPrinted,
          isInserted: step.isInserted,
        })
        break
      case 'entered': {
        const { entry, case: patient, label, cents } = step
        events.push({
          day,
          what: 'entered',
          id: `${entry}`,
          case: patient === null ? null : `C-${patient}`,
          label,
          cents,
        })
        break
      }
      case 'taken off':
        events.push({ day, what: 'taken off', id: `${step.entry}` })
        break
      case 'closed by hand':
      case 'credit':
        events.push(step)
    }
  }
  const terms = { begins, until, numbers, method, cardFee, tax, billingState, prices, rules, code }
  return { terms, events }
}

/** A practice's own price where it has one, else that of the list. */
function inForce(list: PriceList, own: PriceOverrides['fields']): Fees {
  const fees: Fees = { arch_volume_discounts: list.arch_volume_discounts }
  const walk = (tree: object, at: string): void => {
    for (const [name, value] of Object.entries(tree))
      if (typeof value === 'number') fees[`${at}.${name}`] = value
      else walk(value as object, `${at}.${name}`)
  }
  for (const group of ['arch', 'shipping_fees', 'settings', 'rx_forms'] as const) walk(list[group], group)
  for (const [field, value] of Object.entries(own)) if (value !== null) fees[field] = value
  return fees
}
const ofOrders = (fees: Fees) => ({
  monthlyFee: fees['settings.flat_monthly'] as number,
  tiers: (fees.arch_volume_discounts as PriceList['arch_volume_discounts']).map(({ volume, discount }) => ({
    volume,
    percent: discount,
  })),
})

/** What the table of "What a case costs" brings with the case: field and value, fee; by arch where it is one of `arch`. */
function linesOf(form: PricedForm, fees: Fees): FormLine[] {
  if (form.submission_completed_by !== 1) return []
  const arches = form.jaws_id === 3 ? 2 : 1
  const size = arches === 2 ? 'both_arches' : 'one_arch'
  const isScan = form.impression_type === 4
  const lines: FormLine[] = []
  const add = (fee: string) =>
    lines.push({ fee, times: fee.startsWith('arch.') ? arches : 1, unit: fees[fee] as number })
  const products: [product: number, scan: boolean, fee: string][] = [
    [1, false, 'rx_forms.pvs_or_stone_model.full_digital_model'],
    [2, false, 'rx_forms.pvs_or_stone_model.semi_finish'],
    [4, false, 'rx_forms.pvs_or_stone_model.rough'],
    [8, false, 'rx_forms.pvs_or_stone_model.digital_storage_only'],
    [8, true, 'rx_forms.intra_oral_scan.digital_storage_only'],
    [16, true, 'rx_forms.intra_oral_scan.clean_up'],
    [32, true, 'rx_forms.intra_oral_scan.clean_up_and_base'],
  ]
  for (const [product, scan, fee] of products)
    if ((form.products_list & product) !== 0 && scan === isScan) add(`${fee}.${size}`)
  const addOns: [addOn: number, fee: string][] = [
    [1, 'analysis_report'],
    [2, 'double_occlusal_view'],
    [4, 'return_stone_models'],
    [8, 'return_impression_trays'],
    [16, 'convert_to_stl'],
  ]
  for (const [addOn, fee] of addOns) if ((form.addon_options & addOn) !== 0) add(`rx_forms.misc.addon.${fee}`)
  if (form.export_type === null) return lines
  add('arch.software')
  add('arch.initial_case_setup')
  if (form.export_type === 1) add('arch.tray_design')
  if (form.export_type === 1) add('arch.export_tray')
  if (form.export_type === 2) add('arch.export_with_guides')
  if (form.export_type === 3) add('arch.export_with_brackets')
  if (form.root_integration) add('arch.root_integration')
  return lines
}
const rushOf = (form: PricedForm, fees: Fees): number | null =>
  form.submission_completed_by === 1 && form.rush_case ? (fees['rx_forms.misc.rx_form.rush_case'] as number) : null

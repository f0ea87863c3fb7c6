import { overridableFields, type PriceOverrides } from '@archwire/contract/pricing/overrides.ts'
import type { PriceList } from '@archwire/contract/pricing/price-list.ts'
import type { PricedForm } from '@archwire/contract/rx-forms/price-case.ts'
import { chanceOf } from '../../../../tools/chance.ts'
import { priceList } from '../../../../packages/contract/test/price-list.ts'
import { closingDays, daysLater, type Cents, type Day } from './naive-month.ts'

/** One arch of a print. */
export interface MadeItem {
  content: 1 | 2 | 3 | 4 | 5
  brackets: boolean
  corrected: boolean
}

/** What happens in a random month, in this order. Cases and prints have numbers, which start with 1. */
export type Step = { day: Day } & (
  | { what: 'list'; list: PriceList }
  | { what: 'own prices'; own: PriceOverrides }
  | { what: 'submitted' | 'changed'; case: number; form: PricedForm }
  | { what: 'ready' | 'canceled'; case: number }
  /** A print is requested: the first one of its form with the prices of its submission. */
  | { what: 'asked'; case: number; print: number; isFirst: boolean; isFree: boolean }
  /** As the prints are when they are completed in one parcel; `entered`: the fee for it. */
  | { what: 'printed'; prints: EndedPrint[]; entered: Cents | null }
  | { what: 'print canceled'; print: EndedPrint; isPrinted: boolean; isInserted: boolean }
  | { what: 'entered'; entry: number; case: number | null; label: string; cents: Cents }
  | { what: 'taken off'; entry: number }
  | { what: 'closed by hand' }
  | { what: 'credit'; cents: Cents; from: Day | null; to: Day | null }
)
export interface EndedPrint {
  print: number
  case: number
  items: MadeItem[]
  archMode: 1 | 2 | 3 | 4
  method: string
}

export interface RandomMonth {
  begins: Day
  /** The last day that is looked at. */
  until: Day
  /** The list that is in force at the beginning, and what the practice has agreed by then. */
  list: PriceList
  own: PriceOverrides
  method: 'card' | 'bank' | null
  /** Percentages as they are written. */
  cardFee: number
  tax: { state: string; percent: number }
  billingState: string
  rules: { label: string; cents: Cents; from: Day | null; to: Day | null }[]
  /** A code for the monthly fee, as it was entered; null for none. */
  code: { entered: Day; months: number; off: { percent: number } | { cents: Cents } } | null
  steps: Step[]
}

const methods = ['standard', 'express', 'urgent', 'lightspeed', 'international'] as const

/** Months by a seed, as many as are asked for. Much happens around closing days, and most rates end in odd cents. */
export function* randomMonths(seed: number, count: number): Generator<RandomMonth> {
  const chance = chanceOf(seed)
  for (let number = 0; number < count; number += 1) yield new Drawing(chance).month()
}

/** A list of amounts that differ, some of which are 0. */
function mutated(tree: object, draw: (value: number) => number): object {
  return Object.fromEntries(
    Object.entries(tree).map(([name, value]) => [
      name,
      typeof value === 'number' ? draw(value) : typeof value === 'object' ? mutated(value as object, draw) : value,
    ]),
  )
}

interface Case {
  number: number
  form: PricedForm
  isOpen: boolean
  isReady: boolean
  wasPrinted: boolean
}
interface Asked {
  print: number
  case: Case
  isFree: boolean
}

/** One month while it is drawn. */
class Drawing {
  private readonly chance: () => number
  private readonly steps: Step[] = []
  private readonly cases: Case[] = []
  private asked: Asked[] = []
  private prints = 0
  private readonly entries: number[] = []
  private entered = 0
  private lists = 1
  private owns = 0
  private delay = 5

  constructor(chance: () => number) {
    this.chance = chance
  }

  private any<T>(...choices: readonly T[]): T {
    return choices[Math.floor(this.chance() * choices.length)]!
  }
  private upTo(most: number): number {
    return 1 + Math.floor(this.chance() * most)
  }
  private is(likely: number): boolean {
    return this.chance() < likely
  }
  private amount(): Cents {
    return this.is(0.15) ? 0 : this.upTo(9999)
  }
  private percent(most: number): number {
    return this.any(0, most, Math.round(this.chance() * most * 10_000) / 10_000, 6.875, 1.49)
  }

  month(): RandomMonth {
    const begins = daysLater('2026-12-01', this.upTo(500))
    const closings = closingDays(begins, daysLater(begins, this.any(35, 65, 100)))
    const until = daysLater(closings.at(-1)!, this.any(0, 1, 7))
    const near = () => daysLater(this.any(...closings, begins), this.any(0, 1, 29)) as Day
    const bound = () => (this.is(0.4) ? null : near())
    const list = this.list()
    this.delay = list.settings.delay_case_charging
    const own = this.is(0.5) ? { version: 0, fields: {} } : this.own()
    const rules = Array.from({ length: this.any(0, 0, 1, 2) }, (_, index) => {
      const [from, to] = this.days(bound(), bound())
      return { label: `Rule ${index + 1}`, cents: this.any(1, -1) * this.upTo(this.any(500, 20_000)), from, to }
    })
    const closingSet = new Set(closings)
    for (let day = begins; day <= until; day = daysLater(day, 1)) {
      const isClose = closingSet.has(day) || closingSet.has(daysLater(day, 1))
      const counts = daysLater(day, this.delay)
      if ((closingSet.has(counts) || closingSet.has(daysLater(counts, 1))) && this.is(0.6)) this.submit(day)
      const most = isClose ? this.any(1, 2, 3) : this.any(0, 0, 0, 1, 1, 2)
      for (let step = 0; step < most; step += 1) this.step(day, near)
    }
    return {
      begins,
      until,
      list,
      own,
      method: this.any('card', 'bank', null, 'card'),
      cardFee: this.percent(5),
      tax: { state: 'MN', percent: this.percent(10) },
      billingState: this.any('MN', 'MN', 'CO'),
      rules,
      code: this.code(near),
      steps: this.steps,
    }
  }

  /** A code that is entered on a day around a closing, or at the beginning. */
  private code(near: () => Day): RandomMonth['code'] {
    if (this.is(0.4)) return null
    // A code takes off at least one hundredth of a percent, or one cent.
    const off = this.is(0.5)
      ? { percent: this.any(100, 50, this.upTo(10_000) / 100) }
      : { cents: this.upTo(this.any(100, 9999, 20_000)) }
    return { entered: near(), months: this.any(1, 1, 2, 3, 12), off }
  }

  /** The days of something that lasts, the earlier one first. */
  private days(from: Day | null, to: Day | null): [Day | null, Day | null] {
    return from !== null && to !== null && from > to ? [to, from] : [from, to]
  }

  private list(): PriceList {
    const { version: _, settings: __, arch_volume_discounts: ___, ...fees } = priceList
    const drawn = mutated(fees, () => this.amount()) as Pick<PriceList, 'arch' | 'shipping_fees' | 'rx_forms'>
    return {
      ...drawn,
      version: this.lists,
      settings: {
        delay_case_charging: this.upTo(20),
        delay_payment_processing: this.upTo(10),
        flat_monthly: this.amount(),
      },
      arch_volume_discounts: this.tiers(),
    }
  }
  private tiers(): PriceList['arch_volume_discounts'] {
    return Array.from({ length: this.any(0, 1, 2, 3) }, () => ({ volume: this.upTo(12), discount: this.percent(100) }))
  }
  private own(): PriceOverrides {
    this.owns += 1
    const fields: PriceOverrides['fields'] = {}
    for (const field of overridableFields)
      if (this.is(0.2))
        fields[field] = this.is(0.2)
          ? null
          : field === 'arch_volume_discounts'
            ? this.tiers()
            : field.startsWith('settings.delay')
              ? this.upTo(10)
              : this.amount()
    return { version: this.owns, fields }
  }

  private form(): PricedForm {
    const impression = this.any<1 | 2 | 4>(1, 2, 4)
    const main = impression === 4 ? this.any(0, 8, 16, 32) : this.any(0, 1, 2, 4, 8)
    return {
      impression_type: impression,
      products_list: main | this.any(0, 0, 64),
      export_type: main === 0 ? this.any<1 | 2 | 3>(1, 2, 3) : this.any<1 | 2 | 3 | null>(null, 1, 2, 3),
      jaws_id: this.any<1 | 2 | 3>(1, 2, 3, 3),
      arch_mode: this.any<1 | 2 | 3 | 4>(1, 2, 3, 4),
      addon_options: this.is(0.5) ? 0 : Math.floor(this.chance() * 32),
      root_integration: this.is(0.3),
      submission_completed_by: this.any<1 | 2 | 3>(1, 1, 1, 1, 2, 3),
      print_assignment: this.any<1 | 2 | 3>(1, 1, 1, 2, 3),
      insert_brackets_assignment: this.any<1 | 2>(1, 2),
      shipping_method: this.any(...methods),
      rush_case: this.is(0.4),
    }
  }
  /** The form with some of its fields changed; sometimes with none that has a price. */
  private changed(form: PricedForm): PricedForm {
    const other = this.form()
    if (this.is(0.1)) return { ...form, shipping_method: other.shipping_method }
    if (this.is(0.3)) return { ...form, rush_case: !form.rush_case }
    if (this.is(0.5)) return { ...form, jaws_id: other.jaws_id, addon_options: other.addon_options }
    return other
  }

  private items(): MadeItem[] {
    return Array.from({ length: this.upTo(4) }, () => ({
      content: this.any<1 | 2 | 3 | 4>(1, 1, 1, 2, 3, 4),
      brackets: this.is(0.5),
      corrected: this.is(0.1),
    }))
  }
  private ended({ print, case: of }: Asked): EndedPrint {
    const models = Array.from({ length: this.any(0, 0, 0, 1, 2) }, () => ({
      content: 5 as const,
      brackets: false,
      corrected: false,
    }))
    return {
      print,
      case: of.number,
      items: [...this.items(), ...models],
      archMode: of.form.arch_mode ?? 1,
      method: this.any(...methods),
    }
  }

  private submit(day: Day): void {
    const number = this.cases.length + 1
    const form = this.form()
    this.cases.push({ number, form, isOpen: true, isReady: false, wasPrinted: false })
    this.steps.push({ day, what: 'submitted', case: number, form })
  }

  private step(day: Day, near: () => Day): void {
    const open = this.cases.filter(({ isOpen }) => isOpen)
    const kind = this.any(
      'submit',
      'submit',
      'change',
      'change',
      'ready',
      'ready',
      'cancel',
      'print',
      'print',
      'enter',
      'rare',
    )
    if (kind === 'submit' || open.length === 0) return this.submit(day)
    const one = this.any(...open)
    if (kind === 'change') {
      one.form = this.changed(one.form)
      this.steps.push({ day, what: 'changed', case: one.number, form: one.form })
    } else if (kind === 'ready') {
      one.isReady = true
      this.steps.push({ day, what: 'ready', case: one.number })
    } else if (kind === 'cancel') {
      one.isOpen = false
      for (const print of this.asked.filter((asked) => asked.case === one)) this.cancelPrint(day, print)
      this.steps.push({ day, what: 'canceled', case: one.number })
    } else if (kind === 'print') this.print(day, one)
    else if (kind === 'enter') this.enter(day)
    else this.rare(day, near)
  }

  private print(day: Day, one: Case): void {
    const isFirst = !one.wasPrinted
    one.wasPrinted = true
    this.prints += 1
    const isFree = !isFirst && this.is(0.3)
    this.asked.push({ print: this.prints, case: one, isFree })
    this.steps.push({ day, what: 'asked', case: one.number, print: this.prints, isFirst, isFree })
    if (this.is(0.3)) return
    if (this.is(0.15)) return this.cancelPrint(day, this.any(...this.asked))
    const parcel = this.asked
      .filter(() => this.is(0.7))
      .toSorted((a, b) => a.case.number - b.case.number || a.print - b.print)
    this.asked = this.asked.filter((print) => !parcel.includes(print))
    if (parcel.length === 0) return
    const method = this.any(...methods)
    const prints = parcel.map((print) => ({ ...this.ended(print), method }))
    this.steps.push({ day, what: 'printed', prints, entered: this.is(0.4) ? this.amount() : null })
  }
  private cancelPrint(day: Day, print: Asked): void {
    this.asked = this.asked.filter((asked) => asked !== print)
    const [isPrinted, isInserted] = [this.is(0.7), this.is(0.5)]
    this.steps.push({ day, what: 'print canceled', print: this.ended(print), isPrinted, isInserted })
  }

  private enter(day: Day): void {
    if (this.entries.length > 0 && this.is(0.2)) {
      const entry = this.any(...this.entries)
      this.entries.splice(this.entries.indexOf(entry), 1)
      this.steps.push({ day, what: 'taken off', entry })
      return
    }
    this.entered += 1
    this.entries.push(this.entered)
    const cents = this.any(1, -1) * this.upTo(this.any(100, 5000, 5000, 100_000))
    const patient = this.is(0.5) ? this.any(...this.cases).number : null
    this.steps.push({ day, what: 'entered', entry: this.entered, case: patient, label: `Entry ${this.entered}`, cents })
  }

  private rare(day: Day, near: () => Day): void {
    const kind = this.any('list', 'own', 'credit', 'by hand')
    if (kind === 'list') {
      this.lists += 1
      this.steps.push({ day, what: 'list', list: this.list() })
    } else if (kind === 'own') this.steps.push({ day, what: 'own prices', own: this.own() })
    else if (kind === 'credit') {
      const [from, to] = this.days(this.is(0.4) ? null : near(), this.is(0.4) ? null : near())
      // The last day of a credit is later than its first.
      const last = to !== null && to === from ? daysLater(to, 1) : to
      this.steps.push({ day, what: 'credit', cents: this.upTo(this.any(2000, 50_000)), from, to: last })
    } else this.steps.push({ day, what: 'closed by hand' })
  }
}

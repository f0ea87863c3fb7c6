import { withOverrides, type PriceOverrides } from '@archwire/contract/pricing/overrides.ts'
import type { PriceList } from '@archwire/contract/pricing/price-list.ts'
import { addDays, instantIn, type Day } from '@archwire/contract/core/dates.ts'
import { toRate } from '@archwire/contract/core/money.ts'
import { priceCase, type PricedForm } from '@archwire/contract/rx-forms/price-case.ts'
import { assemble, monthlyRows } from '../../src/modules/billing/orders/assemble.ts'
import type { Assembled, LedgerRow, Terms } from '../../src/modules/billing/orders/rows.ts'
import { nextClosing } from '../../src/modules/charges/index.ts'
import type { NewCharge } from '../../src/modules/charges/ledger.ts'
import {
  changesRows,
  firstDayOf,
  formSources,
  rowsOfChange,
  rowsOfForm,
  rowsOfRush,
  type ChargedForm,
  type FormSource,
} from '../../src/modules/charges/of-cases.ts'
import { rowsOfPrint } from '../../src/modules/charges/of-prints.ts'
import { chargeByHand } from '../own-charge.ts'
import { codeWord } from './plain-month.ts'
import type { EndedPrint, RandomMonth, Step } from './random-months.ts'

/** A row of the ledger with what became of it: the place of its invoice among those that closed, from 1 on. */
export type KeptRow = NewCharge & { id: number; voided: Day | null; invoice: number | null }
export interface ClosedOrder {
  day: Day
  assembled: Assembled
}

const zone = 'America/Denver'
/** Late in the evening of the lab, when it is the next day in UTC. */
const evening = (day: Day): Date => instantIn(zone, day, 23 * 3600)

interface Kept {
  prices: PriceList
  delay: number
  submitted: Date
  form: ChargedForm
}

/** A random month by the product's own rules, with a list in the place of the table `charges`. */
export function productMonth(month: RandomMonth): { ledger: KeptRow[]; orders: ClosedOrder[] } {
  const product = new Product(month)
  for (const step of month.steps) product.take(step)
  product.closeUpTo(month.until)
  return product
}

class Product {
  readonly ledger: KeptRow[] = []
  readonly orders: ClosedOrder[] = []
  private readonly month: RandomMonth
  private readonly cases = new Map<number, Kept>()
  private readonly prints = new Map<number, { prices: PriceList; isFree: boolean }>()
  private readonly entries = new Map<number, KeptRow>()
  private list: PriceList
  private own: PriceOverrides
  private credit: Terms['credit'] = null
  private credits = 0
  /** How many orders took the code. */
  private months = 0
  private next: Day
  private readonly billingDay: number

  constructor(month: RandomMonth) {
    this.month = month
    this.list = month.list
    this.own = month.own
    this.next = addDays(month.begins, 30)
    this.billingDay = Number(this.next.slice(8))
  }

  /** As `termsOf` takes the code of a practice. */
  private promotion(day: Day): Terms['promotion'] {
    const { code } = this.month
    if (!code || code.entered >= day || this.months >= code.months) return null
    const off = 'cents' in code.off ? { fixed: code.off.cents } : { rate: toRate(code.off.percent) }
    return { id: 1, code: codeWord, off, months: code.months, month: this.months + 1 }
  }

  private prices(): PriceList {
    return withOverrides(this.list, this.own)
  }

  private write(rows: readonly NewCharge[]): KeptRow[] {
    const written = rows.map((row, index) => ({
      ...row,
      id: this.ledger.length + index + 1,
      voided: null,
      invoice: null,
    }))
    this.ledger.push(...written)
    return written
  }
  private voidForm(day: Day, id: number): void {
    for (const row of this.ledger)
      if ((formSources as readonly string[]).includes(row.source) && row.source_id === id && isOpen(row))
        row.voided = day
  }

  take(step: Step): void {
    const { day } = step
    this.closeUpTo(day)
    switch (step.what) {
      case 'list':
        this.list = step.list
        break
      case 'own prices':
        this.own = { version: step.own.version, fields: { ...this.own.fields, ...step.own.fields } }
        break
      case 'submitted':
        this.submit(step.case, step.form, evening(day))
        break
      case 'changed':
        this.change(step.case, step.form, day)
        break
      case 'ready': {
        const { form } = this.cases.get(step.case)!
        if (!this.ledger.some((row) => row.source === 'rush' && row.source_id === form.id))
          this.write(rowsOfRush(form, day))
        break
      }
      case 'canceled':
        this.voidForm(day, step.case)
        break
      case 'asked': {
        const prices = step.isFirst ? this.cases.get(step.case)!.prices : this.prices()
        this.prints.set(step.print, { prices, isFree: step.isFree })
        break
      }
      case 'printed': {
        // As modules/requests completes a parcel.
        const first = Math.max(
          0,
          step.prints.findIndex(({ print }) => !this.prints.get(print)!.isFree),
        )
        for (const [index, print] of step.prints.entries())
          this.print(print, day, { feeCents: step.entered !== null && index !== first ? 0 : step.entered })
        break
      }
      case 'print canceled':
        this.print(step.print, day, {
          finished: [
            ...(step.isPrinted ? (['Print'] as const) : []),
            ...(step.isInserted ? (['Insert Brackets'] as const) : []),
          ],
        })
        break
      case 'entered':
        this.entries.set(step.entry, this.write([byHand(step, day)])[0]!)
        break
      case 'taken off': {
        const row = this.entries.get(step.entry)!
        if (isOpen(row)) row.voided = day
        break
      }
      case 'closed by hand':
        if (this.ledger.some((row) => isOpen(row) && row.day <= day)) this.close(day, 'by_hand')
        break
      case 'credit': {
        const { cents: amount, from: validFrom, to: validTo } = step
        this.credits += 1
        this.credit = { amount, validFrom, validTo, version: this.credits }
      }
    }
  }

  private submit(id: number, form: PricedForm, submitted: Date): void {
    const prices = this.prices()
    const charged: ChargedForm = {
      id,
      patientId: id,
      version: 1,
      list: prices.version,
      overrides: prices.overrides ?? 0,
      lines: priceCase(form, prices).lines,
    }
    const delay = prices.settings.delay_case_charging
    this.cases.set(id, { prices, delay, submitted, form: charged })
    this.write(rowsOfForm(charged, firstDayOf(submitted, zone, delay)))
  }

  private change(id: number, form: PricedForm, day: Day): void {
    const kept = this.cases.get(id)!
    const before = kept.form
    const after = { ...before, version: before.version + 1, lines: priceCase(form, kept.prices).lines }
    kept.form = after
    if (!changesRows(before, after)) return
    this.voidForm(day, id)
    const of = (source: FormSource) => {
      const rows = this.ledger.filter((row) => row.source === source && row.source_id === id)
      const closed = rows.filter(({ invoice }) => invoice !== null)
      return {
        held: closed.length === 0 ? null : closed.reduce((sum, row) => sum + row.times * row.unit_cents, 0),
        first: rows.map((row) => row.day).toSorted()[0] ?? null,
      }
    }
    const standing = { form: of('form'), rush: of('rush'), change: of('change') }
    const first = firstDayOf(kept.submitted, zone, kept.delay)
    this.write(rowsOfChange(after, standing, { first, today: day }))
  }

  private print(ended: EndedPrint, day: Day, how: Parameters<typeof rowsOfPrint>[2]): void {
    const { prices, isFree } = this.prints.get(ended.print)!
    const print = {
      id: ended.print,
      patient_id: ended.case,
      items: ended.items
        .filter(({ corrected }) => !corrected)
        .map(({ content, brackets }) => ({ content_type_id: content, insert_brackets: brackets })),
      arch_mode: ended.archMode,
      method: ended.method,
      free_reason: isFree ? 'Broken' : null,
      price_list: prices.version,
      price_overrides: prices.overrides ?? 0,
    }
    this.write(rowsOfPrint(print, prices, how, day))
  }

  closeUpTo(day: Day): void {
    while (this.next <= day) {
      this.close(this.next, 'monthly')
      this.next = nextClosing(this.next, this.billingDay)
    }
  }

  private close(day: Day, kind: 'monthly' | 'by_hand'): void {
    const prices = this.prices()
    const { rules, method, cardFee, tax, billingState } = this.month
    const terms: Terms = {
      kind,
      day,
      period: null,
      monthlyFee: prices.settings.flat_monthly,
      prices: { list: prices.version, overrides: prices.overrides ?? 0 },
      tiers: prices.arch_volume_discounts.map(({ volume, discount }) => ({ volume, rate: toRate(discount) })),
      rules: rules
        .map(({ label, cents, from, to }, index) => ({ id: index + 1, label, cents, from, to }))
        .filter(({ from, to }) => (from ?? day) <= day && day <= (to ?? day)),
      seats: { count: 0, price: 0 },
      credit: this.credit,
      promotion: kind === 'monthly' ? this.promotion(day) : null,
      method,
      cardFee: toRate(cardFee),
      tax: { state: tax.state, rate: toRate(tax.percent) },
      billingState,
    }
    const number = this.orders.length + 1
    this.write(monthlyRows(terms).map((row) => monthly(row, number, day)))
    const taken = this.ledger.filter(
      (row) =>
        isOpen(row) &&
        ((kind === 'monthly' ? row.day < day : row.day <= day) || (row.source === 'order' && row.source_id === number)),
    )
    for (const row of taken) row.invoice = number
    const assembled = assemble(taken.map(asLedgerRow), terms)
    this.orders.push({ day, assembled })
    if (terms.promotion) this.months += 1
    const used = assembled.lines.find((line) => line.kind === 'credit')?.cents ?? 0
    if (this.credit) this.credit = { ...this.credit, amount: this.credit.amount - used }
    if (assembled.carried > 0)
      this.write([
        {
          ...ofNoCase(`Carried over from invoice ${number}`, -assembled.carried, day),
          source: 'carried',
          source_id: number,
        },
      ])
  }
}

const isOpen = (row: KeptRow): boolean => row.voided === null && row.invoice === null

const ofNoCase = (label: string, cents: number, day: Day): NewCharge => chargeByHand({ label, unit_cents: cents, day })
const byHand = ({ case: patient, label, cents }: Step & { what: 'entered' }, day: Day): NewCharge => ({
  ...ofNoCase(label, cents, day),
  source: patient === null ? 'by_hand' : 'patient',
  patient_id: patient,
})
const monthly = (row: ReturnType<typeof monthlyRows>[number], number: number, day: Day): NewCharge => ({
  ...ofNoCase(row.label, row.cents, day),
  source: 'order',
  source_id: number,
  fee: row.fee,
  kind: row.kind,
})

const asLedgerRow = (row: KeptRow): LedgerRow => ({
  ...row,
  unit: row.unit_cents,
  cents: row.times * row.unit_cents,
  user_name: '',
  user_role: null,
  patient:
    row.patient_id === null
      ? null
      : {
          patient_name: '',
          doctor_name: '',
          case_number: row.patient_id,
          case_number_text: `C-${row.patient_id}`,
          creation_date: row.day,
          impression_type: null,
        },
})

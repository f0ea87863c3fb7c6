import { shareOf, type Cents, type Rate } from '../core/money.ts'
import type { PromotionCodeType } from '../promotion-codes/types.ts'

/** What a line of an order is for; it decides which reductions apply to it. */
export type LineKind =
  /** The one-time fee; a type 1 code reduces it. */
  | 'start_up'
  /** The monthly fee; a type 2 code reduces it. */
  | 'monthly'
  /** A fee for each arch; the volume discount reduces these. */
  | 'arch'
  /** Any other fee of the price list: shipping, models, add-ons. */
  | 'fee'
  /** A charge of the lab or of a periodic rule. A negative one is a discount of a fixed amount. */
  | 'charge'

/** One line of an order before any reduction. */
export interface InvoiceLine {
  /** The row that it comes from; the result repeats it. */
  id?: number
  kind: LineKind
  label: string
  /** Cents. Only a charge may be negative. */
  amount: Cents
  /** How many printed arches the line is for; they choose the tier of the volume discount. Absent: none. */
  printedArches?: number
}

/** How much a reduction takes off: cents, or a part of its base. */
export type Reduction = { fixed: Cents } | { rate: Rate }

/** From so many printed arches of an order on, so much off its arch fees. */
export interface VolumeTier {
  volume: number
  rate: Rate
}

/** A promotion code on an order; at most one. Whether it may be used was checked when it was entered. */
export interface InvoicePromotion {
  code: string
  /** 1 reduces the start-up fee only, 2 the monthly fee only. */
  type: PromotionCodeType
  off: Reduction
}

/** A discount of the lab or of a periodic rule. */
export interface InvoiceDiscount {
  id?: number
  label: string
  off: Reduction
}

/** Credit of a practice. Both days belong to its validity, on the lab's calendar; null: no bound. */
export interface InvoiceCredit {
  id?: number
  /** Cents that are left of it. */
  amount: Cents
  /** YYYY-MM-DD */
  validFrom: string | null
  /** YYYY-MM-DD */
  validTo: string | null
}

/** Everything beside its lines that decides what an order costs. */
export interface InvoiceTerms {
  /** The day in the lab's zone, YYYY-MM-DD: credits that are valid on it are used. */
  day: string
  /** How it is paid; null while there is no payment method. Only a card bears the card fee. */
  method: 'card' | 'bank' | null
  cardFee: Rate
  tax: { state: string; rate: Rate }
  /** State of the billing address; null while there is none. Tax applies where it is the state of the tax. */
  billingState: string | null
  volumeTiers?: readonly VolumeTier[]
  promotion?: InvoicePromotion | null
  discounts?: readonly InvoiceDiscount[]
  credits?: readonly InvoiceCredit[]
}

/** A discount as it is on the paper. */
export interface DiscountShown {
  id?: number
  /** `charge`: a negative charge, whose id it has. */
  from: 'discount' | 'charge'
  label: string
  /** What it would take off, before the cap. */
  asked: Cents
  /** What it takes off: zero or more. */
  amount: Cents
}

/** The paper of an order, from top to bottom. All amounts in cents and zero or more; reductions are to be subtracted. */
export interface Invoice {
  /** The lines, without negative charges. */
  lines: InvoiceLine[]
  linesTotal: Cents
  /** The tier that was reached, and what it takes off; null for none. */
  volume: { printedArches: number; rate: Rate; base: Cents; amount: Cents } | null
  volumeTotal: Cents
  promotion: { code: string; asked: Cents; amount: Cents } | null
  promotionTotal: Cents
  /** What percent discounts are a part of: the lines less volume discount and promotion. */
  discountBase: Cents
  /** Negative charges first, then the discounts, each in the order given. */
  discounts: DiscountShown[]
  discountTotal: Cents
  /** The credits used, those that end first being first. */
  credits: { id?: number; amount: Cents; left: Cents }[]
  creditTotal: Cents
  subtotal: Cents
  tax: Cents
  cardFee: Cents
  total: Cents
}

/**
 * What an order costs, in the order of docs/billing.md. Pure; shown before a purchase, charged and printed after it.
 * Each percentage is rounded once. Throws a RangeError for amounts that no order can have.
 */
export function invoice(lines: readonly InvoiceLine[], terms: InvoiceTerms): Invoice {
  check(lines, terms)
  const negative = lines.filter(({ amount }) => amount < 0)
  const kept = lines.filter(({ amount }) => amount >= 0)
  const linesTotal = sum(kept)

  const volume = volumeOf(kept, terms.volumeTiers)
  const volumeTotal = volume?.amount ?? 0

  const promotion = promotionOf(kept, terms.promotion)
  const promotionTotal = promotion?.amount ?? 0

  const discountBase = linesTotal - volumeTotal - promotionTotal
  const asked: Omit<DiscountShown, 'amount'>[] = [
    ...negative.map(({ id, label, amount }) => ({ id, from: 'charge' as const, label, asked: -amount })),
    ...(terms.discounts ?? []).map(({ id, label, off }) => ({
      id,
      from: 'discount' as const,
      label,
      asked: takenOff(off, discountBase),
    })),
  ]
  let left = discountBase
  const take = (most: Cents): Cents => {
    const amount = Math.min(most, left)
    left -= amount
    return amount
  }
  const discounts = asked.map((discount) => ({ ...discount, amount: take(discount.asked) }))
  const credits = usable(terms.credits ?? [], terms.day)
    .map(({ id, amount: balance }) => {
      const amount = take(balance)
      return { id, amount, left: balance - amount }
    })
    .filter(({ amount }) => amount > 0)

  const subtotal = left
  const tax = taxed(terms) ? shareOf(subtotal, terms.tax.rate) : 0
  const cardFee = terms.method === 'card' ? shareOf(subtotal + tax, terms.cardFee) : 0
  return {
    lines: kept,
    linesTotal,
    volume,
    volumeTotal,
    promotion,
    promotionTotal,
    discountBase,
    discounts,
    discountTotal: sum(discounts),
    credits,
    creditTotal: sum(credits),
    subtotal,
    tax,
    cardFee,
    total: subtotal + tax + cardFee,
  }
}

const sum = (rows: readonly { amount: Cents }[]): Cents => rows.reduce((total, { amount }) => total + amount, 0)
const ofKind = (lines: readonly InvoiceLine[], kind: LineKind) => lines.filter((line) => line.kind === kind)
const takenOff = (off: Reduction, base: Cents): Cents => ('fixed' in off ? off.fixed : shareOf(base, off.rate))

/** The tier with the highest volume that the printed arches reach; of two with the same volume the greater discount. */
function volumeOf(lines: readonly InvoiceLine[], tiers: readonly VolumeTier[] = []): Invoice['volume'] {
  const printedArches = lines.reduce((arches, line) => arches + (line.printedArches ?? 0), 0)
  const tier = tiers
    .filter(({ volume }) => volume <= printedArches)
    .toSorted((a, b) => b.volume - a.volume || b.rate - a.rate)[0]
  if (!tier) return null
  const base = sum(ofKind(lines, 'arch'))
  const amount = shareOf(base, tier.rate)
  return amount > 0 ? { printedArches, rate: tier.rate, base, amount } : null
}

/** What a code takes off the fee of its type, at most that fee. */
function promotionOf(
  lines: readonly InvoiceLine[],
  promotion: InvoicePromotion | null | undefined,
): Invoice['promotion'] {
  if (!promotion) return null
  const fee = sum(ofKind(lines, promotion.type === 1 ? 'start_up' : 'monthly'))
  const asked = takenOff(promotion.off, fee)
  return { code: promotion.code, asked, amount: Math.min(asked, fee) }
}

/** Later than any day. */
const never = '9999-99-99'
/** The credits of a day, those that end first being first, those without an end last; else as they were given. */
const usable = (credits: readonly InvoiceCredit[], day: string): InvoiceCredit[] =>
  credits
    .filter(({ validFrom, validTo }) => (validFrom ?? day) <= day && day <= (validTo ?? day))
    .toSorted((a, b) => (a.validTo ?? never).localeCompare(b.validTo ?? never))

const taxed = ({ billingState, tax }: InvoiceTerms): boolean =>
  billingState !== null && tax.state !== '' && billingState.toUpperCase() === tax.state.toUpperCase()

/** Refuses what only a mistake in the code can produce. */
function check(lines: readonly InvoiceLine[], terms: InvoiceTerms): void {
  for (const { kind, amount, printedArches } of lines) {
    whole('amount of a line', amount, kind === 'charge' ? -Infinity : 0)
    whole('number of printed arches', printedArches ?? 0)
  }
  const { cardFee, tax, volumeTiers = [], promotion, discounts = [], credits = [] } = terms
  whole('card fee', cardFee)
  whole('tax rate', tax.rate)
  for (const { volume, rate } of volumeTiers) {
    whole('volume', volume)
    whole('volume discount', rate, 0, 1_000_000)
  }
  for (const { off } of [...(promotion ? [promotion] : []), ...discounts])
    whole('discount', 'fixed' in off ? off.fixed : off.rate)
  for (const { amount } of credits) whole('credit', amount)
}

function whole(what: string, value: number, least = 0, most = Infinity): void {
  if (!Number.isSafeInteger(value) || value < least || value > most)
    throw new RangeError(`Not a possible ${what}: ${value}`)
}

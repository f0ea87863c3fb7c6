import type { InvoiceLine, InvoiceTerms } from '../src/billing/invoice.ts'

/** A fraction of whole numbers; the denominator is greater than zero. */
interface Fraction {
  over: bigint
  under: bigint
}
const whole = (value: number): Fraction => ({ over: BigInt(value), under: 1n })
const plus = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
})
const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { over: -b.over, under: b.under })
const times = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.over, under: a.under * b.under })
const isLess = (a: Fraction, b: Fraction): boolean => a.over * b.under < b.over * a.under
const least = (a: Fraction, b: Fraction): Fraction => (isLess(b, a) ? b : a)
const zero = whole(0)
const total = (values: Fraction[]): Fraction => values.reduce(plus, zero)

/** To the nearest whole number by its remainder; the half goes away from zero. */
function rounded({ over, under }: Fraction): Fraction {
  const size = over < 0n ? -over : over
  const remainder = size % under
  const down = (size - remainder) / under
  const near = remainder + remainder >= under ? down + 1n : down
  return { over: over < 0n ? -near : near, under: 1n }
}
const part = (of: Fraction, rate: number): Fraction => rounded(times(of, { over: BigInt(rate), under: 1_000_000n }))
const cents = ({ over, under }: Fraction): number => Number(over / under)

/** The sums of an order, computed a second time for the tests: with fractions, by sums instead of line by line. */
export function naiveInvoice(lines: readonly InvoiceLine[], terms: InvoiceTerms) {
  const amounts = (keep: (line: InvoiceLine) => boolean) => total(lines.filter(keep).map(({ amount }) => whole(amount)))
  const all = amounts(({ amount }) => amount > 0)

  let arches = 0
  for (const line of lines) if (line.amount >= 0 && line.printedArches) arches += line.printedArches
  let reached = -1
  let percent = 0
  for (const tier of terms.volumeTiers ?? []) {
    if (tier.volume > arches || tier.volume < reached) continue
    percent = tier.volume === reached ? Math.max(percent, tier.rate) : tier.rate
    reached = tier.volume
  }
  const volume = part(
    amounts(({ kind }) => kind === 'arch'),
    percent,
  )

  let promotion = zero
  if (terms.promotion) {
    const { type, off } = terms.promotion
    const fee = amounts(({ kind }) => (type === 1 && kind === 'start_up') || (type === 2 && kind === 'monthly'))
    promotion = least(fee, 'rate' in off ? part(fee, off.rate) : whole(off.fixed))
  }

  const base = minus(minus(all, volume), promotion)
  const asked = [
    minus(
      zero,
      amounts(({ amount }) => amount < 0),
    ),
    ...(terms.discounts ?? []).map(({ off }) => ('rate' in off ? part(base, off.rate) : whole(off.fixed))),
  ]
  const discount = least(base, total(asked))

  const balances = (terms.credits ?? []).filter(
    ({ validFrom, validTo }) =>
      !(validFrom !== null && terms.day < validFrom) && !(validTo !== null && validTo < terms.day),
  )
  const credit = least(minus(base, discount), total(balances.map(({ amount }) => whole(amount))))

  const subtotal = minus(minus(base, discount), credit)
  const taxed = terms.tax.state !== '' && terms.billingState === terms.tax.state
  const tax = taxed ? part(subtotal, terms.tax.rate) : zero
  const due = plus(subtotal, tax)
  const fee = terms.method === 'card' ? part(due, terms.cardFee) : zero
  return {
    linesTotal: cents(all),
    volumeTotal: cents(volume),
    promotionTotal: cents(promotion),
    discountBase: cents(base),
    discountTotal: cents(discount),
    creditTotal: cents(credit),
    subtotal: cents(subtotal),
    tax: cents(tax),
    cardFee: cents(fee),
    total: cents(plus(due, fee)),
    askedForDiscounts: cents(total(asked)),
  }
}

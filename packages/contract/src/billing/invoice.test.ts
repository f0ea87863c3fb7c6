import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { naiveInvoice } from '../../test/naive-invoice.ts'
import { orders } from '../../test/orders.ts'
import { formatMoney, toDollars } from '../core/money.ts'
import { invoice, type Invoice, type InvoiceLine, type InvoiceTerms, type Reduction } from './invoice.ts'

/** The tables of docs/billing.md by their titles; a row is its label and its amount. */
function examplesOfThePage(): { title: string; rows: string[][] }[] {
  const page = readFileSync(new URL('../../../../docs/billing.md', import.meta.url), 'utf8')
  return page
    .slice(0, page.indexOf('## A month of three practices'))
    .split(/^### \d+\. /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...rest] = section.split('\n')
      const rows = rest.filter((row) => row.startsWith('|')).map((row) => row.split('|').map((cell) => cell.trim()))
      return { title, rows: rows.slice(2).map((cells) => [cells[1]!, cells[3]!]) }
    })
}

/** The rows that the page has for an order. */
function rowsOf(paper: Invoice): string[][] {
  const row = (label: string, cents: number) => [label, formatMoney(toDollars(cents))]
  return [
    ...paper.lines.map(({ label, amount }) => row(label, amount)),
    row('Sum of lines', paper.linesTotal),
    ...(paper.volume ? [row('Volume discount', -paper.volume.amount)] : []),
    ...(paper.promotion ? [row(`Promotion code ${paper.promotion.code}`, -paper.promotion.amount)] : []),
    ...paper.discounts.map(({ label, amount }) => row(label, -amount)),
    ...paper.credits.map(({ amount }) => row('Credit', -amount)),
    row('Subtotal', paper.subtotal),
    row('Tax', paper.tax),
    row('Card fee', paper.cardFee),
    row('Total', paper.total),
  ]
}

describe('examples of docs/billing.md', () => {
  const examples = examplesOfThePage()
  it('are twelve', () => {
    expect(examples).toHaveLength(12)
    expect(examples.map(({ title }) => title)).toEqual(orders.map(([title]) => title))
  })
  it.each(orders)('%s', (title, lines, terms) => {
    const rows = examples.find((example) => example.title === title)?.rows
    expect(rowsOf(invoice(lines, terms))).toEqual(rows)
  })
})

const sums = (paper: Invoice) => ({
  linesTotal: paper.linesTotal,
  volumeTotal: paper.volumeTotal,
  promotionTotal: paper.promotionTotal,
  discountBase: paper.discountBase,
  discountTotal: paper.discountTotal,
  creditTotal: paper.creditTotal,
  subtotal: paper.subtotal,
  tax: paper.tax,
  cardFee: paper.cardFee,
  total: paper.total,
})

/** Amounts that are often so small that a cent matters, and sometimes as large as they may be. */
const cents = fc.oneof(
  fc.integer({ max: 300, min: 0 }),
  fc.integer({ max: 60_000, min: 0 }),
  fc.constant(100_000_000_000),
)
const rate = fc.oneof(
  fc.constantFrom(0, 50_000, 100_000, 125_000, 250_000, 500_000, 1_000_000),
  fc.integer({ max: 1_000_000, min: 0 }),
)
const off: fc.Arbitrary<Reduction> = fc.oneof(fc.record({ fixed: cents }), fc.record({ rate }))
const day = fc.constantFrom('2027-02-13', '2027-02-14', '2027-02-15', '2027-02-16', '2027-02-17')
const maybeDay = fc.option(day, { nil: null })
const label = fc.constantFrom('one', 'another')
const line: fc.Arbitrary<InvoiceLine> = fc.oneof(
  fc.record({ kind: fc.constantFrom('start_up', 'monthly', 'fee', 'charge'), label, amount: cents }),
  fc.record({
    kind: fc.constant('arch' as const),
    label,
    amount: cents,
    printedArches: fc.option(fc.integer({ max: 12, min: 0 }), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('charge' as const), label, amount: cents.map((amount) => -amount) }),
)
const terms: fc.Arbitrary<InvoiceTerms> = fc.record({
  day: fc.constant('2027-02-15'),
  method: fc.constantFrom('card', 'card', 'bank', null),
  cardFee: fc.oneof(fc.constant(14_900), rate),
  tax: fc.record({ state: fc.constantFrom('MN', 'MN', ''), rate: fc.oneof(fc.constant(68_750), rate) }),
  billingState: fc.constantFrom('MN', 'MN', 'CO', '', null),
  volumeTiers: fc.array(fc.record({ volume: fc.constantFrom(0, 4, 8, 16), rate }), { maxLength: 4 }),
  promotion: fc.option(fc.record({ code: fc.constant('CODE'), type: fc.constantFrom(1, 2), off }), { nil: null }),
  discounts: fc.array(fc.record({ label, off }), { maxLength: 3 }),
  credits: fc.array(fc.record({ amount: cents, validFrom: maybeDay, validTo: maybeDay }), { maxLength: 3 }),
})
const lines = fc.array(line, { maxLength: 8 })
/** Always the same 2,000 orders. */
const sameOrders = { seed: 23, numRuns: 2_000 }

describe('2,000 random orders', () => {
  it('cost what a second computation with fractions says', () => {
    const seen = { volume: 0, promotion: 0, discountsCapped: 0, creditsKept: 0, tax: 0, cardFee: 0, free: 0, ties: 0 }
    fc.assert(
      fc.property(lines, terms, (lines, terms) => {
        const paper = invoice(lines, terms)
        const { askedForDiscounts, ...expected } = naiveInvoice(lines, terms)
        expect(sums(paper)).toEqual(expected)
        const volumes = (terms.volumeTiers ?? []).map(({ volume }) => volume)
        seen.volume += Number(paper.volumeTotal > 0)
        seen.promotion += Number(paper.promotionTotal > 0)
        seen.discountsCapped += Number(paper.discountTotal > 0 && askedForDiscounts > paper.discountTotal)
        seen.creditsKept += Number(paper.credits.some(({ left }) => left > 0))
        seen.tax += Number(paper.tax > 0)
        seen.cardFee += Number(paper.cardFee > 0)
        seen.free += Number(paper.linesTotal > 0 && paper.total === 0)
        seen.ties += Number(paper.volumeTotal > 0 && new Set(volumes).size < volumes.length)
      }),
      sameOrders,
    )
    // Each part of the calculation was tried often enough to mean something.
    for (const [part, times] of Object.entries(seen)) expect(times, part).toBeGreaterThan(100)
  })

  it('are never below zero, and every reduction is at most what it may be', () =>
    fc.assert(
      fc.property(lines, terms, (lines, terms) => {
        const paper = invoice(lines, terms)
        const { linesTotal, volumeTotal, promotionTotal, discountTotal, creditTotal, subtotal } = paper
        for (const [name, amount] of Object.entries(sums(paper))) {
          expect(Number.isSafeInteger(amount), name).toBe(true)
          expect(amount, name).toBeGreaterThanOrEqual(0)
        }
        expect(subtotal).toBe(linesTotal - volumeTotal - promotionTotal - discountTotal - creditTotal)
        for (const { asked, amount } of [...paper.discounts, ...(paper.promotion ? [paper.promotion] : [])]) {
          expect(amount).toBeGreaterThanOrEqual(0)
          expect(amount).toBeLessThanOrEqual(asked)
        }
        for (const { amount, left } of paper.credits) {
          expect(amount).toBeGreaterThan(0)
          expect(left).toBeGreaterThanOrEqual(0)
        }
      }),
      sameOrders,
    ))

  it('do not depend on the order in which anything is listed', () => {
    const shuffled = <T>(values: readonly T[]) =>
      fc.shuffledSubarray([...values], { minLength: values.length, maxLength: values.length })
    const pairs = fc.tuple(lines, terms).chain(([lines, terms]) =>
      fc.record({
        lines: fc.constant(lines),
        terms: fc.constant(terms),
        otherLines: shuffled(lines),
        otherTerms: fc.record({
          volumeTiers: shuffled(terms.volumeTiers ?? []),
          discounts: shuffled(terms.discounts ?? []),
          credits: shuffled(terms.credits ?? []),
        }),
      }),
    )
    fc.assert(
      fc.property(pairs, ({ lines, terms, otherLines, otherTerms }) => {
        expect(sums(invoice(otherLines, { ...terms, ...otherTerms }))).toEqual(sums(invoice(lines, terms)))
      }),
      sameOrders,
    )
  })

  it('bear a card fee only by card, and only if something is to be paid', () =>
    fc.assert(
      fc.property(lines, terms, (lines, terms) => {
        const card = invoice(lines, { ...terms, method: 'card' })
        for (const method of ['bank', null] as const) {
          const { cardFee, total, tax } = invoice(lines, { ...terms, method })
          expect([cardFee, tax]).toEqual([0, card.tax])
          expect(total).toBe(card.total - card.cardFee)
        }
        if (card.subtotal === 0) expect([card.tax, card.cardFee, card.total]).toEqual([0, 0, 0])
      }),
      sameOrders,
    ))
})

describe('the paper of an order', () => {
  const plain: InvoiceTerms = {
    day: '2027-02-15',
    method: 'bank',
    cardFee: 14_900,
    tax: { state: 'MN', rate: 68_750 },
    billingState: 'CO',
  }
  const fee: InvoiceLine = { id: 7, kind: 'fee', label: 'Fee', amount: 100_00 }

  it('is empty without lines', () => {
    const paper = invoice([], { ...plain, promotion: { code: 'CODE', type: 1, off: { fixed: 50_00 } } })
    expect(paper).toMatchObject({ lines: [], volume: null, discounts: [], credits: [], linesTotal: 0, total: 0 })
    expect(paper.promotion).toEqual({ code: 'CODE', asked: 50_00, amount: 0 })
  })

  it('keeps the ids of its lines, discounts and credits', () => {
    const paper = invoice([fee, { id: 8, kind: 'charge', label: 'Late', amount: -10_00 }], {
      ...plain,
      discounts: [{ id: 9, label: 'Spring', off: { rate: 100_000 } }],
      credits: [
        { id: 10, amount: 10_00, validFrom: null, validTo: null },
        { id: 11, amount: 30_00, validFrom: null, validTo: '2027-02-15' },
        { id: 12, amount: 70_00, validFrom: '2027-02-15', validTo: '2027-02-16' },
        { id: 13, amount: 1_00, validFrom: '2027-02-16', validTo: null },
      ],
    })
    expect(paper.lines).toEqual([fee])
    expect(paper.discounts).toEqual([
      { id: 8, from: 'charge', label: 'Late', asked: 10_00, amount: 10_00 },
      { id: 9, from: 'discount', label: 'Spring', asked: 10_00, amount: 10_00 },
    ])
    expect(paper.credits).toEqual([
      { id: 11, amount: 30_00, left: 0 },
      { id: 12, amount: 50_00, left: 20_00 },
    ])
  })

  it('a code of one type leaves the other fee', () => {
    const both: InvoiceLine[] = [
      { kind: 'start_up', label: 'Start-up Fee', amount: 200_00 },
      { kind: 'monthly', label: 'Monthly Fee', amount: 99_00 },
    ]
    const less = (type: 1 | 2, off: Reduction) => invoice(both, { ...plain, promotion: { code: 'C', type, off } })
    expect(less(1, { fixed: 500_00 }).total).toBe(99_00)
    expect(less(2, { fixed: 500_00 }).total).toBe(200_00)
    expect(less(1, { rate: 250_000 }).promotionTotal).toBe(50_00)
    expect(less(2, { rate: 250_000 }).promotionTotal).toBe(24_75)
  })

  it('names the volume tier from its first arch on, and none below', () => {
    const print = (printedArches: number) =>
      invoice([{ kind: 'arch', label: 'Print', amount: 100_00, printedArches }, fee], {
        ...plain,
        volumeTiers: [{ volume: 10, rate: 50_000 }],
      })
    expect(print(9)).toMatchObject({ volume: null, total: 200_00 })
    expect(print(10)).toMatchObject({
      volume: { printedArches: 10, rate: 50_000, base: 100_00, amount: 5_00 },
      total: 195_00,
    })
  })

  it('is taxed where the billing state is the state of the tax, however it is written', () => {
    const taxIn = (billingState: string | null, state = 'MN') =>
      invoice([fee], { ...plain, billingState, tax: { state, rate: 68_750 } }).tax
    expect(taxIn('MN')).toBe(6_88)
    expect(taxIn('mn')).toBe(6_88)
    expect(taxIn('MN', 'mn')).toBe(6_88)
    expect(taxIn('CO')).toBe(0)
    expect(taxIn(null)).toBe(0)
    expect(taxIn('', '')).toBe(0)
  })

  it('changes nothing of what it was given', () => {
    const credits = [
      { amount: 5, validFrom: null, validTo: null },
      { amount: 5, validFrom: null, validTo: '2027-03-01' },
    ]
    const volumeTiers = [
      { volume: 0, rate: 1 },
      { volume: 1, rate: 2 },
    ]
    const before = structuredClone({ credits, volumeTiers, fee })
    invoice([fee], { ...plain, credits, volumeTiers })
    expect({ credits, volumeTiers, fee }).toEqual(before)
  })

  it('uses credits without an end last, and of those that end together the first', () => {
    const used = (...ends: (string | null)[]) =>
      invoice([fee], {
        ...plain,
        credits: ends.map((validTo, id) => ({ id, amount: 40_00, validFrom: null, validTo })),
      }).credits.map(({ id, amount }) => [id, amount])
    expect(used(null, '2027-03-02', '2027-03-01', null)).toEqual([
      [2, 40_00],
      [1, 40_00],
      [0, 20_00],
    ])
    expect(used('2027-03-01', null, '2027-03-01')).toEqual([
      [0, 40_00],
      [2, 40_00],
      [1, 20_00],
    ])
  })

  it('has a charge of zero among its lines, and no volume discount of zero', () => {
    const nothing: InvoiceLine = { id: 8, kind: 'charge', label: 'Nothing', amount: 0 }
    const paper = invoice([nothing, fee], { ...plain, volumeTiers: [{ volume: 0, rate: 50_000 }] })
    expect(paper.lines).toEqual([nothing, fee])
    expect(paper.discounts).toEqual([])
    expect(paper.volume).toBeNull()
  })

  it.each<[message: string, InvoiceLine[], Partial<InvoiceTerms>]>([
    ['amount of a line: 0.5', [{ ...fee, amount: 0.5 }], {}],
    ['amount of a line: NaN', [{ ...fee, amount: Number.NaN }], {}],
    ['amount of a line: -1', [{ ...fee, amount: -1 }], {}],
    ['number of printed arches: -1', [{ ...fee, printedArches: -1 }], {}],
    ['number of printed arches: 0.5', [{ ...fee, printedArches: 0.5 }], {}],
    ['card fee: 1.49', [fee], { cardFee: 1.49 }],
    ['tax rate: -1', [fee], { tax: { state: 'MN', rate: -1 } }],
    ['volume: -1', [fee], { volumeTiers: [{ volume: -1, rate: 0 }] }],
    ['volume discount: 1000001', [fee], { volumeTiers: [{ volume: 1, rate: 1_000_001 }] }],
    ['discount: -1', [fee], { discounts: [{ label: 'D', off: { fixed: -1 } }] }],
    ['discount: -2', [fee], { promotion: { code: 'C', type: 1, off: { rate: -2 } } }],
    ['credit: -1', [fee], { credits: [{ amount: -1, validFrom: null, validTo: null }] }],
  ])('does not exist with an impossible %s', (message, lines, change) => {
    const expected = new RangeError(`Not a possible ${message}`)
    expect(() => invoice(lines, { ...plain, ...change })).toThrow(expected)
  })
})

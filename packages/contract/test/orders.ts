import type { InvoiceLine, InvoiceTerms, LineKind } from '../src/billing/invoice.ts'

const line = (kind: LineKind, label: string, amount: number, printedArches?: number): InvoiceLine => ({
  kind,
  label,
  amount,
  printedArches,
})
const startUp = line('start_up', 'Start-up Fee', 200_00)
const monthly = line('monthly', 'Monthly Fee', 99_00)
const terms: InvoiceTerms = {
  day: '2027-02-15',
  method: 'card',
  cardFee: 14_900,
  tax: { state: 'MN', rate: 68_750 },
  billingState: 'MN',
}
const all = { rate: 1_000_000 }

/** What goes into the examples of docs/billing.md; what comes out is written there. */
export const orders: [title: string, lines: InvoiceLine[], terms: InvoiceTerms][] = [
  ['Start-up fee by card, with tax', [startUp], terms],
  ['Start-up fee from a bank account, with tax', [startUp], { ...terms, method: 'bank' }],
  ['Start-up fee by card, without tax', [startUp], { ...terms, billingState: 'CO' }],
  ['Start-up fee with NOSTARTUPFEE', [startUp], { ...terms, promotion: { code: 'NOSTARTUPFEE', type: 1, off: all } }],
  [
    'Start-up fee waived by the lab',
    [startUp],
    { ...terms, method: null, discounts: [{ label: 'Waived by the lab', off: all }] },
  ],
  [
    'First month free',
    [monthly, line('fee', 'Full Digital Model', 45_00), line('fee', 'Express shipping', 18_50)],
    { ...terms, promotion: { code: 'FIRSTMONTHFREE', type: 2, off: all } },
  ],
  [
    'Credits larger than the sum',
    [monthly, line('fee', 'Convert Model Format to STL', 15_00)],
    {
      ...terms,
      credits: [
        { amount: 100_00, validFrom: '2027-01-01', validTo: '2027-12-31' },
        { amount: 80_00, validFrom: '2027-02-15', validTo: '2027-03-31' },
        { amount: 500_00, validFrom: '2027-01-01', validTo: '2027-02-14' },
      ],
    },
  ],
  [
    'Discounts larger than the sum',
    [{ ...monthly, amount: 100_00 }, line('charge', 'Training', 20_00)],
    {
      ...terms,
      discounts: [
        { label: 'Loyalty', off: { rate: 600_000 } },
        { label: 'Opening offer', off: { fixed: 30_00 } },
        { label: 'Referral', off: { rate: 250_000 } },
      ],
      credits: [{ amount: 50_00, validFrom: null, validTo: null }],
    },
  ],
  [
    'One base for all percentages',
    [monthly, line('arch', 'Print, 12 arches', 180_00, 12)],
    {
      ...terms,
      method: 'bank',
      billingState: 'CO',
      volumeTiers: [
        { volume: 10, rate: 50_000 },
        { volume: 20, rate: 80_000 },
      ],
      promotion: { code: 'HALFMONTH', type: 2, off: { rate: 500_000 } },
      discounts: [
        { label: 'Partner', off: { rate: 100_000 } },
        { label: 'Spring', off: { rate: 50_000 } },
      ],
    },
  ],
  [
    'Two volume tiers with the same volume',
    [
      line('arch', 'Print, 21 arches', 64_05, 21),
      line('arch', 'Brackets inserted, 21 arches', 85_05),
      line('fee', 'Full Digital Model', 45_00),
    ],
    {
      ...terms,
      billingState: 'CO',
      volumeTiers: [
        { volume: 10, rate: 50_000 },
        { volume: 20, rate: 100_000 },
        { volume: 20, rate: 80_000 },
        { volume: 50, rate: 150_000 },
      ],
    },
  ],
  [
    'A charge below zero',
    [monthly, line('charge', 'Late delivery', -40_00), line('charge', 'Remake', 25_00)],
    { ...terms, discounts: [{ label: 'Loyalty', off: { rate: 100_000 } }] },
  ],
  ['Half a cent', [monthly, line('fee', 'Models and setups', 3_316_20)], terms],
]

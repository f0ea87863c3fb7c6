import type { PrintStep } from '@archwire/contract/tech-workflows/steps.ts'
import { describe, expect, it } from 'vitest'
import { priceList } from '../../../../../packages/contract/test/price-list.ts'
import { rowsOfPrint, type EndedPrint, type PrintEnd } from './of-prints.ts'

// By this list: print 307, brackets 401, horseshoe 3109 and 3203, low profile 3511, express 1201, urgent 1301.
const trays = { content_type_id: 1, insert_brackets: false }
const inserted = { content_type_id: 1, insert_brackets: true }
const aligner = { content_type_id: 4, insert_brackets: false }
const study = { content_type_id: 5, insert_brackets: false }

const base: EndedPrint = {
  id: 12,
  patient_id: 34,
  items: [],
  arch_mode: 1,
  method: 'standard',
  free_reason: null,
  price_list: 7,
  price_overrides: 2,
}
const charged = (print: Partial<EndedPrint>, end: PrintEnd = { feeCents: null }, prices = priceList) =>
  rowsOfPrint({ ...base, ...print }, prices, end, '2027-03-04')
const brief = (rows: ReturnType<typeof charged>) =>
  rows.map(({ fee, times, unit_cents, printed_arches }) => `${fee} ${times} × ${unit_cents}, ${printed_arches} arches`)

describe('a completed print is charged (billing/print-rows)', () => {
  it.each<[name: string, print: Partial<EndedPrint>, end: PrintEnd, rows: string[]]>([
    ['trays of both arches', { items: [trays, trays] }, { feeCents: null }, ['arch.print 2 × 307, 2 arches']],
    [
      'brackets in one of them, express',
      { items: [trays, inserted], method: 'express' },
      { feeCents: null },
      [
        'arch.print 2 × 307, 2 arches',
        'arch.insert_brackets 1 × 401, 0 arches',
        'shipping_fees.express 1 × 1201, 0 arches',
      ],
    ],
    [
      'aligner models of one arch, with a study model of both',
      { items: [aligner, study, study] },
      { feeCents: null },
      ['arch.print 1 × 307, 1 arches', 'rx_forms.3d_printed_study.horseshoe.both_arches 1 × 3203, 0 arches'],
    ],
    [
      'a study model of one arch on a low profile base',
      { items: [study], arch_mode: 3, method: 'urgent' },
      { feeCents: null },
      [
        'rx_forms.3d_printed_study.low_profile_base.one_arch 1 × 3511, 0 arches',
        'shipping_fees.urgent 1 × 1301, 0 arches',
      ],
    ],
    [
      'nothing but corrected trays and items of the office: the shipping',
      { items: [], method: 'express' },
      { feeCents: null },
      ['shipping_fees.express 1 × 1201, 0 arches'],
    ],
    [
      'the fee that was entered, instead of the method’s',
      { items: [trays], method: 'express' },
      { feeCents: 2550 },
      ['arch.print 1 × 307, 1 arches', 'shipping_fees.express 1 × 2550, 0 arches'],
    ],
    [
      'a fee for standard shipping',
      { items: [trays] },
      { feeCents: 500 },
      ['arch.print 1 × 307, 1 arches', 'shipping_fees.standard 1 × 500, 0 arches'],
    ],
    ['0 as a fee', { items: [trays], method: 'express' }, { feeCents: 0 }, ['arch.print 1 × 307, 1 arches']],
    [
      'free of charge: every line, and no arch for the volume discount',
      { items: [inserted, study], method: 'express', free_reason: 'Broken in transit' },
      { feeCents: null },
      [
        'arch.print 1 × 0, 0 arches',
        'arch.insert_brackets 1 × 0, 0 arches',
        'rx_forms.3d_printed_study.horseshoe.one_arch 1 × 0, 0 arches',
        'shipping_fees.express 1 × 0, 0 arches',
      ],
    ],
    [
      'free of charge, whatever fee was entered',
      { items: [trays], free_reason: 'Broken in transit' },
      { feeCents: 2550 },
      ['arch.print 1 × 0, 0 arches', 'shipping_fees.standard 1 × 0, 0 arches'],
    ],
  ])('%s', (_name, print, end, rows) => {
    expect(brief(charged(print, end))).toEqual(rows)
  })

  it('a printed arch counts for the volume discount where it costs nothing', () => {
    const free = { ...priceList, arch: { ...priceList.arch, print: 0, insert_brackets: 0 } }
    expect(brief(charged({ items: [inserted, inserted] }, { feeCents: null }, free))).toEqual([
      'arch.print 2 × 0, 2 arches',
    ])
  })
})

describe('a canceled print is charged for what was printed, never for shipping (billing/print-rows)', () => {
  const print = { items: [inserted, trays, study], method: 'express' }
  const printed = ['arch.print 2 × 307, 2 arches', 'rx_forms.3d_printed_study.horseshoe.one_arch 1 × 3109, 0 arches']
  it.each<[finished: PrintStep[], rows: string[]]>([
    [[], []],
    [['Build Print Job', 'Create Label'], []],
    [['Insert Brackets'], []],
    [['Print'], printed],
    [['Print', 'Post Print', 'Post Print QA'], printed],
    [
      ['Print', 'Insert Brackets'],
      [printed[0]!, 'arch.insert_brackets 1 × 401, 0 arches', printed[1]!],
    ],
  ])('after %j', (finished, rows) => {
    expect(brief(charged(print, { finished }))).toEqual(rows)
  })
})

it('a row says whose it is, by which prices, why and since when', () => {
  const of = { patient_id: 34, source: 'print', source_id: 12, change_number: 1, day: '2027-03-04' }
  expect(charged({ items: [trays, trays], method: 'express', free_reason: 'Broken in transit' })).toEqual([
    {
      ...of,
      fee: 'arch.print',
      kind: 'arch',
      label: 'Print',
      why: 'Two arches. The lab prints: Trays. Free of charge: Broken in transit',
      times: 2,
      unit_cents: 0,
      printed_arches: 0,
      price_list: 7,
      price_overrides: 2,
    },
    {
      ...of,
      fee: 'shipping_fees.express',
      kind: 'fee',
      label: 'Shipping',
      why: 'Express. Free of charge: Broken in transit',
      times: 1,
      unit_cents: 0,
      printed_arches: 0,
      price_list: 7,
      price_overrides: 2,
    },
  ])
  // What a person entered is of no list.
  expect(charged({ items: [], method: 'express' }, { feeCents: 700 })).toMatchObject([
    { why: 'Fee entered by the lab.', kind: 'fee', unit_cents: 700, price_list: null, price_overrides: 0 },
  ])
})

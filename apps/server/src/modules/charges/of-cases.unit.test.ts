import type { PriceLine } from '@archwire/contract/rx-forms/price-case.ts'
import { describe, expect, it } from 'vitest'
import { closingAfter } from './closing-day.ts'
import type { NewCharge } from './ledger.ts'
import {
  changesRows,
  firstDayOf,
  rowsOfChange,
  rowsOfForm,
  rowsOfRush,
  type ChargedForm,
  type Standings,
} from './of-cases.ts'

/** Which rows the ledger gets for a case, by hand (`billing/case-rows`). */
const line = (fee: string, quantity: number, unit: number, due: PriceLine['due'] = 'case'): PriceLine => ({
  fee,
  label: `Label of ${fee}`,
  why: `Why ${fee}`,
  quantity,
  unit,
  amount: quantity * unit,
  due,
})
const setup = (unit: number) => line('arch.initial_case_setup', 2, unit)
const model = line('rx_forms.pvs_or_stone_model.rough.both_arches', 1, 2203)
const rush = (unit = 4409) => line('rx_forms.misc.rx_form.rush_case', 1, unit, 'completion')
const printed = [line('arch.print', 2, 1200, 'completion'), line('shipping_fees.express', 1, 1850, 'completion')]

const form = (lines: PriceLine[], version = 2): ChargedForm => ({
  id: 5,
  patientId: 9,
  version,
  list: 3,
  overrides: 4,
  lines,
})
/** A row in short: source, fee, version, times, cents each, day. */
const short = (rows: NewCharge[]) =>
  rows.map(({ source, fee, change_number, times, unit_cents, day }) =>
    [source, fee?.split('.').at(-1) ?? '-', change_number, times, unit_cents, day].join(' '),
  )
const never = { held: null, first: null }
const open = (first: string) => ({ held: null, first })
const closed = (held: number, first = '2026-03-02') => ({ held, first })
const days = { first: '2026-03-02', today: '2026-03-20' }

describe('the rows of a form', () => {
  it('are its lines but for what is charged at a completion, each with what it is made of', () => {
    expect(rowsOfForm(form([setup(4500), model, rush(), ...printed], 1), '2026-03-02')).toEqual([
      {
        patient_id: 9,
        source: 'form',
        source_id: 5,
        change_number: 1,
        fee: 'arch.initial_case_setup',
        kind: 'arch',
        label: 'Label of arch.initial_case_setup',
        why: 'Why arch.initial_case_setup',
        times: 2,
        unit_cents: 4500,
        printed_arches: 0,
        price_list: 3,
        price_overrides: 4,
        day: '2026-03-02',
      },
      expect.objectContaining({ fee: 'rx_forms.pvs_or_stone_model.rough.both_arches', kind: 'fee', unit_cents: 2203 }),
    ])
    expect(rowsOfForm(form([rush(), ...printed]), '2026-03-02')).toEqual([])
  })
  it('have the rush apart', () => {
    expect(short(rowsOfRush(form([setup(4500), rush(), ...printed], 1), '2026-03-05'))).toEqual([
      'rush rush_case 1 1 4409 2026-03-05',
    ])
    expect(rowsOfRush(form([setup(4500)]), '2026-03-05')).toEqual([])
  })
  it.each([
    ['2026-03-01T12:00:00Z', 'America/Chicago', 0, '2026-03-01'],
    ['2026-03-01T03:00:00Z', 'America/Chicago', 0, '2026-02-28'],
    ['2026-03-01T03:00:00Z', 'America/Chicago', 5, '2026-03-05'],
    ['2028-02-27T12:00:00Z', 'UTC', 2, '2028-02-29'],
  ])('count from the lab’s day of the submission and the delay: %s in %s, %i days', (at, zone, delay, day) =>
    expect(firstDayOf(new Date(at), zone, delay)).toBe(day),
  )
})

describe('a change', () => {
  it.each([
    ['another price', [setup(4500)], [setup(4000)], true],
    ['another number of arches', [setup(4500)], [line('arch.initial_case_setup', 1, 4500)], true],
    ['other lines of the same sum', [model], [line('rx_forms.misc.addon.analysis_report', 1, 2203)], true],
    ['a rush', [setup(4500)], [setup(4500), rush()], true],
    ['nothing', [setup(4500), rush()], [setup(4500), rush()], false],
    ['what is printed and how it ships', [setup(4500)], [setup(4500), ...printed], false],
    ['everything, to nothing', [setup(4500)], [], true],
  ])('of %s touches rows or not', (_what, before, after, touches) =>
    expect(changesRows(form(before, 1), form(after, 2))).toBe(touches),
  )

  it.each<[what: string, lines: PriceLine[], standing: Partial<Standings>, rows: string[]]>([
    [
      'before a closing writes its rows anew with their first day',
      [setup(4000), model],
      { form: open('2026-03-04') },
      ['form initial_case_setup 2 2 4000 2026-03-04', 'form both_arches 2 1 2203 2026-03-04'],
    ],
    ['that makes it free writes none', [], { form: open('2026-03-04') }, []],
    [
      'of a form that was free counts from the day on which it would have',
      [setup(4500)],
      {},
      ['form initial_case_setup 2 2 4500 2026-03-02'],
    ],
    [
      'after a closing adds what it costs more',
      [setup(5000)],
      { form: closed(9000) },
      ['change - 2 1 1000 2026-03-20'],
    ],
    [
      'after a closing takes off what it costs less',
      [setup(500)],
      { form: closed(9000) },
      ['change - 2 1 -8000 2026-03-20'],
    ],
    ['after a closing that makes it free takes off all', [], { form: closed(9000) }, ['change - 2 1 -9000 2026-03-20']],
    [
      'after a closing back to what the order holds writes none',
      [setup(4500)],
      { form: closed(9000), change: open('2026-03-10') },
      [],
    ],
    [
      'after two closings counts what both hold',
      [setup(5000)],
      { form: closed(9000), change: closed(-3000) },
      ['change - 2 1 4000 2026-03-20'],
    ],
    [
      'back, after a closing that held the difference',
      [setup(4500)],
      { form: closed(9000), change: closed(-9000) },
      ['change - 2 1 9000 2026-03-20'],
    ],
    ['that asks for a rush leaves it to the day of the setup', [setup(4500), rush()], { form: closed(9000) }, []],
    [
      'writes a rush anew that was charged, with its day',
      [setup(4500), rush(5000)],
      { form: open('2026-03-04'), rush: open('2026-03-06') },
      ['form initial_case_setup 2 2 4500 2026-03-04', 'rush rush_case 2 1 5000 2026-03-06'],
    ],
    ['that takes the rush back writes none', [setup(4500)], { form: closed(9000), rush: open('2026-03-06') }, []],
    [
      'takes off a rush that a closed order holds',
      [setup(4500)],
      { form: closed(9000), rush: closed(4409) },
      ['change - 2 1 -4409 2026-03-20'],
    ],
    [
      'with the rush closed before its lines: they are written anew, the rush is a difference',
      [setup(4000)],
      { form: open('2026-04-01'), rush: closed(4409) },
      ['form initial_case_setup 2 2 4000 2026-04-01', 'change - 2 1 -4409 2026-03-20'],
    ],
    [
      'with the lines closed before the rush',
      [setup(4000), rush(5000)],
      { form: closed(9000), rush: open('2026-03-10') },
      ['rush rush_case 2 1 5000 2026-03-10', 'change - 2 1 -1000 2026-03-20'],
    ],
  ])('%s', (_what, lines, standing, rows) =>
    expect(short(rowsOfChange(form(lines), { form: never, rush: never, change: never, ...standing }, days))).toEqual(
      rows,
    ),
  )

  it('says of a difference what it is made of', () =>
    expect(rowsOfChange(form([setup(500)]), { form: closed(9000), rush: never, change: never }, days)).toEqual([
      {
        patient_id: 9,
        source: 'change',
        source_id: 5,
        change_number: 2,
        fee: null,
        kind: 'charge',
        label: 'Changed prescription',
        why: '$10.00 in the place of $90.00 on closed invoices.',
        times: 1,
        unit_cents: -8000,
        printed_arches: 0,
        price_list: 3,
        price_overrides: 4,
        day: '2026-03-20',
      },
    ]))
})

it.each([
  ['2026-03-01', '2026-03-10', 10, '2026-03-10'],
  ['2026-03-09', '2026-03-10', 10, '2026-03-10'],
  // What counts on the closing day is on the next order.
  ['2026-03-10', '2026-03-10', 10, '2026-04-10'],
  ['2026-05-09', '2026-03-10', 10, '2026-05-10'],
  ['2027-01-31', '2027-01-31', 31, '2027-02-28'],
  ['2027-02-28', '2027-02-28', 31, '2027-03-31'],
  ['2026-12-31', '2026-12-31', 31, '2027-01-31'],
])(
  'a row of %s closes, where the next closing day is %s (the %ith of a month), on %s',
  (day, next, billingDay, closing) => expect(closingAfter(day, { next, billingDay })).toBe(closing),
)

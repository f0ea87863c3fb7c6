import type { FormLine, MonthEvent, MonthTerms, Print, PrintItem } from './naive-month.ts'

/** What goes into the month of docs/billing.md; what comes out is written there. */
export interface MonthExample {
  terms: MonthTerms
  events: MonthEvent[]
}

/** The fees of prints and shipping, in cents: those of list 1, and what list 2 changes. */
const list1 = {
  'arch.print': 12_00,
  'arch.insert_brackets': 18_00,
  'rx_forms.3d_printed_study.horseshoe.both_arches': 24_00,
  'rx_forms.3d_printed_study.low_profile_base.both_arches': 30_00,
  'shipping_fees.express': 18_00,
  'shipping_fees.urgent': 35_00,
}
const list2 = { ...list1, 'arch.print': 13_00, 'shipping_fees.express': 20_00 }

const arch = (fee: string, times: number, unit: number): FormLine => ({ fee: `arch.${fee}`, times, unit })
const once = (fee: string, unit: number): FormLine => ({ fee: `rx_forms.${fee}`, times: 1, unit })
const trays = (arches: number, software = 15_00, setup = 45_00): FormLine[] => [
  arch('software', arches, software),
  arch('initial_case_setup', arches, setup),
  arch('tray_design', arches, 15_00),
  arch('export_tray', arches, 10_00),
]
const guides = (arches: number): FormLine[] => [
  arch('software', arches, 15_00),
  arch('initial_case_setup', arches, 45_00),
  arch('export_with_guides', arches, 10_00),
]
const roots = arch('root_integration', 2, 20_00)

const each = (arches: number, content: PrintItem['content'], brackets = false): PrintItem[] =>
  Array.from({ length: arches }, () => ({ content, brackets }))
const print = (patient: string, items: PrintItem[], method: string, more: Partial<Print> = {}): Print => ({
  case: patient,
  items,
  model: 'horseshoe',
  method,
  prices: list1,
  ...more,
})
const printed = (day: string, one: Print, entered: number | null = null): MonthEvent => ({
  day,
  what: 'printed',
  prints: [one],
  entered,
})
const submitted = (day: string, patient: string, lines: FormLine[], rush: number | null = null): MonthEvent => ({
  day,
  what: 'submitted',
  case: patient,
  delay: 5,
  lines,
  rush,
})
const changed = (day: string, patient: string, lines: FormLine[]): MonthEvent => ({
  day,
  what: 'changed',
  case: patient,
  lines,
  rush: null,
})
const entered = (day: string, label: string, cents: number, patient: string | null = null): MonthEvent => ({
  day,
  what: 'entered',
  id: label,
  case: patient,
  label,
  cents,
})

const tiers = [
  { volume: 20, percent: 5 },
  { volume: 50, percent: 10 },
  { volume: 100, percent: 15 },
]
const ofTheLab = {
  cardFee: 1.49,
  tax: { state: 'MN', percent: 6.875 },
  prices: { monthlyFee: 99_00, tiers },
  code: null,
}
const secondList: MonthEvent = { day: '2027-02-09', what: 'prices', monthlyFee: 109_00, tiers }
const studyClub = (from: string) => ({ label: 'Study club', cents: -10_00, from, to: null })

const cedarGrove: MonthExample = {
  terms: {
    ...ofTheLab,
    begins: '2027-01-01',
    until: '2027-03-31',
    numbers: [1001, 1005, 1008],
    method: 'card',
    billingState: 'MN',
    rules: [
      { label: 'Storage of models', cents: 12_50, from: '2027-01-01', to: '2027-02-28' },
      studyClub('2027-02-01'),
    ],
  },
  events: [
    submitted('2027-01-04', 'C-1', trays(2), 50_00),
    { day: '2027-01-06', what: 'ready', case: 'C-1' },
    { day: '2027-01-11', what: 'ready', case: 'C-1' },
    submitted('2027-01-11', 'C-2', guides(1)),
    submitted('2027-01-12', 'C-3', [once('pvs_or_stone_model.rough.both_arches', 18_00)]),
    { day: '2027-01-15', what: 'canceled', case: 'C-2' },
    printed('2027-01-19', print('C-1', each(2, 1, true), 'express')),
    submitted('2027-01-20', 'C-4', [...trays(2), roots]),
    { day: '2027-01-20', what: 'canceled', case: 'C-3' },
    submitted('2027-01-25', 'C-5', [
      once('pvs_or_stone_model.full_digital_model.one_arch', 22_00),
      once('misc.addon.analysis_report', 15_00),
    ]),
    submitted('2027-01-26', 'C-6', guides(2), 50_00),
    changed('2027-01-27', 'C-6', guides(1)),
    { day: '2027-01-29', what: 'ready', case: 'C-6' },
    changed('2027-02-03', 'C-5', [
      once('pvs_or_stone_model.full_digital_model.both_arches', 38_00),
      once('misc.addon.analysis_report', 15_00),
    ]),
    changed('2027-02-05', 'C-4', trays(2)),
    secondList,
    submitted('2027-02-11', 'C-7', trays(1, 15_00, 48_00)),
    { day: '2027-02-15', what: 'credit', cents: 350_00, from: '2027-02-15', to: '2027-03-31' },
    entered('2027-02-16', 'Training by video', 45_00),
    printed('2027-02-17', print('C-1', each(1, 1, true), 'express', { prices: list2 })),
    entered('2027-02-18', 'Late delivery', -25_00, 'C-1'),
    entered('2027-02-19', 'Extra tray', 30_00),
    { day: '2027-02-22', what: 'taken off', id: 'Extra tray' },
    changed('2027-03-03', 'C-4', trays(1)),
    submitted('2027-03-10', 'C-8', [
      once('intra_oral_scan.clean_up_and_base.both_arches', 24_00),
      once('misc.addon.convert_to_stl', 3_00),
    ]),
    printed('2027-03-18', print('C-8', each(2, 5), 'urgent', { model: 'low_profile_base', prices: list2 })),
    submitted('2027-03-26', 'C-9', [once('intra_oral_scan.clean_up.one_arch', 10_00)]),
  ],
}

const ownPrices = { ...list1, 'arch.print': 0, 'shipping_fees.express': 12_50 }
const ownTiers = [{ volume: 4, percent: 3 }]
const blueSpruce: MonthExample = {
  terms: {
    ...ofTheLab,
    begins: '2027-01-16',
    until: '2027-04-15',
    numbers: [1003, 1007, 1009],
    method: 'bank',
    billingState: 'CO',
    prices: { monthlyFee: 79_00, tiers: ownTiers },
    rules: [studyClub('2027-03-01')],
    code: { word: 'FIRSTMONTHFREE', entered: '2027-02-01', months: 1, off: { percent: 100 } },
  },
  events: [
    submitted('2027-01-20', 'C-11', trays(2, 14_95, 40_00), 35_00),
    submitted('2027-01-21', 'C-12', []),
    { day: '2027-01-22', what: 'ready', case: 'C-11' },
    submitted('2027-01-25', 'C-13', []),
    submitted('2027-02-01', 'C-16', [...trays(2, 14_95, 40_00), roots]),
    {
      day: '2027-02-05',
      what: 'printed',
      prints: [
        print('C-11', each(2, 1, true), 'express', { prices: ownPrices }),
        print('C-12', each(2, 2), 'express', { prices: ownPrices }),
        print('C-13', each(1, 1), 'express', { prices: ownPrices }),
      ],
      entered: 25_00,
    },
    submitted('2027-02-10', 'C-14', trays(2, 14_95, 40_00)),
    changed('2027-03-01', 'C-14', trays(1, 14_95, 40_00)),
    changed('2027-03-02', 'C-16', trays(1, 14_95, 40_00)),
    entered('2027-03-04', 'Remake', -60_00, 'C-11'),
    { day: '2027-04-01', what: 'prices', monthlyFee: 69_00, tiers: ownTiers },
  ],
}

const paintedRock: MonthExample = {
  terms: {
    ...ofTheLab,
    begins: '2027-01-11',
    until: '2027-03-10',
    numbers: [1002, 1004, 1006],
    method: 'card',
    billingState: 'OR',
    rules: [{ label: 'Scanner lease', cents: 49_00, from: '2027-02-15', to: null }],
  },
  events: [
    submitted('2027-01-13', 'C-25', trays(2)),
    printed('2027-01-19', print('C-21', each(2, 1, true), 'standard')),
    printed('2027-01-21', print('C-22', each(2, 2), 'standard')),
    printed('2027-01-22', print('C-23', each(1, 2), 'standard')),
    printed('2027-01-26', print('C-24', each(2, 1), 'express')),
    printed('2027-01-28', print('C-25', [...each(2, 1), ...each(2, 5)], 'standard')),
    printed('2027-01-29', print('C-26', each(2, 3), 'urgent')),
    printed('2027-02-01', print('C-27', each(2, 2), 'express'), 9_99),
    entered('2027-02-02', 'Scanner adapter', 19_95),
    printed('2027-02-03', print('C-21', [...each(2, 1, true), ...each(2, 2)], 'standard')),
    printed('2027-02-04', print('C-28', each(2, 2), 'standard')),
    {
      day: '2027-02-05',
      what: 'print canceled',
      print: print('C-29', each(1, 1, true), 'express'),
      isPrinted: true,
      isInserted: false,
    },
    printed('2027-02-08', print('C-22', each(2, 2), 'express', { free: true })),
    printed('2027-02-09', print('C-24', [{ content: 1, brackets: false, corrected: true }], 'express')),
    secondList,
    printed('2027-02-10', print('C-30', each(2, 2), 'standard')),
    submitted('2027-02-14', 'C-31', [once('pvs_or_stone_model.semi_finish.one_arch', 16_00)]),
    { day: '2027-02-19', what: 'closed by hand' },
    submitted('2027-03-04', 'C-32', [once('intra_oral_scan.clean_up.one_arch', 10_00)]),
    submitted('2027-03-05', 'C-33', [once('intra_oral_scan.clean_up.one_arch', 10_00)]),
    { day: '2027-03-08', what: 'credit', cents: 100_00, from: '2027-03-10', to: null },
  ],
}

/** By the practices' names on the page. */
export const monthExamples: Record<string, MonthExample> = {
  'Cedar Grove Orthodontics': cedarGrove,
  'Blue Spruce Dental': blueSpruce,
  'Painted Rock Orthodontics': paintedRock,
}

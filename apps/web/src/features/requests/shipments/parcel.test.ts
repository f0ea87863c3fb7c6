import { describe, expect, it, test } from 'vitest'
import { givenParcelRequest as given } from '../../../../test/given-parcel.ts'
import { leftOutOf, parcelsOf, readyOf, statusOf, whyNotComplete, whyNotLabel, type Packed } from './parcel.ts'
import { codeOf, verdictOf } from './scan-verdict.ts'

const ada = given({ id: 7 })
const bea = given({ id: 8, name: 'Bea Cole' })

test('prints of one shipment are one parcel, others one each; requests without a print none', () => {
  const alone = given({ id: 9, bundle: null })
  const other = given({ id: 10, bundle: 'other' })
  const parcels = parcelsOf([ada, alone, { ...ada, printing_request: null }, other, bea])
  expect(parcels.map(({ key, isBundle, requests }) => [key, isBundle, requests.map(({ id }) => id)])).toEqual([
    ['2026-12-01.4.standard', true, [107, 108]],
    ['109', false, [109]],
    ['other', true, [110]],
  ])
})

// By hand, as docs/product/requests.md says it (requests/bundles).
const states: [of: ('new' | 'in_progress' | 'completed')[], label: string][] = [
  [['new', 'new'], 'New'],
  [['new', 'in_progress'], 'In Progress'],
  [['new', 'completed'], 'In Progress'],
  [['in_progress', 'completed'], 'In Progress'],
  [['completed', 'completed'], 'Completed'],
]
it.each(states)('a parcel of %j is %s', (of, label) => {
  expect(statusOf({ requests: of.map((status, index) => given({ id: index + 1, status })) }).label).toBe(label)
})

const noPatientLabel = { patientLabel: false }
const reasons: [name: string, of: Packed[], why: string | undefined][] = [
  ['all labels printed', [ada, bea], undefined],
  ['what is completed does not count', [ada, given({ id: 8, status: 'completed', ...noPatientLabel })], undefined],
  [
    'of a partner, before all else',
    [given({ assign_to: 3, why: 'This case is on hold.', ...noPatientLabel }), given({ location: false })],
    'This is assigned to third party partner.',
  ],
  ['in the office', [ada, given({ assign_to: 2 })], 'This is printed in the office of the practice.'],
  ['without a location', [ada, given({ location: false, ...noPatientLabel })], 'Shipping location is missing.'],
  [
    'all on hold',
    [given({ why: 'This case is on hold.' }), given({ id: 8, name: 'Bea Cole', why: 'This case is on hold.' })],
    'Ada Byron (C-7): This case is on hold.',
  ],
  ['without one on hold', [ada, given({ id: 8, why: 'This case is on hold.', ...noPatientLabel })], undefined],
  [
    'the labels of the others',
    [given(noPatientLabel), given({ id: 8, why: 'This case is on hold.' })],
    'Ada Byron (C-7): The patient label is not printed.',
  ],
  ['one patient label', [ada, given(noPatientLabel)], 'Ada Byron (C-7): The patient label is not printed.'],
  ['patient labels', [given(noPatientLabel), given(noPatientLabel)], '2 patient labels are not printed.'],
  ['the shipping label', [ada, given({ shippingLabel: false })], 'The shipping label is not printed.'],
]
it.each(reasons)('Complete: %s', (_, requests, why) => expect(whyNotComplete({ requests })).toBe(why))

test('what a case does not allow is left out; what the reader may not complete is not (requests/bundles)', () => {
  const held = given({ id: 8, why: 'This case is on hold.' })
  const denied = given({ id: 9 })
  denied.can.complete = false
  const shipped = given({ id: 10, status: 'completed' })
  const parcel = { requests: [ada, held, denied, shipped] }
  expect(leftOutOf(parcel)).toEqual([held])
  expect(readyOf(parcel)).toEqual([ada, denied])
  expect(whyNotComplete(parcel)).toBe("Ada Byron (C-9): You don't have permission to do this.")
})

test('a label is marked unless a case forbids it, which is named', () => {
  expect(whyNotLabel([ada, bea], 'patient')).toBeUndefined()
  const held = given({ id: 8, name: 'Bea Cole', why: 'This case is on hold.' })
  for (const kind of ['patient', 'shipping'] as const)
    expect(whyNotLabel([ada, held], kind)).toBe('Bea Cole (C-8): This case is on hold.')
})

describe('a scan (requests/ships-today)', () => {
  const cara = given({ id: 9, name: 'Cara Dean', bundle: 'other' })
  const said = (code: string, requests: Packed[], current: string | null = null, sent: number[] = []) => {
    const { tone, text } = verdictOf(code, parcelsOf(requests), current, new Set(sent))
    return `${tone}: ${text}`
  }
  const here = '2026-12-01.4.standard'
  // By hand: code, what ships, the parcel that is being packed, what is on its way.
  const scans: [name: string, code: string, requests: Packed[], current: string | null, sent: number[], out: string][] =
    [
      ['the first chooses its parcel', 'C-7', [ada, bea], null, [], 'right: Ada Byron (C-7) is packed: 1 of 2.'],
      [
        'the last completes it',
        'C-8',
        [ada, bea],
        here,
        [107],
        'right: Bea Cole (C-8) is packed: the parcel is complete.',
      ],
      ['not today', 'C-99', [ada, bea], null, [], 'wrong: C-99 does not ship today.'],
      [
        'another parcel while this one waits',
        'C-9',
        [ada, bea, cara],
        here,
        [107],
        'wrong: Cara Dean (C-9) belongs to another parcel: Summit, Main office, Boulder.',
      ],
      [
        'another parcel once this one is packed',
        'C-9',
        [ada, bea, cara],
        here,
        [107, 108],
        'right: Cara Dean (C-9) is packed: the parcel is complete.',
      ],
      [
        'another parcel, if what this one waits for may not go',
        'C-9',
        [given({ packed: true }), given({ id: 8, why: 'This case is on hold.' }), cara],
        here,
        [],
        'right: Cara Dean (C-9) is packed: the parcel is complete.',
      ],
      [
        'the last that may go completes it',
        'C-7',
        [ada, given({ id: 8, why: 'This case is on hold.' })],
        null,
        [],
        'right: Ada Byron (C-7) is packed: the parcel is complete.',
      ],
      ['on its way', 'C-7', [ada, bea], here, [107], 'done: Ada Byron (C-7) is already packed.'],
      [
        'packed by someone else',
        'C-7',
        [given({ packed: true }), bea],
        null,
        [],
        'done: Ada Byron (C-7) is already packed.',
      ],
      ['shipped', 'C-7', [given({ status: 'completed' }), bea], here, [], 'done: Ada Byron (C-7) has shipped.'],
      [
        'on hold',
        'C-7',
        [given({ why: 'This case is on hold.' }), bea],
        null,
        [],
        'wrong: Ada Byron (C-7): This case is on hold.',
      ],
      [
        'no location',
        'C-7',
        [given({ location: false, bundle: null })],
        null,
        [],
        'wrong: Ada Byron (C-7): Shipping location is missing.',
      ],
      [
        'of a case that shipped today, too: the open print',
        'C-7',
        [{ ...given({ status: 'completed', bundle: null }), id: 50 }, ada, bea],
        null,
        [],
        'right: Ada Byron (C-7) is packed: 1 of 2.',
      ],
    ]
  it.each(scans)('%s', (_, code, requests, current, sent, out) => expect(said(code, requests, current, sent)).toBe(out))
  it.each([
    ['c-12', 'C-12'],
    [' 12 ', 'C-12'],
    ['C-12', 'C-12'],
    ['Byron', 'BYRON'],
  ])('%j is typed for %s', (typed, code) => expect(codeOf(typed)).toBe(code))
})

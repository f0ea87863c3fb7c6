import { expect, it } from 'vitest'
import type { Practice } from '../organizations/index.ts'
import { firstPreferences } from '../organizations/preferences.sql.ts'
import { problemsOfForm, problemsOfInitialSetup, problemsOfPrintRequest } from './rules.ts'
import { usualAt, usualPlace } from './usual.ts'

const [main, abroad, hidden] = [11, 12, 13]
const practiceWith = (change: Partial<Practice> = {}, preferences: Partial<Practice['preferences']> = {}): Practice =>
  ({
    partner: null,
    doctor_ids: [1, 2],
    locations: [
      { id: main, is_main: true, country: 'USA' },
      { id: abroad, is_main: false, country: 'CAN' },
    ],
    unassigned_ids: [hidden],
    ...change,
    preferences: { ...firstPreferences, ...preferences },
  }) as Practice
const partner = { partner: { id: 9, name: 'Bright Lab' } }
const owner = { role: 'doctor' } as const

const notTogether = ['This does not fit the other choices.']
it.each<[string, Partial<Practice['preferences']>, Record<string, string[]>]>([
  ['nothing', {}, {}],
  ['a doctor of the practice', { default_doctor_id: 2 }, {}],
  ['another person', { default_doctor_id: 3 }, { default_doctor_id: ['This person is not a doctor of the practice.'] }],
  ['a place that oneself may not choose', { location_id: hidden }, {}],
  ['another place', { location_id: 99 }, { location_id: ['This location does not belong to the practice.'] }],
  ['a scanner of another name', { scanner_type: 7, custom_scanner_type_name: 'Heron' }, {}],
  ['one without its name', { scanner_type: 7 }, { custom_scanner_type_name: ['Required'] }],
  ['a name of none', { custom_scanner_type_name: 'Heron' }, { custom_scanner_type_name: notTogether }],
  ['a model and its print', { impression_type: 4, products_list: 96 }, {}],
  ['a model of no impression', { products_list: 32 }, { products_list: notTogether }],
  ['two models', { impression_type: 4, products_list: 48 }, { products_list: ['Choose one product'] }],
  [
    'models back of a scan',
    { impression_type: 4, products_list: 16, addon_options: 4 },
    { addon_options: notTogether },
  ],
  ['trays alone', { export_type: 1 }, {}],
])('%s to begin with', (_, change, problems) => {
  const practice = practiceWith()
  expect(problemsOfForm(practice, { ...practice.preferences, ...change })).toEqual(problems)
})

it('accepts other changes when a chosen person or record was removed since', () => {
  const gone = { default_doctor_id: 3, location_id: 99 }
  const practice = practiceWith({}, gone)
  expect(problemsOfForm(practice, { ...practice.preferences, jaws_id: 1 })).toEqual({})
})

const noPartner = ['The practice has no partner lab.']
it.each<[string, Partial<Practice>, [number[], 1 | 2 | 3], Record<string, string[]>]>([
  ['the lab', {}, [[1], 1], {}],
  ['one that is not used', partner, [[1, 2], 3], { submission_completed_by: ['Choose one of the enabled options.'] }],
  ['the partner', partner, [[3], 3], {}],
  ['a partner that is none', {}, [[1, 3], 3], { submission_completed_by: noPartner }],
  ['a partner beside others, to come', {}, [[1, 3], 1], {}],
])('setups by %s', (_, change, [allowed_assignments, submission_completed_by], problems) =>
  expect(
    problemsOfInitialSetup(practiceWith(change), {
      allowed_assignments: allowed_assignments as [1],
      submission_completed_by,
    }),
  ).toEqual(problems),
)

const print = {
  allowed_print_assignments: [1, 2] as (1 | 2 | 3)[],
  print_assignment: 1 as 1 | 2 | 3,
  allowed_insert_brackets_assignments: [1, 2] as (1 | 2 | 3)[],
  insert_brackets_assignment: 1 as 1 | 2 | 3,
  shipping_location_id: null as number | null,
  shipping_method: 'standard',
}
const unreachable = { shipping_method: ['This shipping method is not available there.'] }
it.each<[string, Partial<typeof print>, Record<string, string[]>]>([
  ['as it is at first', {}, {}],
  ['by nobody that prints', { print_assignment: 3 }, { print_assignment: ['Choose one of the enabled options.'] }],
  [
    'with brackets by a partner that is none',
    { allowed_insert_brackets_assignments: [3], insert_brackets_assignment: 3 },
    { insert_brackets_assignment: noPartner },
  ],
  [
    'to a place abroad, in the way that reaches it',
    { shipping_location_id: abroad, shipping_method: 'international' },
    {},
  ],
  ['to a place abroad, in another way', { shipping_location_id: abroad }, unreachable],
  ['abroad from a practice at home', { shipping_method: 'international' }, unreachable],
  ['by pigeon', { shipping_method: 'pigeon' }, unreachable],
  [
    'elsewhere',
    { shipping_location_id: 99 },
    { shipping_location_id: ['This location does not belong to the practice.'] },
  ],
])('prints %s', (_, change, problems) =>
  expect(problemsOfPrintRequest(practiceWith(), { ...print, ...change })).toEqual(problems),
)

it('what was stored of a partner that no longer exists can be saved as it is', () => {
  const stored = { allowed_print_assignments: [3, 2] as (1 | 2 | 3)[], print_assignment: 3 as const }
  expect(problemsOfPrintRequest(practiceWith({}, stored), { ...print, ...stored })).toEqual({})
  expect(problemsOfPrintRequest(practiceWith(partner, stored), { ...print, ...stored })).toEqual({})
})

it('a case starts at the preferred place, else the main one', () => {
  expect(usualPlace(practiceWith({}, { location_id: abroad }))!.id).toBe(abroad)
  expect(usualPlace(practiceWith({}, { location_id: hidden }))!.id).toBe(main)
  expect(usualPlace(practiceWith({ locations: [] }))).toBeUndefined()
})

it.each<[string, Partial<Practice['preferences']>, string]>([
  ['at home', {}, 'standard'],
  ['at home, fast', { shipping_method: 'express' }, 'express'],
  ['to a place abroad', { shipping_location_id: abroad, shipping_method: 'express' }, 'international'],
  ['from a place abroad', { location_id: abroad }, 'international'],
  ['at home, in the way of abroad', { shipping_method: 'international' }, 'standard'],
  ['to a place that is gone', { shipping_location_id: 99, shipping_method: 'express' }, 'express'],
])('usually ships %s', (_, preferences, method) =>
  expect(usualAt(practiceWith({}, preferences), owner).shipping_method).toBe(method),
)

it('who usually does the work is someone who can', () => {
  const thirds = {
    allowed_assignments: [2, 3],
    submission_completed_by: 3,
    allowed_print_assignments: [3],
    print_assignment: 3,
  } as const
  const work = (change: Partial<Practice>, role: 'doctor' | 'lab_partner' = 'doctor') => {
    const { submission_completed_by, print_assignment } = usualAt(practiceWith(change, thirds), { role })
    return [submission_completed_by, print_assignment]
  }
  expect(work(partner)).toEqual([3, 3])
  expect(work({})).toEqual([2, 1])
  expect(work(partner, 'lab_partner')).toEqual([3, 3])
})

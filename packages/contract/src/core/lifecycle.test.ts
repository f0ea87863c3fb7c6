import { describe, expect, it } from 'vitest'
import { orderLifecycle } from '../billing/lifecycle.ts'
import { onboardingLifecycle, onboardingStatuses, onboardingSteps } from '../billing/onboarding.ts'
import { invoiceStatuses } from '../billing/statuses.ts'
import { caseLifecycle, patientStatuses } from '../patients/lifecycle.ts'
import {
  contentTypes,
  customerRequestLifecycle,
  customerRequestStatuses,
  printingRequestLifecycle,
  printingRequestStatuses,
} from '../requests/lifecycle.ts'
import { rxFormLifecycle, rxFormStatuses } from '../rx-forms/lifecycle.ts'
import { next, type Lifecycle } from './lifecycle.ts'
import { statusById, type Statuses } from './statuses.ts'

/** The life cycles (docs/product/cases.md, requests.md) again, by hand: event, the states it leads from, and to. */
type Row = [event: string, from: string[], to: string]
const cycles: [name: string, Lifecycle<string, string>, Row[]][] = [
  [
    'case',
    caseLifecycle,
    [
      ['start_work', ['new'], 'in_progress'],
      ['mark_as_ready', ['in_progress'], 'awaiting_approval'],
      ['complete_setup', ['in_progress'], 'approved'],
      ['approve', ['awaiting_approval'], 'approved'],
      ['request_changes', ['awaiting_approval'], 'in_progress'],
      ['settle', ['approved'], 'completed'],
      ['reopen', ['completed'], 'approved'],
    ],
  ],
  [
    'rx_form',
    rxFormLifecycle,
    [
      ['start_work', ['new'], 'in_progress'],
      ['mark_as_ready', ['in_progress'], 'pending'],
      ['complete', ['in_progress', 'pending'], 'completed'],
      ['request_changes', ['pending'], 'in_progress'],
      ['cancel', ['new', 'in_progress', 'pending', 'completed'], 'canceled'],
    ],
  ],
  [
    'customer_request',
    customerRequestLifecycle,
    [
      ['complete', ['pending'], 'completed'],
      ['cancel', ['pending'], 'canceled'],
    ],
  ],
  [
    'printing_request',
    printingRequestLifecycle,
    [
      ['start_work', ['new'], 'in_progress'],
      ['complete', ['new', 'in_progress'], 'completed'],
      ['cancel', ['new', 'in_progress'], 'canceled'],
    ],
  ],
  [
    'order',
    orderLifecycle,
    [
      ['close', ['CURRENT'], 'PENDING'],
      ['close_free', ['CURRENT'], 'PAID'],
      ['pay', ['PENDING', 'NOT_PAID', 'BLOCKED'], 'PAID'],
      ['await_bank', ['PENDING', 'NOT_PAID', 'BLOCKED'], 'PENDING'],
      ['fail', ['PENDING', 'PAID'], 'NOT_PAID'],
      ['block', ['NOT_PAID'], 'BLOCKED'],
      ['block_again', ['PENDING', 'PAID'], 'BLOCKED'],
    ],
  ],
  [
    'onboarding',
    onboardingLifecycle,
    [
      ['proceed', ['pending', 'in_progress'], 'in_progress'],
      ['complete', ['in_progress'], 'completed'],
    ],
  ],
]

describe.each(cycles)('the life of a %s', (_name, table, rows) => {
  it('knows these events and no others', () => expect(Object.keys(table.events)).toEqual(rows.map(([event]) => event)))
  it.each(rows)('%s leads from %j to %s and from nowhere else', (event, from, to) => {
    for (const state of table.states)
      expect(next(table, state, event), state).toBe(from.includes(state) ? to : undefined)
  })
})

/** Ids, labels and colors (`screens/colors`). */
const sets: [name: string, Statuses, readonly string[], [string, number, string, string][]][] = [
  [
    'a case',
    patientStatuses,
    caseLifecycle.states,
    [
      ['new', 2, 'New', 'gray'],
      ['in_progress', 1, 'In Progress', 'blue'],
      ['awaiting_approval', 3, 'Awaiting Approval', 'grape'],
      ['approved', 4, 'Approved', 'teal'],
      ['completed', 5, 'Completed', 'green'],
    ],
  ],
  [
    'an Rx form',
    rxFormStatuses,
    rxFormLifecycle.states,
    [
      ['new', 1, 'New', 'gray'],
      ['in_progress', 2, 'In Progress', 'blue'],
      ['pending', 3, 'Pending', 'grape'],
      ['completed', 4, 'Completed', 'green'],
      ['canceled', 5, 'Canceled', 'red'],
    ],
  ],
  [
    'a customer request',
    customerRequestStatuses,
    customerRequestLifecycle.states,
    [
      ['pending', 1, 'Pending', 'grape'],
      ['completed', 2, 'Completed', 'green'],
      ['canceled', 3, 'Canceled', 'red'],
    ],
  ],
  [
    'a printing request',
    printingRequestStatuses,
    printingRequestLifecycle.states,
    [
      ['new', 1, 'New', 'gray'],
      ['in_progress', 2, 'In Progress', 'blue'],
      ['completed', 3, 'Completed', 'green'],
      ['canceled', 4, 'Canceled', 'red'],
    ],
  ],
  [
    'an onboarding',
    onboardingStatuses,
    onboardingLifecycle.states,
    [
      ['pending', 1, 'Pending', 'gray'],
      ['in_progress', 5, 'In Progress', 'blue'],
      ['completed', 10, 'Completed', 'green'],
    ],
  ],
]
it.each(sets)('the states of %s', (_name, statuses, states, rows) => {
  expect(Object.entries(statuses).map(([key, { id, label, color }]) => [key, id, label, color])).toEqual(rows)
  expect(states).toEqual(rows.map(([key]) => key))
  for (const [key, id] of rows) expect(statusById(statuses, id)).toBe(key)
  expect(() => statusById(statuses, 9)).toThrow('No state has the id 9.')
})

it('what is printed', () => {
  expect(contentTypes.map(({ id, label }) => [id, label])).toEqual([
    [1, 'Trays'],
    [2, 'Guides'],
    [3, 'Brackets'],
    [4, 'Aligner Models'],
    [5, 'Study Model'],
  ])
})

it('an order has these states and labels', () => {
  expect(Object.entries(invoiceStatuses).map(([key, { label, color }]) => [key, label, color])).toEqual([
    ['CURRENT', 'Current', 'gray'],
    ['PENDING', 'Pending', 'blue'],
    ['PAID', 'Closed', 'green'],
    ['NOT_PAID', 'Not paid', 'red'],
    ['BLOCKED', 'Blocked', 'red'],
  ])
  expect(orderLifecycle.states).toEqual(Object.keys(invoiceStatuses))
})

it('an onboarding has eleven steps in four groups, and the practice completes five of them', () => {
  const rows = onboardingSteps.map((step) => [
    step.id,
    step.group,
    step.label,
    'by_practice' in step,
    'input' in step ? step.input : null,
  ])
  expect(rows).toEqual([
    [1, 'Brackets', 'Choose brackets', true, null],
    [2, 'Brackets', 'Send brackets', true, 'tracking_number'],
    [3, 'Brackets', 'Brackets received', false, null],
    [4, 'Brackets', 'Library built', false, 'estimated_date_of_completion'],
    [5, 'Software', 'Install', true, null],
    [6, 'Software', 'Activate', false, null],
    [7, 'Software', 'Training scheduled', false, null],
    [8, 'Software', 'Training done', false, null],
    [9, 'Bonding', 'Trays received', false, null],
    [10, 'Bonding', 'First bonding', true, null],
    [11, 'Feedback', 'Survey', true, null],
  ])
})

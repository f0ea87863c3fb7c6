import { describe, expect, it } from 'vitest'
import type { SetupFacts } from './facts.ts'
import { blocked, feeState, orderStep, surveyAnswer, whyNoCode } from './rules.ts'

const facts = (change: Partial<SetupFacts> = {}): SetupFacts => ({
  has_main_location: false,
  fee_settled: false,
  fee_waived: false,
  details_saved: true,
  has_method: true,
  order_status: null,
  in_progress: false,
  ...change,
})

const finished = 'The account setup is finished.'
const busy = 'A payment is in progress. Please try again in a minute.'
const noDetails = 'Save your account details first.'
const noMethod = 'Add a payment method first.'
const closed = 'The invoice of the start-up fee cannot be paid now. Please contact the lab.'
const exists = 'This invoice exists already. A promotion code cannot be added to it.'
const notNeeded = 'The start-up fee is settled. A promotion code is not needed.'

/** By hand: why the details cannot be changed, why nothing can be purchased, what the purchase does, why no code. */
const table: [
  what: string,
  change: Partial<SetupFacts>,
  update: string | null,
  purchase: string | null,
  step: string,
  code: string | null,
][] = [
  ['a new practice, all entered', {}, null, null, 'make', null],
  ['nothing saved', { details_saved: false, has_method: false }, null, noDetails, 'make', null],
  ['no method', { has_method: false }, null, noMethod, 'make', null],
  ['details missing, method there', { details_saved: false }, null, noDetails, 'make', null],
  ['a payment in progress', { in_progress: true }, busy, null, 'make', null],
  ['made by the lab with a location, unpaid', { has_main_location: true }, null, null, 'make', null],
  ['waived', { fee_settled: true, fee_waived: true, order_status: 'PAID' }, null, null, 'leave', notNeeded],
  [
    'waived, no method',
    { fee_settled: true, fee_waived: true, order_status: 'PAID', has_method: false },
    null,
    noMethod,
    'leave',
    notNeeded,
  ],
  ['settled without an order', { fee_settled: true }, null, null, 'make_waived', notNeeded],
  [
    'finished',
    { has_main_location: true, fee_settled: true, order_status: 'PAID' },
    finished,
    finished,
    'leave',
    notNeeded,
  ],
  [
    'paid by bank, pending',
    { has_main_location: true, fee_settled: true, order_status: 'PENDING' },
    finished,
    finished,
    'leave',
    notNeeded,
  ],
  ['returned by the bank', { has_main_location: true, order_status: 'NOT_PAID' }, null, null, 'pay_again', exists],
  [
    'returned, another payment in progress',
    { has_main_location: true, order_status: 'NOT_PAID', in_progress: true },
    busy,
    null,
    'pay_again',
    exists,
  ],
  ['blocked', { has_main_location: true, order_status: 'BLOCKED' }, null, null, 'pay_again', exists],
  ['unsettled, order paid', { has_main_location: true, order_status: 'PAID' }, null, closed, 'pay_again', exists],
  ['unsettled, order pending', { has_main_location: true, order_status: 'PENDING' }, null, closed, 'pay_again', exists],
]
describe.each(table)('%s', (_what, change, update, purchase, step, code) => {
  it('the details', () => expect(blocked.update(facts(change))).toBe(update))
  it('the purchase', () => expect(blocked.purchase(facts(change))).toBe(purchase))
  it('the order', () => expect(orderStep(facts(change))).toBe(step))
  it('a promotion code', () => expect(whyNoCode(facts(change))).toBe(code))
})

it.each([
  [false, false, 'due'],
  // Waived once, and unsettled since: it is to be paid.
  [false, true, 'due'],
  [true, false, 'paid'],
  [true, true, 'waived'],
] as const)('settled %s, waived %s: %s', (fee_settled, fee_waived, state) =>
  expect(feeState(facts({ fee_settled, fee_waived }))).toBe(state),
)

const asked = [1, 2, 7]
const empty = { survey_answer_id: null, survey_response_other: '' }
it.each([
  ['not asked', null, { survey_answer_id: 1, survey_response_other: 'x' }, { kept: empty }],
  ['not asked, nothing sent', null, {}, { kept: empty }],
  ['no answer', asked, {}, { wrong: { survey_answer_id: ['Must not be empty.'] } }],
  ['null', asked, { survey_answer_id: null }, { wrong: { survey_answer_id: ['Must not be empty.'] } }],
  ['an answer', asked, { survey_answer_id: 2 }, { kept: { ...empty, survey_answer_id: 2 } }],
  [
    'an answer with a text',
    asked,
    { survey_answer_id: 2, survey_response_other: 'x' },
    { kept: { ...empty, survey_answer_id: 2 } },
  ],
  [
    'a strange answer',
    asked,
    { survey_answer_id: 3 },
    { wrong: { survey_answer_id: ['This answer does not exist.'] } },
  ],
  ['other', asked, { survey_answer_id: 7 }, { wrong: { survey_response_other: ['Required'] } }],
  [
    'other, empty',
    asked,
    { survey_answer_id: 7, survey_response_other: '' },
    { wrong: { survey_response_other: ['Required'] } },
  ],
  [
    'other, null',
    asked,
    { survey_answer_id: 7, survey_response_other: null },
    { wrong: { survey_response_other: ['Required'] } },
  ],
  [
    'other with a text',
    asked,
    { survey_answer_id: 7, survey_response_other: 'A friend' },
    { kept: { survey_answer_id: 7, survey_response_other: 'A friend' } },
  ],
] as const)('survey: %s', (_what, answers, sent, expected) => expect(surveyAnswer(answers, sent)).toEqual(expected))

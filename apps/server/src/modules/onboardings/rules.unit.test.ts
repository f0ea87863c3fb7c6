import { describe, expect, it } from 'vitest'
import { cellsOf } from '../../../test/facts.ts'
import { estimateProblem, inputOf, whyNotEdit, whyNotProceed, type OnboardingState } from './rules.ts'

const at = (current_step: number, change: Partial<OnboardingState> = {}): OnboardingState => ({
  status: current_step === 1 ? 'pending' : 'in_progress',
  current_step,
  metadata: { tracking_number: null, estimated_date_of_completion: null },
  ...change,
})

describe('what a step asks for, by hand', () => {
  const inputs = `
            input
        1   -
        2   tracking_number
        3   -
        4   estimated_date_of_completion
        5   -
        6   -
        7   -
        8   -
        9   -
        10  -
        11  -`
  it.each(cellsOf<string, string>(inputs))('step %s, %s: %s', (step, _, input) => {
    expect(inputOf(Number(step))).toBe(input === '-' ? null : input)
    const without = whyNotProceed(at(Number(step)))
    expect(without === null).toBe(input === '-')
    const metadata = { tracking_number: '1Z999AA1', estimated_date_of_completion: '2026-12-24' }
    expect(whyNotProceed(at(Number(step), { metadata }))).toBeNull()
  })

  it('says what is missing', () => {
    expect(whyNotProceed(at(2))).toBe('Tracking number is required.')
    expect(whyNotProceed(at(4))).toBe('Estimated completion date is required.')
  })
})

it('a step that is named has to be the next one', () => {
  expect(whyNotProceed(at(3), 3)).toBeNull()
  expect(whyNotProceed(at(3), 1)).toBe('“Choose brackets” is already completed.')
  expect(whyNotProceed(at(3), 5)).toBe('“Brackets received” has to be completed first.')
  // What is missing is said after that.
  expect(whyNotProceed(at(2), 1)).toBe('“Choose brackets” is already completed.')
})

it('nothing changes once it is completed', () => {
  const done = at(11, { status: 'completed' })
  expect([whyNotProceed(done), whyNotProceed(done, 11), whyNotEdit(done)]).toEqual(
    Array.from({ length: 3 }, () => 'This onboarding is completed.'),
  )
  expect([whyNotEdit(at(1)), whyNotEdit(at(11))]).toEqual([null, null])
})

it('the estimated day is today or later when it is entered', () => {
  expect(estimateProblem('2026-11-27', '2026-11-28')).toBe('Choose today or a later day.')
  expect(estimateProblem('2026-11-28', '2026-11-28')).toBeUndefined()
  expect(estimateProblem('2026-11-29', '2026-11-28')).toBeUndefined()
})

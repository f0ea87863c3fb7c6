import { expect, it } from 'vitest'
import { onboardingSteps } from '../billing/onboarding.ts'
import { doctorAllowedSteps, onboardingGuides, onboardingStep, stepTitle } from './guides.ts'
import { tidyTracking, trackingProblem } from './inputs.ts'

it.each([
  ['', 'Field is empty.'],
  ['12345', 'Minimum of 6 characters.'],
  ['123456', undefined],
  ['1Z999AA10123456784', undefined],
  ['A'.repeat(30), undefined],
  ['A'.repeat(31), 'Up to 30 characters'],
  ['1Z-999-AA1', 'Must only contain alphanumeric characters'],
  ['1Z 999 AA1', 'Must only contain alphanumeric characters'],
  ['٣٣٣٣٣٣', 'Must only contain alphanumeric characters'],
])('the tracking number %j: %s', (text, problem) => {
  expect(trackingProblem(text)).toBe(problem)
})

it('pasted spaces are removed', () => {
  expect(tidyTracking(' 1Z 999\tAA1\u00A0012 ')).toBe('1Z999AA1012')
})

it('practices complete five of the steps, and each step has a guide', () => {
  expect(doctorAllowedSteps).toEqual([1, 2, 5, 10, 11])
  for (const { id } of onboardingSteps) {
    const { what, usually } = onboardingGuides[id]
    expect(what).toMatch(/\.$/)
    expect(usually).toMatch(/^\d/)
  }
})

it('the step that is next is named with its group; an unknown one is an error', () => {
  expect(stepTitle(2)).toBe('Brackets - Send brackets')
  expect(stepTitle(11)).toBe('Feedback - Survey')
  expect(() => onboardingStep(12)).toThrow(RangeError)
})

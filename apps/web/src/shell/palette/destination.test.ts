import { expect, test } from 'vitest'
import { matches } from './destination.ts'

test('the beginnings of words find a label, in any order and case', () => {
  for (const typed of ['', 'start', 'ST ca', 'case new', 'a'])
    expect(matches('Start a New Case', typed), typed).toBe(true)
  expect(matches('Organizations & Users', 'users')).toBe(true)
  for (const typed of ['art', 'cases', 'start old']) expect(matches('Start a New Case', typed), typed).toBe(false)
})

test('a name does not find a page that only contains it', () => {
  expect(matches('Trays of 8', 'ray')).toBe(false)
})

import { overridableFields } from '@archwire/contract/pricing/overrides.ts'
import { expect, test } from 'vitest'
import { nameOfField, priceGroups, tiersField, unitOf } from './price-groups.ts'

test('shows every field of a list once, with a name of its own', () => {
  const shown = priceGroups.flatMap(({ fields }) =>
    fields.length === 0 ? [tiersField] : fields.map((one) => one.field),
  )
  expect(shown.toSorted()).toEqual([...overridableFields].toSorted())
  const names = shown.map(nameOfField)
  expect(names.filter((name) => name === '' || name.includes('.'))).toEqual([])
  expect(new Set(names).size).toBe(shown.length)
})

test('counts the delays in days and every other price in dollars', () => {
  expect(overridableFields.filter((field) => unitOf(field) === 'days')).toEqual([
    'settings.delay_case_charging',
    'settings.delay_payment_processing',
  ])
})

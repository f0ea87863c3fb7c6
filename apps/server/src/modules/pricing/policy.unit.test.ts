import { userRoles } from '@archwire/contract/roles.ts'
import { expect, it } from 'vitest'
import { readsPrices } from './policy.ts'

it('everyone reads prices but a partner (rx-form/prices)', () => {
  const who = [...userRoles, null].filter((role) => !readsPrices({ role }))
  expect(who).toEqual(['lab_partner'])
})

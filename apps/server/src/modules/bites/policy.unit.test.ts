import { expect, it } from 'vitest'
import { everybody } from '../../../test/facts.ts'
import { may } from './policy.ts'

/** Bites of a case in reach (`scans/bite`, `organizations/disabled`). */
const { super_admin, admin, supervisor, tech_support, partner, ...practice } = everybody

it('everyone who sees a case places its arches', () => {
  for (const who of Object.values(everybody)) expect(may.add(who, { organization_disabled: false })).toBe(true)
})

it('of a disabled practice only the lab and its partner do', () => {
  for (const who of [super_admin, admin, supervisor, tech_support, partner])
    expect(may.add(who, { organization_disabled: true })).toBe(true)
  for (const who of Object.values(practice)) expect(may.add(who, { organization_disabled: true })).toBe(false)
})

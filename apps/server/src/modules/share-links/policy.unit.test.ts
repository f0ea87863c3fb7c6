import { expect, it } from 'vitest'
import { everybody } from '../../../test/facts.ts'
import { may } from './policy.ts'

/** Share links of a case in reach (`scans/shared`, `organizations/disabled`). */
const enabled = { organization_disabled: false }
const disabled = { organization_disabled: true }

it('everybody who sees a case shares its scenes and closes its links', () => {
  for (const who of Object.values(everybody)) {
    expect(may.create(who, enabled)).toBe(true)
    expect(may.revoke(who, enabled)).toBe(true)
  }
})

it('of a disabled practice only the lab and its partner do', () => {
  const { super_admin, admin, supervisor, tech_support, partner, ...practice } = everybody
  for (const act of [may.create, may.revoke]) {
    for (const who of [super_admin, admin, supervisor, tech_support, partner]) expect(act(who, disabled)).toBe(true)
    for (const who of Object.values(practice)) expect(act(who, disabled)).toBe(false)
  }
})

import { expect, it } from 'vitest'
import { everybody } from '../../../test/facts.ts'
import { may, sharesCases } from './policy.ts'

/** Share links of a case in reach (`scans/shared`, `organizations/disabled`). */
const enabled = { organization_disabled: false }
const disabled = { organization_disabled: true }

it('everyone who sees a case closes its links, and everyone but the partner shares its scenes', () => {
  for (const who of Object.values(everybody)) {
    expect(may.create(who, enabled)).toBe(who !== everybody.partner)
    expect(may.revoke(who, enabled)).toBe(true)
  }
})

it('links of a person stay open exactly where the person may make some', () => {
  for (const who of Object.values(everybody)) expect(sharesCases(who)).toBe(may.create(who, enabled))
})

it('of a disabled practice the lab shares and closes, its partner closes', () => {
  const { super_admin, admin, supervisor, tech_support, partner, ...practice } = everybody
  expect(may.create(partner, disabled)).toBe(false)
  expect(may.revoke(partner, disabled)).toBe(true)
  for (const act of [may.create, may.revoke]) {
    for (const who of [super_admin, admin, supervisor, tech_support]) expect(act(who, disabled)).toBe(true)
    for (const who of Object.values(practice)) expect(act(who, disabled)).toBe(false)
  }
})

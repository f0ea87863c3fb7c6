import { expect, it } from 'vitest'
import { everybody } from '../../../test/facts.ts'
import { may } from './policy.ts'

/** Measurements of a case in reach: everyone adds, authors and the lab's staff remove. */
const { super_admin, admin, supervisor, tech_support, partner, owner, member } = everybody
const factsBy = (author: { userId: number }, organization_disabled = false) => ({
  created_by: author.userId,
  organization_disabled,
})

it('a measurement is added by everyone who sees the case', () => {
  for (const who of Object.values(everybody)) expect(may.add(who, factsBy(who))).toBe(true)
})
it('a measurement is removed by its author and by staff, by no one else', () => {
  for (const who of [super_admin, admin, supervisor, tech_support]) expect(may.remove(who, factsBy(owner))).toBe(true)
  for (const who of [member, partner]) {
    expect(may.remove(who, factsBy(who))).toBe(true)
    expect(may.remove(who, factsBy(owner))).toBe(false)
  }
})
it('a measurement stays as it is for people of a disabled practice, not for the lab', () => {
  for (const act of [may.add, may.remove]) {
    expect(act(owner, factsBy(owner, true))).toBe(false)
    expect(act(admin, factsBy(owner, true))).toBe(true)
  }
})

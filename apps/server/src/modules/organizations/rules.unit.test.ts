import { noRole, type UserRole } from '@archwire/contract/roles.ts'
import { expect, it } from 'vitest'
import { cellsOf } from '../../../test/facts.ts'
import { whyNoMember, type OrganizationKind } from './rules.ts'

/** Who can be a member of which kind of organization, by hand (`people/who-invites`). */
const table = `
               practice partner
  super_admin  lab      lab
  admin        lab      lab
  supervisor   lab      lab
  tech_support lab      lab
  lab_partner  partner  -
  doctor       -        practice
  staff_member -        practice
  no_role      -        practice`
const reasons: Record<string, string | null> = {
  '-': null,
  lab: 'This person works for the lab, and is a member of no organization.',
  partner: 'This person works for a partner lab, and is a member of no practice.',
  practice: 'This person belongs to a practice, and is a member of no partner lab.',
}

it.each(cellsOf<UserRole | typeof noRole, OrganizationKind>(table))('%s in a %s: %s', (name, kind, cell) => {
  const role = name === noRole ? null : name
  expect(whyNoMember({ role, archived: false }, { kind })).toBe(reasons[cell])
  expect(whyNoMember({ role, archived: true }, { kind })).toBe('This account has been archived.')
})

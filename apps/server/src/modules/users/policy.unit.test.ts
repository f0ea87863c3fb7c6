import { customPermissions } from '@archwire/contract/grants.ts'
import { userRoles, type UserRole } from '@archwire/contract/roles.ts'
import { userActions, type UserAction } from '@archwire/contract/users/schema.ts'
import { describe, expect, it } from 'vitest'
import { cellsOf, everybody, holdingOnly, person, type Person as Who } from '../../../test/facts.ts'
import { grants, may } from './policy.ts'
import {
  archiveInstead,
  blocked,
  customPermissionsFor,
  decidePerson,
  lastSuperAdmin,
  roleBlocked,
  mayStillMake,
  rolesToGrant,
  type PersonFacts,
} from './rules.ts'

type Target = UserRole | 'none'
const targets: Target[] = [...userRoles, 'none']
const roleOf = (target: Target): UserRole | null => (target === 'none' ? null : target)

/** People outside the lab do nothing here. */
const outsiders: Who[] = ['partner', 'owner', 'manager', 'member', 'assistant', 'outsider']

/** Who may give which role, by hand (`people/granting`). */
const granting = `
                super_admin  admin  supervisor  tech_support
  super_admin   yes          -      -           -
  admin         yes          yes    -           -
  supervisor    yes          yes    -           -
  tech_support  yes          yes    -           -
  lab_partner   yes          yes    yes         -
  doctor        yes          yes    yes         yes
  staff_member  yes          yes    yes         yes`

it.each(cellsOf<UserRole, Who>(granting))('the role %s is given by %s: %s', (role, who, cell) =>
  expect(grants(everybody[who], role)).toBe(cell === 'yes'),
)

it.each(outsiders)('%s gives no role', (who) =>
  expect(userRoles.filter((role) => grants(everybody[who], role))).toEqual([]),
)

/** Who may do what with another person of each role, by hand. */
const tables: Record<UserAction, string> = {
  // `people/changed`: names, user name, additional emails.
  update: `
                super_admin  admin  supervisor  tech_support
  super_admin   yes          -      -           -
  admin         yes          yes    -           -
  supervisor    yes          yes    -           -
  tech_support  yes          yes    -           -
  lab_partner   yes          yes    yes         -
  doctor        yes          yes    yes         yes
  staff_member  yes          yes    yes         yes
  none          yes          yes    yes         yes`,
  // Account number.
  update_identity: `
                super_admin  admin  supervisor  tech_support
  super_admin   yes          -      -           -
  admin         yes          yes    -           -
  supervisor    yes          yes    -           -
  tech_support  yes          yes    -           -
  lab_partner   yes          yes    yes         -
  doctor        yes          yes    yes         -
  staff_member  yes          yes    yes         -
  none          yes          yes    yes         -`,
  // `people/new-email`: staff's emails are a super admin's to change, a super admin's email is no one else's.
  change_email: `
                super_admin  admin  supervisor  tech_support
  super_admin   -            -      -           -
  admin         yes          -      -           -
  supervisor    yes          -      -           -
  tech_support  yes          -      -           -
  lab_partner   yes          yes    yes         -
  doctor        yes          yes    yes         -
  staff_member  yes          yes    yes         -
  none          yes          yes    yes         -`,
  change_role: `
                super_admin  admin  supervisor  tech_support
  super_admin   yes          -      -           -
  admin         yes          yes    -           -
  supervisor    yes          yes    -           -
  tech_support  yes          yes    -           -
  lab_partner   yes          yes    yes         -
  doctor        yes          yes    yes         -
  staff_member  yes          yes    yes         -
  none          yes          yes    yes         -`,
  archive: `
                super_admin  admin  supervisor  tech_support
  super_admin   yes          -      -           -
  admin         yes          yes    -           -
  supervisor    yes          yes    -           -
  tech_support  yes          yes    -           -
  lab_partner   yes          yes    yes         -
  doctor        yes          yes    yes         yes
  staff_member  yes          yes    yes         yes
  none          yes          yes    yes         yes`,
  restore: `
                super_admin  admin  supervisor  tech_support
  super_admin   yes          -      -           -
  admin         yes          yes    -           -
  supervisor    yes          yes    -           -
  tech_support  yes          yes    -           -
  lab_partner   yes          yes    yes         -
  doctor        yes          yes    yes         -
  staff_member  yes          yes    yes         -
  none          yes          yes    yes         -`,
  delete: `
                super_admin  admin  supervisor  tech_support
  super_admin   yes          -      -           -
  admin         yes          yes    -           -
  supervisor    yes          yes    -           -
  tech_support  yes          yes    -           -
  lab_partner   yes          yes    -           -
  doctor        yes          yes    -           -
  staff_member  yes          yes    -           -
  none          yes          yes    -           -`,
  change_permissions: `
                super_admin  admin  supervisor  tech_support
  super_admin   -            -      -           -
  admin         yes          -      -           -
  supervisor    yes          -      -           -
  tech_support  yes          -      -           -
  lab_partner   yes          -      -           -
  doctor        yes          -      -           -
  staff_member  yes          -      -           -
  none          yes          -      -           -`,
  // `people/first-link`: the right to create such an account.
  send_link: `
                super_admin  admin  supervisor  tech_support
  super_admin   yes          -      -           -
  admin         yes          yes    -           -
  supervisor    yes          yes    -           -
  tech_support  yes          yes    -           -
  lab_partner   yes          yes    yes         -
  doctor        yes          yes    yes         yes
  staff_member  yes          yes    yes         yes
  none          yes          yes    yes         yes`,
}

it('the tables name every action', () => expect(Object.keys(tables)).toEqual([...userActions]))

describe.each(userActions)('%s', (action) => {
  const cells = cellsOf<Target, Who>(tables[action])
  it('is decided of every role', () => expect(new Set(cells.map(([target]) => target))).toEqual(new Set(targets)))
  it.each(cells)('a %s, by %s: %s', (target, who, cell) =>
    expect(may[action](everybody[who], { id: 7, role: roleOf(target) })).toBe(cell === 'yes'),
  )
  it.each(outsiders)('no one, by %s', (who) => {
    const allowed = targets.filter((target) => may[action](everybody[who], { id: 7, role: roleOf(target) }))
    expect(allowed).toEqual([])
  })
  it('never oneself', () => {
    for (const role of userRoles) {
      const self = person(role)
      expect(may[action](self, { id: self.userId, role })).toBe(false)
    }
  })
})

it.each([
  ['update', 'users.update'],
  ['update', 'users.manage'],
  ['update', 'users.manage-limited'],
  ['update_identity', 'users.update'],
  ['update_identity', 'users.manage'],
  ['change_role', 'users.update'],
  ['change_role', 'users.manage'],
  ['archive', 'users.archive'],
  ['archive', 'users.manage'],
  ['archive', 'users.manage-limited'],
  ['restore', 'users.restore'],
  ['restore', 'users.manage'],
  ['delete', 'users.delete'],
  ['change_permissions', 'permissions.manage'],
  ['send_link', 'users.create'],
] as const)('%s: %s is enough', (action, permission) => {
  const doctor = { id: 7, role: 'doctor' as const }
  expect(may[action](holdingOnly(everybody.admin, permission), doctor)).toBe(true)
  expect(may[action](holdingOnly(everybody.admin), doctor)).toBe(false)
})

/** Whose accounts without a password last, by the role of the account and that of its maker (`people/first-link`). */
const lasting = `
                super_admin admin supervisor tech_support lab_partner doctor staff_member none
  super_admin   yes         -     -          -            -           -      -            -
  admin         yes         yes   -          -            -           -      -            -
  supervisor    yes         yes   -          -            -           -      -            -
  tech_support  yes         yes   -          -            -           -      -            -
  lab_partner   yes         yes   yes        -            -           -      -            -
  doctor        yes         yes   yes        yes          -           -      -            -
  staff_member  yes         yes   yes        yes          -           -      -            -
  none          yes         yes   yes        yes          -           -      -            -`

it.each(cellsOf<Target, Target>(lasting))('the account of a %s that a %s made lasts: %s', (role, by, cell) => {
  expect(mayStillMake({ role: roleOf(by), archived: false }, roleOf(role))).toBe(cell === 'yes')
  expect(mayStillMake({ role: roleOf(by), archived: true }, roleOf(role))).toBe(false)
})

const facts = (change: Partial<PersonFacts> = {}): PersonFacts => ({
  id: 7,
  role: 'doctor',
  archived: false,
  has_password: false,
  last_super_admin: false,
  last_owner_of: null,
  has_cases: false,
  kinds: ['practice'],
  ...change,
})

describe('a state', () => {
  it('archived: nothing but to be restored, or deleted', () => {
    const { can, why_not } = decidePerson(everybody.super_admin, facts({ archived: true }))
    expect(can).toEqual({
      update: false,
      update_identity: false,
      change_email: false,
      change_role: false,
      archive: false,
      restore: true,
      delete: true,
      change_permissions: false,
      send_link: false,
    })
    expect(why_not).toEqual({
      update: 'This user is archived.',
      update_identity: 'This user is archived.',
      change_email: 'This user is archived.',
      change_role: 'This user is archived.',
      archive: 'This user is archived already.',
      change_permissions: 'This user is archived.',
      send_link: 'This user is archived.',
    })
  })

  it('not archived: nothing to restore', () => {
    expect(decidePerson(everybody.super_admin, facts())).toEqual({
      can: Object.fromEntries(userActions.map((action) => [action, action !== 'restore'])),
      why_not: { restore: 'This user is not archived.' },
    })
  })

  it('of the last super admin and of the last owner keeps them', () => {
    expect(blocked.archive(facts({ role: 'super_admin', last_super_admin: true }))).toBe(lastSuperAdmin)
    expect(blocked.delete(facts({ role: 'super_admin', last_super_admin: true }))).toBe(lastSuperAdmin)
    const owner = 'This user is the only owner of Summit. Make someone else an owner first.'
    expect(blocked.archive(facts({ last_owner_of: 'Summit' }))).toBe(owner)
    expect(blocked.delete(facts({ last_owner_of: 'Summit' }))).toBe(owner)
    expect(blocked.update(facts({ last_owner_of: 'Summit' }))).toBeNull()
  })

  it('with a password is sent no link to choose the first one', () => {
    expect(blocked.send_link(facts({ has_password: true }))).toBe('This user has chosen a password already.')
    expect(blocked.send_link(facts({ has_password: true, archived: true }))).toBe('This user is archived.')
  })

  it('with cases is archived, not deleted', () => {
    expect(blocked.delete(facts({ has_cases: true }))).toBe(archiveInstead)
    expect(blocked.archive(facts({ has_cases: true }))).toBeNull()
  })
})

/** From the role of the row to that of the column, of people without and with organizations that fit neither side. */
const moves = `
                super_admin admin tech_support supervisor lab_partner doctor staff_member
  super_admin   yes         yes   yes          yes        -           -      -
  tech_support  yes         yes   yes          yes        -           -      -
  lab_partner   yes         yes   yes          yes        yes         yes    yes
  doctor        -           -     -            -          -           yes    yes
  staff_member  -           -     -            -          -           yes    yes
  none          -           -     -            -          -           yes    yes`

it.each(cellsOf<Target, UserRole>(moves))('from %s to %s without organizations: %s', (from, to, cell) =>
  expect(roleBlocked(facts({ role: roleOf(from), kinds: [] }), to) === null).toBe(cell === 'yes'),
)

it.each([
  ['lab_partner', 'doctor', ['practice'], true],
  ['lab_partner', 'doctor', ['partner'], false],
  ['lab_partner', 'admin', ['partner'], false],
  ['doctor', 'lab_partner', ['partner'], true],
  ['doctor', 'lab_partner', ['partner', 'practice'], false],
  ['doctor', 'staff_member', ['practice'], true],
  ['admin', 'lab_partner', ['partner'], true],
] as const)('from %s to %s as a member of %j: %s', (role, to, kinds, allowed) =>
  expect(roleBlocked(facts({ role, kinds: [...kinds] }), to) === null).toBe(allowed),
)

it('the last super admin stays one', () => {
  const last = facts({ role: 'super_admin', last_super_admin: true, kinds: [] })
  expect(roleBlocked(last, 'admin')).toBe(lastSuperAdmin)
  expect(roleBlocked(last, 'super_admin')).toBeNull()
})

it('roles are offered that the actor may give and that fit', () => {
  expect(rolesToGrant(everybody.supervisor, facts())).toEqual(['doctor', 'staff_member'])
  expect(rolesToGrant(everybody.admin, facts({ role: 'supervisor', kinds: [] }))).toEqual([
    'admin',
    'tech_support',
    'supervisor',
  ])
  expect(rolesToGrant(everybody.tech_support, facts())).toEqual([])
  expect(rolesToGrant(everybody.supervisor, facts({ archived: true }))).toEqual([])
})

it('permissions are added by the side of a person', () => {
  expect(customPermissionsFor('tech_support')).toBe(customPermissions.staff)
  expect(customPermissionsFor('doctor')).toBe(customPermissions.practice)
  expect(customPermissionsFor('staff_member')).toBe(customPermissions.practice)
  expect(customPermissionsFor('lab_partner')).toEqual([])
  expect(customPermissionsFor(null)).toEqual([])
  expect([...customPermissions.staff, ...customPermissions.practice]).not.toContain('permissions.manage')
})

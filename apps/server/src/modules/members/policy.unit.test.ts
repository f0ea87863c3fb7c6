import type { OrganizationRole } from '@archwire/contract/roles.ts'
import { describe, expect, it } from 'vitest'
import {
  cellsOf,
  elsewhereId,
  everybody,
  holdingOnly,
  openPractice,
  person,
  practiceId,
  type Person,
} from '../../../test/facts.ts'
import type { OrganizationState } from '../organizations/index.ts'
import { may } from './policy.ts'
import { blocked, decideInvitation, decideMember, type MemberState } from './rules.ts'

/**
 * Who may do what with members of a practice, by hand (`people/who-invites`, `people/who-adds`, `people/who-removes`,
 * `people/who-changes-roles`, `people/hand-over`). The member concerned is someone else.
 */
const table = `
                    super_admin admin supervisor tech_support partner owner manager member assistant outsider
  see               yes         yes   yes        yes          -       yes   yes     -      -         -
  invite:member     yes         yes   yes        yes          -       yes   yes     -      -         -
  invite:owner      yes         yes   yes        -            -       yes   -       -      -         -
  add:member        yes         yes   yes        -            -       yes   yes     -      -         -
  add:owner         yes         yes   yes        -            -       yes   -       -      -         -
  remove:member     yes         yes   yes        -            -       yes   yes     -      -         -
  remove:manager    yes         yes   yes        -            -       yes   -       -      -         -
  remove:owner      yes         yes   yes        -            -       yes   -       -      -         -
  member>manager    yes         yes   yes        -            -       yes   yes     -      -         -
  member>owner      yes         yes   yes        -            -       yes   -       -      -         -
  manager>member    yes         yes   yes        -            -       yes   -       -      -         -
  manager>owner     yes         yes   yes        -            -       yes   -       -      -         -
  owner>member      yes         yes   yes        -            -       yes   -       -      -         -
  owner>manager     yes         yes   yes        -            -       yes   -       -      -         -
  hand_over         yes         yes   yes        -            -       yes   yes     -      -         -`
const cells = cellsOf<string, Person>(table)

const practice = openPractice
const staff: Person[] = ['super_admin', 'admin', 'supervisor', 'tech_support']
const roleOf = (word: string) => `organization_${word}` as OrganizationRole
const someone = (word: string, user_id = 5): MemberState => ({ user_id, role: roleOf(word), other_owner: true })

type Actor = (typeof everybody)[Person]
function allowed(action: string, actor: Actor, organization: OrganizationState): boolean {
  const [from, to] = action.split('>')
  if (to !== undefined) return may.change_role(actor, organization, someone(from!), roleOf(to))
  const [verb, word = ''] = action.split(':')
  if (verb === 'see') return may.see_invitations(actor, organization)
  if (verb === 'hand_over') return may.hand_over(actor, organization)
  return verb === 'remove'
    ? may.remove(actor, organization, someone(word))
    : may[verb as 'invite' | 'add'](actor, organization, roleOf(word))
}

describe('of a practice', () => {
  it.each(cells)('%s by %s: %s', (action, who, cell) =>
    expect(allowed(action, everybody[who], practice)).toBe(cell === 'yes'),
  )

  it.each(cells)('%s by %s, of a disabled practice: the lab alone, but for reading', (action, who, cell) =>
    expect(allowed(action, everybody[who], { ...practice, organization_disabled: true })).toBe(
      cell === 'yes' && (staff.includes(who) || action === 'see'),
    ),
  )
})

describe('of a partner lab', () => {
  const lab: OrganizationState = { ...openPractice, organization_id: 9, kind: 'partner' }
  // Its people are lab partners, whom tech_support may not make.
  const gives: Person[] = ['super_admin', 'admin', 'supervisor']
  it.each(cells)('%s by %s: staff alone', (action, who, _cell) =>
    expect(allowed(action, everybody[who], lab)).toBe(
      gives.includes(who) || (action === 'see' && who === 'tech_support'),
    ),
  )

  it('a practice’s person who owns one by mistake manages no one there', () => {
    const strange = person('doctor', [9, 'organization_owner'])
    for (const [action] of cells) expect(allowed(action, strange, lab), action).toBe(false)
  })
})

it('the partner’s own people hold no right over members at the door either', () => {
  const [membership] = everybody.partner.memberships
  const rights = [...membership!.permissions].filter((name) => name.startsWith('organizations.'))
  expect(rights).toEqual([])
})

describe('each of these permissions is enough', () => {
  const { owner, admin } = everybody
  const here = (...names: Parameters<typeof holdingOnly>[1][]) => holdingOnly(admin, ...names)
  it.each([
    ['invite:member', 'organizations.add_member'],
    ['invite:member', 'users.create'],
    ['add:member', 'organizations.add_member'],
    ['remove:member', 'organizations.add_member'],
    ['member>manager', 'organizations.change-member-role'],
    ['hand_over', 'users.manage'],
    ['hand_over', 'organizations.add_member'],
  ] as const)('%s with %s', (action, permission) => {
    expect(allowed(action, here(permission), practice)).toBe(true)
    expect(allowed(action, here('users.view'), practice)).toBe(false)
  })

  it.each([
    ['remove:manager', 'organizations.add_member'],
    ['manager>member', 'organizations.change-member-role'],
  ] as const)('%s with %s and one for managers', (action, permission) => {
    expect(allowed(action, here(permission), practice)).toBe(false)
    for (const more of ['organizations.remove-manager', 'organizations.user.update'] as const)
      expect(allowed(action, here(permission, more), practice), more).toBe(true)
  })

  it('organizations.manage decides about owners, and grants nothing alone', () => {
    expect(allowed('add:owner', here('organizations.add_member'), practice)).toBe(false)
    expect(allowed('add:owner', here('organizations.add_member', 'organizations.manage'), practice)).toBe(true)
    expect(allowed('add:owner', here('organizations.manage'), practice)).toBe(false)
  })

  it('an owner elsewhere is none here', () => {
    const both = person('doctor', [practiceId, 'organization_manager'], [elsewhereId, 'organization_owner'])
    expect(allowed('add:owner', both, practice)).toBe(false)
    expect(allowed('add:member', both, practice)).toBe(true)
    expect(allowed('remove:manager', both, practice)).toBe(false)
    expect(owner.memberships[0]!.role).toBe('organization_owner')
  })
})

describe('oneself', () => {
  const { owner, manager, admin } = everybody
  it('no one removes', () => {
    expect(may.remove(owner, practice, someone('owner', owner.userId))).toBe(false)
    expect(may.remove(manager, practice, someone('manager', manager.userId))).toBe(false)
    expect(may.remove(admin, practice, someone('member', admin.userId))).toBe(false)
  })
  it('an owner steps down, no one else changes', () => {
    const change = (actor: Actor, from: string, to: string) =>
      may.change_role(actor, practice, someone(from, actor.userId), roleOf(to))
    expect(change(owner, 'owner', 'member')).toBe(true)
    expect(change(owner, 'owner', 'manager')).toBe(true)
    expect(change(owner, 'owner', 'owner')).toBe(false)
    expect(change(manager, 'manager', 'owner')).toBe(false)
    expect(change(manager, 'manager', 'member')).toBe(false)
    expect(change(manager, 'manager', 'manager')).toBe(false)
  })
})

describe('a state', () => {
  const open = practice
  const archived = { ...open, organization_archived: true }
  const disabled = { ...open, organization_disabled: true }
  const last = { ...someone('owner'), other_owner: false }
  const only = 'This is the only owner of the organization. Make someone else an owner first.'
  const gone = 'This organization is archived.'

  it('an archived organization takes no change', () => {
    expect(blocked.change(open)).toBeNull()
    expect(blocked.change(archived)).toBe(gone)
    expect(blocked.remove(archived, last)).toBe(gone)
    expect(blocked.change_role(archived, last, 'organization_owner')).toBe(gone)
  })

  it('a disabled organization takes no change, by the lab either', () => {
    const why = 'This organization is disabled.'
    expect(blocked.change(disabled)).toBe(why)
    expect(blocked.remove(disabled, last)).toBe(why)
    expect(blocked.change_role(disabled, last, 'organization_owner')).toBe(why)
    expect(decideMember(everybody.admin, disabled, someone('member'))).toEqual({ change_role: false, remove: false })
    const neither = { resend: false, revoke: false }
    expect(decideInvitation(everybody.admin, disabled, { role: 'organization_member' })).toEqual(neither)
  })

  it('the last owner stays one', () => {
    expect(blocked.remove(open, last)).toBe(only)
    expect(blocked.change_role(open, last, 'organization_member')).toBe(only)
    expect(blocked.remove(open, someone('owner'))).toBeNull()
    expect(blocked.change_role(open, someone('owner'), 'organization_member')).toBeNull()
    expect(blocked.remove(open, { ...someone('member'), other_owner: false })).toBeNull()
    expect(blocked.change_role(open, { ...someone('member'), other_owner: false }, 'organization_owner')).toBeNull()
  })

  it('a role that a person has is not given again', () => {
    const already = 'This person has this role in the organization already.'
    expect(blocked.change_role(open, someone('member'), 'organization_member')).toBe(already)
    expect(blocked.change_role(open, last, 'organization_owner')).toBe(already)
  })

  it('buttons show what would be done', () => {
    const { owner, manager, member } = everybody
    const both = { change_role: true, remove: true }
    const neither = { change_role: false, remove: false }
    expect(decideMember(owner, open, someone('owner'))).toEqual(both)
    expect(decideMember(owner, open, last)).toEqual(neither)
    expect(decideMember(owner, archived, someone('member'))).toEqual(neither)
    expect(decideMember(manager, open, someone('member'))).toEqual(both)
    expect(decideMember(manager, open, someone('manager'))).toEqual(neither)
    expect(decideMember(member, open, someone('member'))).toEqual(neither)
    expect(decideMember(owner, open, someone('owner', owner.userId))).toEqual({ change_role: true, remove: false })
    expect(decideInvitation(manager, open, { role: 'organization_member' })).toEqual({ resend: true, revoke: true })
    expect(decideInvitation(manager, open, { role: 'organization_owner' })).toEqual({ resend: false, revoke: false })
    expect(decideInvitation(owner, archived, { role: 'organization_member' })).toEqual({ resend: false, revoke: false })
  })
})

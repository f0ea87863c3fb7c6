import { expect, it } from 'vitest'
import { elsewhereId, everybody, holdingOnly, person, practiceId } from '../../test/facts.ts'
import { holds, holdsSomewhere, rightsOf } from './actor.ts'

const { admin, owner, outsider } = everybody
const view = 'organization.patients.view' as const

it('holds what the role gives everywhere, and what a membership gives in its organization', () => {
  const everywhere = holdingOnly(admin, 'patients.view')
  for (const organization of [practiceId, elsewhereId, null]) {
    expect(holds(everywhere, ['users.view', 'patients.view'], organization)).toBe(true)
    expect(holds(everywhere, ['users.view', 'users.manage'], organization)).toBe(false)
  }
  const inside = holdingOnly(owner, view)
  expect(holds(inside, ['users.view', view], practiceId)).toBe(true)
  expect(holds(inside, ['users.view', 'organization.view'], practiceId)).toBe(false)
  expect(holds(inside, [view], elsewhereId)).toBe(false)
  expect(holds(inside, [view], null)).toBe(false)
  expect(holds(inside, [], practiceId)).toBe(false)
})

it('of two memberships that of the row’s organization counts', () => {
  const both = person('doctor', [practiceId, 'organization_member'], [elsewhereId, 'organization_owner'])
  expect(holds(both, ['organization.patients.view-any'], practiceId)).toBe(false)
  expect(holds(both, ['organization.patients.view-any'], elsewhereId)).toBe(true)
})

it('holds somewhere what it holds everywhere, or in any of its organizations', () => {
  expect(holdsSomewhere(holdingOnly(admin, 'patients.view'), ['users.view', 'patients.view'])).toBe(true)
  expect(holdsSomewhere(holdingOnly(outsider, view), ['users.view', view])).toBe(true)
  const both = person('doctor', [practiceId, 'organization_member'], [elsewhereId, 'organization_owner'])
  expect(holdsSomewhere(both, ['organization.patients.view-any'])).toBe(true)
  expect(holdsSomewhere(holdingOnly(owner, view), ['users.view', 'organization.view'])).toBe(false)
  expect(holdsSomewhere(holdingOnly(owner), [view])).toBe(false)
  expect(holdsSomewhere(owner, [])).toBe(false)
})

it('rights read the same in any order of permissions, and differ with each thing that decides', () => {
  const holder = holdingOnly(person('doctor', [practiceId, 'organization_member']), 'patients.view', 'users.view', view)
  const turned = holdingOnly(holder, view, 'users.view', 'patients.view')
  expect(rightsOf(turned)).toBe(rightsOf(holder))
  const two = {
    ...holder,
    memberships: [{ ...holder.memberships[0]!, permissions: new Set([view, 'organization.view'] as const) }],
  }
  const twoTurned = {
    ...holder,
    memberships: [{ ...holder.memberships[0]!, permissions: new Set(['organization.view', view] as const) }],
  }
  expect(rightsOf(two)).toBe(rightsOf(twoTurned))
  const [membership] = holder.memberships
  const others = [
    two,
    { ...holder, role: 'staff_member' as const },
    holdingOnly(holder, 'patients.view', view),
    { ...holder, memberships: [] },
    { ...holder, memberships: [{ ...membership!, organizationId: elsewhereId }] },
    { ...holder, memberships: [{ ...membership!, role: 'organization_owner' as const }] },
    { ...holder, scope: { kind: 'lab' as const } },
  ]
  expect(new Set([holder, ...others].map(rightsOf)).size).toBe(1 + others.length)
})

import type { Permission } from '@archwire/contract/permissions.ts'
import { describe, expect, it } from 'vitest'
import { mayReceive, type StreamNotice } from '../../src/stream/hub.ts'

/** Who may hear of which record on an open stream (`notices/live`). */
describe('who hears of a case', () => {
  const notice: StreamNotice = {
    event: 'patient.changed',
    id: 1,
    organization: 10,
    partner: 20,
    own: { doctor: 3, creator: 4 },
  }
  const none = new Set<Permission>()
  const lab = (...permissions: Permission[]) => ({
    userId: 1,
    scope: { kind: 'lab' as const },
    permissions: new Set(permissions),
    memberships: [],
  })
  const partner = (id: number) => ({
    userId: 1,
    scope: { kind: 'partner' as const, organizations: [id] },
    permissions: none,
    memberships: [],
  })
  /** A person of practices who holds these permissions in each of them. */
  const practice = (user: number, all: number[], own: number[], ...permissions: Permission[]) => ({
    userId: user,
    scope: { kind: 'practice' as const, user, all, own },
    permissions: none,
    memberships: [...all, ...own].map((organizationId) => ({
      organizationId,
      role: 'organization_member' as const,
      permissions: new Set(permissions),
    })),
  })
  it.each([
    ['the lab', lab(), true],
    ['the partner that it is assigned to', partner(20), true],
    ['another partner', partner(21), false],
    ['who sees all cases of the practice', practice(9, [10], []), true],
    ['its doctor', practice(3, [], [10]), true],
    ['who made it', practice(4, [], [10]), true],
    ['another member', practice(5, [], [10]), false],
    ['its doctor, who is no member any more', practice(3, [11], []), false],
  ])('%s: %#', (_who, actor, expected) => {
    expect(mayReceive(actor, notice)).toBe(expected)
  })

  it('a case that does not say whose it is, is no one’s own', () => {
    const { own: _own, ...without } = notice
    expect([mayReceive(practice(3, [], [10]), without), mayReceive(practice(9, [10], []), without)]).toEqual([
      false,
      true,
    ])
  })

  it('a message that does not say whose case it is about, is no one’s own either', () => {
    const sent: StreamNotice = { event: 'message.sent', id: 1, organization: 10 }
    expect([practice(3, [], [10]), practice(9, [10], [])].map((who) => mayReceive(who, sent))).toEqual([false, true])
  })

  it('what concerns the organization as a whole reaches every member, and the partner that it names', () => {
    const changed: StreamNotice = { event: 'organization.changed', id: 10, organization: 10, partner: 20 }
    expect([practice(5, [], [10]), partner(20), partner(21), lab()].map((who) => mayReceive(who, changed))).toEqual([
      true,
      true,
      false,
      true,
    ])
  })

  it.each([
    ['location.changed', 'organization.locations.view-any', true],
    ['order.changed', 'organization.get-current-order', false],
    ['payment_method.changed', 'organization.f_m_payment_methods.update', false],
  ] as const)('%s reaches those of the practice who read it by %s, and the lab', (event, permission, toPartner) => {
    const changed: StreamNotice = { event, id: 3, organization: 10, partner: 20 }
    const people = [
      practice(5, [], [10], permission),
      practice(5, [10], [], permission),
      practice(5, [], [10], 'organization.view'),
      practice(5, [10], [], 'organization.view'),
      practice(5, [], [11], permission),
      lab(),
    ]
    expect(people.map((who) => mayReceive(who, changed))).toEqual([true, true, false, false, false, true])
    expect([mayReceive(partner(20), changed), mayReceive(partner(21), changed)]).toEqual([toPartner, false])
    // The one who works at the location is told by name.
    expect(mayReceive(practice(5, [], [10]), { event, id: 3, user: 5 })).toBe(true)
  })

  it('events of the lab’s own records reach people of the lab who can open them', () => {
    const changed: StreamNotice = { event: 'promotion_code.changed', id: 3, lab: 'promotion-codes.manage' }
    const people = [lab('promotion-codes.manage'), lab('locations.manage'), practice(5, [10], []), partner(20)]
    expect(people.map((who) => mayReceive(who, changed))).toEqual([true, false, false, false])
  })
})

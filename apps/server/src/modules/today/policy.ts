import { patients } from '@archwire/contract/patients/routes.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { todayKinds, type TodayKind } from '@archwire/contract/today/lists.ts'
import { holds, type Actor } from '../../kernel/actor.ts'
import { readsContracts } from '../contracts/index.ts'

/**
 * What a person may read of what waits (`today/who`): each kind is shown to who reads the list behind it. Of a practice,
 * that of the given organization.
 */
export function kindsFor(actor: Actor, organizationId: number | undefined): TodayKind[] {
  if (actor.isManagement) {
    const staff = isStaff(actor.role)
    return todayKinds.lab.filter((kind) => {
      // Partners do not read who works for the lab, nor who has not paid it.
      if (kind === 'unassigned') return staff
      return kind !== 'unpaid' || readsContracts(actor)
    })
  }
  const membership = actor.memberships.find((one) => one.organizationId === organizationId)
  if (!membership) return []
  // Assistants have no cases of their own to approve.
  const isAssistant = membership.role === 'organization_member' && actor.role === 'staff_member'
  const approves = !isAssistant && holds(actor, [patients.approve.needs], membership.organizationId)
  return todayKinds.practice.filter((kind) => kind !== 'to_approve' || approves)
}

import { isStaff } from '@archwire/contract/roles.ts'
import { figures } from '@archwire/contract/figures/routes.ts'
import { holds, type Actor } from '../../kernel/actor.ts'

/**
 * Who reads the reports of a practice: its own people who see all of its cases (`reports/who-practice`). A partner lab sees
 * cases of practices, and no reports.
 */
export const readsPractice = (actor: Actor, organizationId: number): boolean =>
  !actor.isManagement &&
  actor.memberships.some((membership) => membership.organizationId === organizationId) &&
  holds(actor, [figures.ofPractice.needs].flat(), organizationId)

/** Who reads the figures of the lab: its staff (`reports/who-lab`). */
export const readsLab = (actor: Pick<Actor, 'role' | 'scope'>): boolean =>
  isStaff(actor.role) && actor.scope.kind === 'lab'

import { payments } from '@archwire/contract/payments/routes.ts'
import { holds, mayWrite, type Actor } from '../../kernel/actor.ts'
import type { OrganizationState } from '../organizations/index.ts'

/** Who sees and changes how a practice pays (`billing/who-pays`): its owners, while it is not disabled. */
export const may = {
  manage: (actor: Actor, organization: OrganizationState): boolean =>
    mayWrite(actor, organization) && holds(actor, [payments.info.needs], organization.organization_id),
}

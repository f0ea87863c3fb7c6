import { payments } from '@archwire/contract/payments/routes.ts'
import { holds, mayWrite, type Actor } from '../../kernel/actor.ts'

/** What decides who sees and changes how a practice pays. */
export interface OrganizationFacts {
  organization_id: number
  organization_disabled: boolean
}

/** Who sees and changes how a practice pays (`billing/who-pays`): its owners, while it is not disabled. */
export const may = {
  manage: (actor: Actor, organization: OrganizationFacts): boolean =>
    mayWrite(actor, organization) && holds(actor, [payments.info.needs], organization.organization_id),
}

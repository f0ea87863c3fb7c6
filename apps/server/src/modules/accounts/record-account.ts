import type { OrganizationRole } from '@archwire/contract/roles.ts'
import type { EventOf } from '@archwire/contract/subjects.ts'
import type { Trx } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import { record } from '../../kernel/record.ts'
import { memberAdded } from '../organizations/index.ts'

/** Activities of an account after which others see another person, or one more: open pages hear of them. */
const shownToOthers: Partial<Record<EventOf<'account'>, EventOf<'user'>>> = {
  signed_up: 'added',
  profile_changed: 'changed',
  email_changed: 'changed',
  email_change_confirmed: 'changed',
  email_change_canceled: 'changed',
  invitation_accepted: 'joined',
}

/**
 * Records an activity of an account, and what others see of it. A link in a mail is opened without a session, so the actor is the account's own
 * person.
 */
export const recordAccount = (
  trx: Trx,
  fact: {
    userId: number
    organizationId?: number
    event: EventOf<'account'>
    address: string
    /** Details for auditors. */
    data?: object
    /** The role in which the person is a member of the organization from now on. */
    joined?: OrganizationRole
  },
): Promise<void> => {
  const about = { id: fact.userId, organizationId: fact.organizationId ?? null }
  const shown = shownToOthers[fact.event]
  return record(trx, { userId: fact.userId, address: fact.address, now: now() }, [
    { subject: 'account', ...about, event: fact.event, data: fact.data ?? null },
    ...(shown ? [{ subject: 'user', ...about, event: shown } as const] : []),
    ...(fact.organizationId !== undefined && fact.joined
      ? [memberAdded(fact.organizationId, { user_id: fact.userId, role: fact.joined })]
      : []),
  ])
}

import type { EventOf } from '@archwire/contract/subjects.ts'
import type { Trx } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import { record } from '../../kernel/record.ts'

/**
 * Records an activity of an account. A link in a mail is opened without a session, so the actor is the account's own
 * person.
 */
export const recordAccount = (
  trx: Trx,
  fact: { userId: number; organizationId?: number; event: EventOf<'account'>; address: string },
): Promise<void> =>
  record(trx, { userId: fact.userId, address: fact.address, now: now() }, [
    { subject: 'account', id: fact.userId, organizationId: fact.organizationId ?? null, event: fact.event },
  ])

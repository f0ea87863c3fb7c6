import type { EventOf } from '@archwire/contract/subjects.ts'
import type { Trx } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import { record } from '../../kernel/record.ts'

/** Records what happened to somebody's account where nobody may be signed in: the person is who acts. */
export const recordAccount = (
  trx: Trx,
  fact: { userId: number; organizationId?: number; event: EventOf<'account'>; address: string },
): Promise<void> =>
  record(trx, { userId: fact.userId, address: fact.address, now: now() }, [
    { subject: 'account', id: fact.userId, organizationId: fact.organizationId ?? null, event: fact.event },
  ])

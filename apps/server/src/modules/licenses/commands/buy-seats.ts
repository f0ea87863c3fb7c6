import type { SeatsBody } from '@archwire/contract/licenses/schema.ts'
import { toCents, type Cents } from '@archwire/contract/core/money.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/client.ts'
import { rows, scoped } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Conflict, permit, refuse } from '../../../kernel/errors.ts'
import { whyArchived } from '../../../kernel/why-closed.ts'
import { seatPrice } from '../../billing/index.ts'
import { lockOrganization, readPractice } from '../../organizations/index.ts'
import { buysSeats } from '../policy.ts'
import { whyNotBought } from '../rules.ts'
import { tell } from './devices.ts'
import { licenseOf } from './lock.ts'

/** Whether this person buys seats there, before a password is asked for. @throws NotFound, Forbidden */
export const checkBuyer = async (db: Db, actor: Actor, organizationId: number): Promise<void> => {
  await readPractice(db, actor, organizationId, { may: buysSeats })
}

/**
 * Says how many seats a practice buys from now on, at the price that the page showed (`licenses/bought`): they work at once
 * and stand on the invoice of the month. The same number again changes nothing. The caller has checked the password.
 * @throws NotFound, Forbidden, Conflict below its devices, for a Standard license, and for another price
 */
export async function buySeats(
  trx: Trx,
  actor: Actor,
  organizationId: number,
  { seats, expected_price }: SeatsBody,
): Promise<void> {
  const organization = await lockOrganization(trx, actor, organizationId, { only: 'practice' })
  permit(buysSeats(actor, organization), whyArchived(organization))
  const license = await licenseOf(trx, actor.scope, organizationId)
  const held = license?.state.bought ?? 0
  refuse(whyNotBought(license?.state ?? null, seats))
  // No month is charged while it is suspended.
  refuse(seats > held && organization.row.suspended_at ? 'The subscription of this organization is suspended.' : null)
  // Anyone who gives seats back pays nothing more: the price does not matter.
  if (seats > held) await refuseOtherPrice(trx, toCents(expected_price))
  if (seats === held) return
  const { rows: last } = await sql<{ version: number }>`
    select coalesce(max(b.version), 0) as version from ${rows(actor.scope, 'bought_seats', 'b')}
    where b.organization_id = ${organizationId}`.execute(trx)
  const version = last[0]!.version + 1
  await scoped(trx, actor.scope)
    .add('bought_seats')
    .values({
      organization_id: organizationId,
      version,
      seats,
      created_at: actor.now,
      created_by_user_id: actor.userId,
    })
    .execute()
  await tell(trx, actor, license!.row, 'seats_bought', { seats, before: held })
}

async function refuseOtherPrice(trx: Trx, shown: Cents): Promise<void> {
  const { rows: found } = await sql<{ price: Cents }>`select ${seatPrice} as price`.execute(trx)
  if (found[0]!.price !== shown)
    throw new Conflict('The price of a seat has changed. Review the new price, then try again.')
}

import type { CreditsBody } from '@archwire/contract/credits/schema.ts'
import { toCents } from '@archwire/contract/core/money.ts'
import { required } from '@archwire/contract/core/text.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import { scoped } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { checkVersion, Invalid, permit } from '../../kernel/errors.ts'
import { record } from '../../kernel/record.ts'
import { lockOrganization, whyClosed } from '../organizations/index.ts'
import { setsCredits } from './policy.ts'
import { creditJson, type CreditRow } from './queries.ts'

/**
 * Replaces a practice's credit (`credits/balance`): what is left of the one before no longer exists. A closing at the same time comes
 * before or after. Where there is a credit, its version is to be sent: no one replaces one that was not seen.
 * @throws NotFound, Forbidden, Conflict while the practice is archived or disabled, and for another version, Invalid without
 */
export async function setCredit(
  trx: Trx,
  actor: Actor,
  organizationId: number,
  { value, valid_from, valid_to, version }: CreditsBody,
): Promise<void> {
  const organization = await lockOrganization(trx, actor, organizationId, { only: 'practice' })
  permit(setsCredits(actor), whyClosed(organization))
  const { rows: found } = await sql<{ credit: CreditRow | null }>`
    select ${creditJson(actor.scope)} as credit from organizations o where o.id = ${organizationId}`.execute(trx)
  const before = found[0]!.credit
  if (before && version === undefined) throw new Invalid({ version: [required] })
  checkVersion(version, before?.version ?? 0)
  const set = { version: (before?.version ?? 0) + 1, cents: toCents(value), valid_from, valid_to }
  await scoped(trx, actor.scope)
    .add('organization_credits')
    .values({ organization_id: organizationId, ...set, created_at: actor.now, created_by_user_id: actor.userId })
    .execute()
  await record(trx, actor, [
    {
      subject: 'organization',
      id: organizationId,
      organizationId,
      event: 'credit_set',
      data: { ...set, left_before: before?.left ?? 0 },
    },
  ])
}

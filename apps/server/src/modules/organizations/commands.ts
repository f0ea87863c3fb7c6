import type { OrganizationSummary } from '@archwire/contract/organizations/schema.ts'
import { sql } from 'kysely'
import type { OrganizationRole } from '@archwire/contract/roles.ts'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { now } from '../../kernel/clock.ts'
import { Conflict, NotFound } from '../../kernel/errors.ts'
import { record } from '../../kernel/record.ts'
import { findSummary, withinReach } from './queries.ts'

export interface NewOrganization {
  name: string
  kind?: 'practice' | 'partner'
  thirdPartyPartnerId?: number | null
  startupFeeSettled?: boolean
}

/** Creates an organization with the next account number (`O-` and six digits, never changed). Returns its id. */
export async function createOrganization(trx: Trx, input: NewOrganization): Promise<number> {
  const { id } = await trx
    .insertInto('organizations')
    .values({
      name: input.name,
      kind: input.kind ?? 'practice',
      account_number: sql<string>`'O-' || lpad(nextval('organization_account_numbers')::text, 6, '0')`,
      third_party_partner_id: input.thirdPartyPartnerId ?? null,
      startup_fee_settled_at: input.startupFeeSettled ? now() : null,
      created_at: now(),
      updated_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Creates the practice of a person who signs up. Its name is `Account {id}` until the owner sets one
 * (`organizations/unnamed`).
 */
export async function createAccount(trx: Trx, input: { thirdPartyPartnerId: number | null }): Promise<number> {
  const id = await createOrganization(trx, { name: '', ...input })
  await trx
    .updateTable('organizations')
    .set({ name: `Account ${id}` })
    .where('id', '=', id)
    .execute()
  return id
}

export async function addMember(
  trx: Trx,
  organizationId: number,
  userId: number,
  role: OrganizationRole,
): Promise<void> {
  await trx
    .insertInto('memberships')
    .values({ organization_id: organizationId, user_id: userId, role, created_at: now() })
    .execute()
}

/**
 * Waives the start-up fee: the practice may submit cases from now on, and its people see it at once. 404 for one out of
 * reach, 409 when it is already settled. (`organizations/start-up-fee`; the contract that a waiver also makes comes
 * with billing.)
 */
export async function waiveStartupFee(trx: Trx, actor: Actor, id: number): Promise<OrganizationSummary> {
  // Locked: concurrent waivers run one after the other.
  const { rows } = await sql`select 1 from organizations o where ${withinReach(actor, id)} for update`.execute(trx)
  if (!rows[0]) throw new NotFound('This organization')
  const { numAffectedRows } = await sql`
    update organizations set startup_fee_settled_at = ${actor.now}, startup_fee_waived_by = ${actor.userId}, updated_at = ${actor.now},
      version = version + 1
    where id = ${id} and startup_fee_settled_at is null and kind = 'practice'`.execute(trx)
  if (numAffectedRows !== 1n) throw new Conflict('The start-up fee of this organization is already settled.')
  await record(trx, actor, [{ subject: 'organization', id, organizationId: id, event: 'startup_fee_waived' }])
  return (await findSummary(trx, actor, id))!
}

import { sql } from 'kysely'
import type { OrganizationRole } from '@archwire/contract/roles.ts'
import type { Trx } from '../../db/client.ts'
import { scoped } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { now } from '../../kernel/clock.ts'
import type { Activity } from '../../kernel/record.ts'
import { tellOfEndedInvitations } from './tell-owners.ts'

export interface NewOrganization {
  name: string
  kind?: 'practice' | 'partner'
  thirdPartyPartnerId?: number | null
  startupFeeSettled?: boolean
  /** Who of the lab creates it; null where its owner signs up. */
  createdBy?: number | null
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
      created_by_user_id: input.createdBy ?? null,
      created_at: now(),
      updated_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Creates a practice without a name: that of a person who signs up, or one that the lab creates. Its name is `Account {id}` until the owner sets one
 * (`organizations/unnamed`).
 */
export async function createAccount(trx: Trx, input: Omit<NewOrganization, 'name' | 'kind'>): Promise<number> {
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

/** What is recorded of a new member, however they came in. */
export const memberAdded = (organizationId: number, data: { user_id: number; role: OrganizationRole }): Activity => ({
  subject: 'organization',
  id: organizationId,
  organizationId,
  event: 'member_added',
  data,
})

/**
 * Ends the open invitations that a person sent and may no longer send: otherwise a person who was removed or demoted
 * comes back by a link to another address of theirs (`people/who-invites`). Into one organization or any, in one role
 * or any. Everyone who still reads the organization gets a bell entry.
 */
export async function endInvitationsBy(
  trx: Trx,
  actor: Actor,
  userId: number,
  { organizationId, role }: { organizationId?: number; role?: OrganizationRole } = {},
): Promise<void> {
  const ended = await scoped(trx, actor.scope)
    .update('invitations')
    .set({ revoked_at: actor.now })
    .where('invited_by', '=', userId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .$if(organizationId !== undefined, (those) => those.where('organization_id', '=', organizationId!))
    .$if(role !== undefined, (those) => those.where('role', '=', role!))
    .returning('organization_id')
    .execute()
  await tellOfEndedInvitations(
    trx,
    actor,
    userId,
    ended.map(({ organization_id }) => organization_id),
  )
}

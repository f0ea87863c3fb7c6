import { sql } from 'kysely'
import type { OrganizationRole } from '@archwire/contract/roles.ts'
import type { Trx } from '../../db/client.ts'
import { labScope, scoped } from '../../db/scope.ts'
import { now } from '../../kernel/clock.ts'

export interface NewOrganization {
  name: string
  kind?: 'practice' | 'partner'
  thirdPartyPartnerId?: number | null
  startupFeeSettled?: boolean
}

/** Makes an organization with the next account number (`O-` and six digits, never changed). Answers its id. */
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

/** Makes the practice of somebody who signs up. Its name is `Account {id}` until the owner gives one (decisions §10). */
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

export interface NewLocation {
  location_name: string
  first_name: string
  last_name: string
  email: string
  phone_number: string
  street_address: string
  city: string
  state: string
  zip_code: string
  country?: string
}

/** Adds a location; an organization's first one is its main location. Answers its id. */
export async function addLocation(trx: Trx, organizationId: number, location: NewLocation): Promise<number> {
  const { id } = await scoped(trx, labScope)
    .add('locations')
    .values({
      ...location,
      organization_id: organizationId,
      is_main: sql<boolean>`not exists (select 1 from locations where organization_id = ${organizationId})`,
      created_at: now(),
      updated_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

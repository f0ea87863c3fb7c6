import type { BillingAddress, BillingAddressAnswer } from '@archwire/contract/billing-address/schema.ts'
import { billingAddressFields } from '@archwire/contract/billing-address/fields.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { decideContacts, mayContacts, readPractice } from '../organizations/index.ts'

/** Names of the columns that hold the fields of the form. */
export const addressColumns = Object.keys(billingAddressFields.table) as (keyof typeof billingAddressFields.table)[]

/** JSON of the billing address of the organization `o`; null while it has none. */
const addressJson = ({ scope }: Actor) => sql`(select to_jsonb(x) from (
  select ${sql.join(addressColumns.map((name) => sql.ref(`a.${name}`)))}
  from ${rows(scope, 'billing_addresses', 'a')} where a.organization_id = o.id) x)`

/** The version of the billing address of the organization `o`. */
export const addressVersion = ({ scope }: Actor) =>
  sql`coalesce((select a.version from ${rows(scope, 'billing_addresses', 'a')} where a.organization_id = o.id), 1)`

/** The billing address of a practice, with its version. @throws NotFound, Forbidden */
export async function readBillingAddress(db: Db, actor: Actor, id: number): Promise<BillingAddressAnswer> {
  const { billing_address, version, ...practice } = await readPractice<{
    billing_address: BillingAddress | null
    version: number
  }>(db, actor, id, {
    may: mayContacts.read,
    also: sql`${addressJson(actor)} as billing_address, ${addressVersion(actor)} as version`,
  })
  return { billing_address, version, can: decideContacts(actor, practice) }
}

/**
 * The billing address of a practice within reach, for its own page: null while it has none, and for people who may not
 * see it. @throws NotFound
 */
export async function billingAddressOf(db: Db, actor: Actor, organizationId: number): Promise<BillingAddress | null> {
  const { billing_address, ...practice } = await readPractice<{ billing_address: BillingAddress | null }>(
    db,
    actor,
    organizationId,
    { may: () => true, also: sql`${addressJson(actor)} as billing_address` },
  )
  return mayContacts.read(actor, practice) ? billing_address : null
}

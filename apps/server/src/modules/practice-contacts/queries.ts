import type { BillingAddress, BillingAddressAnswer } from '@archwire/contract/billing-address/schema.ts'
import { billingAddressFields } from '@archwire/contract/billing-address/fields.ts'
import type { Contact, ContactList } from '@archwire/contract/contacts/schema.ts'
import { contactFields } from '@archwire/contract/contacts/fields.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { readPractice } from '../organizations/index.ts'
import { may } from './policy.ts'
import { decide } from './rules.ts'

/** Names of the columns that hold the fields of a form. */
export const contactColumns = Object.keys(contactFields.table) as (keyof typeof contactFields.table)[]
export const billingColumns = Object.keys(billingAddressFields.table) as (keyof typeof billingAddressFields.table)[]

const columnsOf = (alias: string, names: readonly string[]) =>
  sql.join(names.map((name) => sql.ref(`${alias}.${name}`)))

/** JSON of the contacts of the organization `o`, in their order. */
export const contactsJson = ({
  scope,
}: Actor) => sql`coalesce((select jsonb_agg(to_jsonb(x) - 'position' order by x.position, x.id)
  from (select c.position, c.id, ${columnsOf('c', contactColumns)}
    from ${rows(scope, 'practice_contacts', 'c')} where c.organization_id = o.id) x), '[]')`

/** The version of the contacts of the organization `o`. */
export const contactsVersion = ({ scope }: Actor) =>
  sql`coalesce((select l.version from ${rows(scope, 'practice_contact_lists', 'l')} where l.organization_id = o.id), 1)`

/** JSON of the billing address of the organization `o`; null while it has none. */
const billingAddressJson = ({ scope }: Actor) => sql`(select to_jsonb(x) from (select ${columnsOf('a', billingColumns)}
  from ${rows(scope, 'billing_addresses', 'a')} where a.organization_id = o.id) x)`

/** The version of the billing address of the organization `o`. */
export const billingVersion = ({ scope }: Actor) =>
  sql`coalesce((select a.version from ${rows(scope, 'billing_addresses', 'a')} where a.organization_id = o.id), 1)`

/** The contacts of a practice, with the version of the list. @throws NotFound, Forbidden */
export async function readContacts(db: Db, actor: Actor, id: number): Promise<ContactList> {
  const { contacts, version, ...practice } = await readPractice<{ contacts: Contact[]; version: number }>(
    db,
    actor,
    id,
    { may: may.read, also: sql`${contactsJson(actor)} as contacts, ${contactsVersion(actor)} as version` },
  )
  return { contacts, version, can: decide(actor, practice) }
}

/** The billing address of a practice, with its version. @throws NotFound, Forbidden */
export async function readBillingAddress(db: Db, actor: Actor, id: number): Promise<BillingAddressAnswer> {
  const { billing_address, version, ...practice } = await readPractice<{
    billing_address: BillingAddress | null
    version: number
  }>(db, actor, id, {
    may: may.read,
    also: sql`${billingAddressJson(actor)} as billing_address, ${billingVersion(actor)} as version`,
  })
  return { billing_address, version, can: decide(actor, practice) }
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
    { may: () => true, also: sql`${billingAddressJson(actor)} as billing_address` },
  )
  return may.read(actor, practice) ? billing_address : null
}

import type { Contact, ContactList } from '@archwire/contract/contacts/schema.ts'
import { contactFields } from '@archwire/contract/contacts/fields.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { decideContacts, mayContacts, readPractice } from '../organizations/index.ts'

/** Names of the columns that hold the fields of the form. */
export const contactColumns = Object.keys(contactFields.table) as (keyof typeof contactFields.table)[]

/** JSON of the contacts of the organization `o`, in their order. */
export const contactsJson = ({
  scope,
}: Actor) => sql`coalesce((select jsonb_agg(to_jsonb(x) - 'position' order by x.position, x.id)
  from (select c.position, c.id, ${sql.join(contactColumns.map((name) => sql.ref(`c.${name}`)))}
    from ${rows(scope, 'practice_contacts', 'c')} where c.organization_id = o.id) x), '[]')`

/** The version of the contacts of the organization `o`. */
export const contactsVersion = ({ scope }: Actor) =>
  sql`coalesce((select l.version from ${rows(scope, 'practice_contact_lists', 'l')} where l.organization_id = o.id), 1)`

/** The contacts of a practice, with the version of the list. @throws NotFound, Forbidden */
export async function readContacts(db: Db, actor: Actor, id: number): Promise<ContactList> {
  const { contacts, version, ...practice } = await readPractice<{ contacts: Contact[]; version: number }>(
    db,
    actor,
    id,
    { may: mayContacts.read, also: sql`${contactsJson(actor)} as contacts, ${contactsVersion(actor)} as version` },
  )
  return { contacts, version, can: decideContacts(actor, practice) }
}

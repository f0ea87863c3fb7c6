import type { BillingAddressEdit } from '@archwire/contract/billing-address/schema.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { checkVersion, permit } from '../../../kernel/errors.ts'
import { placed } from '../../../kernel/placed.ts'
import { record } from '../../../kernel/record.ts'
import { lockOrganization, mayContacts, whyClosed } from '../../organizations/index.ts'
import { addressColumns, addressVersion } from '../queries.ts'

/** Sets the billing address of a practice. @throws NotFound, Forbidden, Conflict, Invalid */
export async function saveBillingAddress(
  trx: Trx,
  actor: Actor,
  id: number,
  { version: sent, ...given }: BillingAddressEdit,
): Promise<void> {
  const practice = await lockOrganization(trx, actor, id, { only: 'practice' })
  permit(mayContacts.change(actor, practice), whyClosed(practice))
  const { rows } = await sql<{ version: number }>`
    select ${addressVersion(actor)} as version from organizations o where o.id = ${id}`.execute(trx)
  const { version } = rows[0]!
  checkVersion(sent, version)
  const address = placed(given)
  const columns = sql.join(addressColumns.map((name) => sql.ref(name)))
  const values = sql.join(addressColumns.map((name) => sql`${address[name]}`))
  const set = sql.join(addressColumns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))
  await sql`
    insert into billing_addresses (organization_id, version, created_at, updated_at, ${columns})
    values (${id}, ${version + 1}, ${actor.now}, ${actor.now}, ${values})
    on conflict (organization_id) do update set version = excluded.version, updated_at = excluded.updated_at, ${set}`.execute(
    trx,
  )
  await record(trx, actor, [{ subject: 'organization', id, organizationId: id, event: 'billing_address_changed' }])
}

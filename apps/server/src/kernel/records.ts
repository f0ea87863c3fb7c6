import { sql, type Kysely, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import { checkVersion, NotFound } from './errors.ts'
import type { Trx } from '../db/client.ts'
import type { DB } from '../db/schema.gen.ts'
import { inScope, organizationCondition, personCondition, type Scope } from '../db/scope.ts'
import { isTenantTable } from '../db/tenant-tables.ts'

/**
 * What every record goes through that people edit: found and locked within reach, changed on the version they saw,
 * archived and restored. A tenant's record, an organization or a person is out of reach (404) for people outside its
 * organization; the lab's own records are protected by the route's permission.
 */

/** Tables with an id and a version that edits raise. */
export type RecordTable = {
  [T in keyof DB]: Selectable<DB[T]> extends { id: number; version: number } ? T : never
}[keyof DB]
type ArchivedTable = {
  [T in RecordTable]: Selectable<DB[T]> extends { deleted_at: Date | null } ? T : never
}[RecordTable]
/** Every record table that a date archives; one that is missing here does not compile. */
const archivedTables = {
  bracket_libraries: true,
  case_trays: true,
  locations: true,
  organizations: true,
  patient_files: true,
  patients: true,
  payment_methods: true,
  periodic_rules: true,
  pins: true,
  promotion_codes: true,
  users: true,
} as const satisfies Record<ArchivedTable, true>
const isArchivable = (table: RecordTable): table is ArchivedTable => Object.hasOwn(archivedTables, table)

/** The condition that the row `r` of the table is within the scope. */
function within(scope: Scope, table: RecordTable): RawBuilder<boolean> {
  if (isTenantTable(table)) return inScope(scope, table, 'r')
  if (table === 'organizations') return organizationCondition(scope, 'r', 'id')
  return table === 'users' ? personCondition(scope, 'r') : sql`true`
}
/** Rows that most other tables name: an edit of one does not block inserts that name it. */
const isNamedEverywhere = (table: RecordTable): boolean => table === 'organizations' || table === 'users'

type Locked = { id: number; version: number; organization_id?: number }

/**
 * Finds a record within the scope and locks it until the end of the transaction.
 * @param what names it in the refusal: "This location"
 * @throws NotFound when there is none, it is archived (unless requested), or another tenant's
 */
export async function lockRow<T extends RecordTable>(
  trx: Trx,
  scope: Scope,
  table: T,
  id: number,
  what: string,
  { archived = false }: { archived?: boolean } = {},
): Promise<Selectable<DB[T]>> {
  const { rows } = await sql<Selectable<DB[T]>>`
    select r.* from ${sql.table(table)} r
    where r.id = ${id} and ${within(scope, table)}
      ${archived || !isArchivable(table) ? sql`` : sql`and r.deleted_at is null`}
    ${isNamedEverywhere(table) ? sql`for no key update` : sql`for update`}`.execute(trx)
  if (!rows[0]) throw new NotFound(what)
  return rows[0]
}

/**
 * Changes a locked record and raises its version.
 * @param sent the version that the edit was made on; without one it is applied
 * @throws Conflict when it was changed in the meantime
 */
export async function updateVersioned<T extends RecordTable>(
  trx: Trx,
  table: T,
  row: Locked,
  sent: number | undefined,
  values: Updateable<DB[T]>,
  now: Date,
): Promise<void> {
  checkVersion(sent, row.version)
  const byOrganization = row.organization_id === undefined ? {} : { organization_id: row.organization_id }
  await (trx as unknown as Kysely<DB>)
    .updateTable(table as 'locations')
    .set({ ...values, version: row.version + 1, updated_at: now })
    .where((eb) => eb.and({ id: row.id, ...byOrganization }))
    .execute()
}

/** Removes a locked record from lists; references to it still resolve. */
export const archiveRow = <T extends ArchivedTable>(trx: Trx, table: T, row: Locked, now: Date): Promise<void> =>
  updateVersioned(trx, table, row, undefined, { deleted_at: now } as unknown as Updateable<DB[T]>, now)

/** Restores an archived record. */
export const restoreRow = <T extends ArchivedTable>(trx: Trx, table: T, row: Locked, now: Date): Promise<void> =>
  updateVersioned(trx, table, row, undefined, { deleted_at: null } as unknown as Updateable<DB[T]>, now)

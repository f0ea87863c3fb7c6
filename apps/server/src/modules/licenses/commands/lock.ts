import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { DB } from '../../../db/schema.gen.ts'
import type { Trx } from '../../../db/client.ts'
import { rows, type Scope } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { NotFound, permit } from '../../../kernel/errors.ts'
import { lockOrganization, whyClosed } from '../../organizations/index.ts'
import { licensesFrom, stateJson } from '../license.sql.ts'
import { managesLicenses } from '../policy.ts'
import type { LicenseState } from '../rules.ts'

/** A license whose organization is locked. */
export interface LockedLicense {
  row: Selectable<DB['licenses']>
  state: LicenseState
}

/** The license of a practice that the caller has locked; null: it has none. */
export async function licenseOf(trx: Trx, scope: Scope, organizationId: number): Promise<LockedLicense | null> {
  const { rows: found } = await sql<LockedLicense>`
    select to_jsonb(l.*) as row, ${stateJson(scope)} as state from ${licensesFrom(scope)}
    where l.organization_id = ${organizationId}`.execute(trx)
  return found[0] ?? null
}

/**
 * Locks the practice of a license, or of a device, for a change by the lab (`licenses/who-manages`).
 * @throws NotFound, Forbidden, Conflict while the practice is archived or disabled
 */
export async function lockLicense(
  trx: Trx,
  actor: Actor,
  { table, id, what }: { table: 'licenses' | 'devices'; id: number; what: string },
  may = managesLicenses,
): Promise<LockedLicense> {
  const { rows: found } = await sql<{ organization_id: number }>`
    select x.organization_id from ${rows(actor.scope, table, 'x')} where x.id = ${id}`.execute(trx)
  if (!found[0]) throw new NotFound(what)
  const { organization_id: organizationId } = found[0]
  const organization = await lockOrganization(trx, actor, organizationId, { only: 'practice' })
  permit(may(actor), whyClosed(organization))
  const license = await licenseOf(trx, actor.scope, organizationId)
  if (!license || (table === 'licenses' && license.row.id !== id)) throw new NotFound(what)
  return license
}

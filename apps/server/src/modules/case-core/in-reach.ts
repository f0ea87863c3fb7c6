import { sql, type RawBuilder } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import { inScope } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Conflict, NotFound, permit } from '../../kernel/errors.ts'

/** What must be known of a case before something on its scans is added, changed or removed. */
export interface CaseInReach {
  id: number
  organization_id: number
  organization_disabled: boolean
  organization_archived: boolean
  archived: boolean
}

const select = (actor: Actor, which: RawBuilder<unknown>) => sql`
  select p.id, p.organization_id, o.disabled_at is not null as organization_disabled,
    o.deleted_at is not null as organization_archived, p.deleted_at is not null as archived
  from patients p join organizations o on o.id = p.organization_id
  where ${which} and ${inScope(actor.scope, 'patients', 'p')}`

/** Reads a case; 404 when it is out of reach. */
export async function caseInReach(db: Db, actor: Actor, id: number): Promise<CaseInReach> {
  const { rows } = await sql<CaseInReach>`${select(actor, sql`p.id = ${id}`)}`.execute(db)
  if (!rows[0]) throw new NotFound('This case')
  return rows[0]
}

/**
 * Locks a case: changes of its dependent records run one after the other. `which` selects it by the alias `p`.
 * Undefined when it is out of reach.
 */
export async function lockCaseInReach(
  trx: Trx,
  actor: Actor,
  which: RawBuilder<unknown>,
): Promise<CaseInReach | undefined> {
  const { rows } = await sql<CaseInReach>`${select(actor, which)} for update of p`.execute(trx)
  return rows[0]
}

/** Refuses in the fixed order (`calls/refusals`): 403 by policy, then 409 by state. */
export function permitOn({ archived }: Pick<CaseInReach, 'archived'>, allowed: boolean): void {
  permit(allowed, archived ? 'This case is archived.' : null)
}

/**
 * Refuses what is about scans of a case of which one was deleted, or replaced by an upload, in the meantime
 * (docs/decisions/083). The case is locked by the caller. @throws Conflict
 */
export async function refuseGoneScans(trx: Trx, caseRow: CaseInReach, files: readonly number[]): Promise<void> {
  const { rows } = await sql`
    select 1 from patient_files f where f.organization_id = ${caseRow.organization_id} and f.patient_id = ${caseRow.id}
      and f.id = any(${files}::int[]) and f.deleted_at is not null limit 1`.execute(trx)
  if (rows.length > 0) throw new Conflict('This scan was deleted or replaced in the meantime.')
}

import type { BiteMethod } from '@archwire/contract/bites/methods.ts'
import type { Bite } from '@archwire/contract/bites/routes.ts'
import type { ScanKind } from '@archwire/contract/patient-files/types.ts'
import type { UserRole } from '@archwire/contract/roles.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { authorJson } from '../../kernel/author.sql.ts'
import { nameOfDoer } from '../../kernel/doer.ts'
import { NotFound } from '../../kernel/errors.ts'
import { caseInReach, type CaseInReach } from '../case-core/index.ts'
import { placeJson } from './newest-bite.sql.ts'
import { may } from './policy.ts'

const readBites = async (db: Db, actor: Actor, where: RawBuilder<unknown>): Promise<Bite[]> =>
  (
    await sql<Bite & { author_role: UserRole | null }>`
    select b.id, b.scan_kind, b.version, b.method, placed.places, ${authorJson('a')} as author, a.role as author_role,
      iso(b.created_at) as created_at, placed.is_earlier
    from bites b join ${rows(actor.scope, 'patients', 'p')} on p.organization_id = b.organization_id and p.id = b.patient_id
    join users a on a.id = b.created_by
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('file_id', t.file_id) || ${placeJson('t')} order by t.file_id), '[]') as places,
        coalesce(bool_or(f.deleted_at is not null), false) as is_earlier
      from bite_places t join patient_files f on f.organization_id = t.organization_id and f.id = t.file_id
      where t.organization_id = b.organization_id and t.bite_id = b.id
    ) placed
    where ${where} order by b.id desc`.execute(db)
  ).rows.map(({ author_role: role, author, ...bite }) => ({
    ...bite,
    author: { ...author, full_name: nameOfDoer(actor, { name: author.full_name, role }) },
  }))

/** All versions of all kinds of a case in reach, newest first, and whether its arches may be placed. */
export async function listBites(
  db: Db,
  actor: Actor,
  patientId: number,
): Promise<{ bites: Bite[]; can: { add: boolean } }> {
  const caseRow = await caseInReach(db, actor, patientId)
  const where = sql`b.organization_id = ${caseRow.organization_id} and b.patient_id = ${patientId}`
  return {
    bites: await readBites(db, actor, where),
    can: { add: !caseRow.archived && may.add(actor, caseRow) },
  }
}

/** One version of a case in reach; 404 otherwise. */
export async function findBite(db: Db, actor: Actor, id: number): Promise<Bite> {
  const [bite] = await readBites(db, actor, sql`b.id = ${id}`)
  if (!bite) throw new NotFound('This version')
  return bite
}

/** The number of the newest version of a kind, how it came to be, and who placed it as the actor may know them; undefined where there is none. */
export async function newestVersion(
  db: Db,
  actor: Actor,
  caseRow: CaseInReach,
  kind: ScanKind,
): Promise<{ version: number; method: BiteMethod; placedBy: string } | undefined> {
  const { rows: found } = await sql<{ version: number; method: BiteMethod; name: string; role: UserRole | null }>`
    select b.version, b.method, a.full_name as name, a.role from bites b join users a on a.id = b.created_by
    where b.organization_id = ${caseRow.organization_id} and b.patient_id = ${caseRow.id} and b.scan_kind = ${kind}
    order by b.version desc limit 1`.execute(db)
  const [newest] = found
  return newest && { version: newest.version, method: newest.method, placedBy: nameOfDoer(actor, newest) }
}

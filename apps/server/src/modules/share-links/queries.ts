import type { UserRole } from '@archwire/contract/roles.ts'
import type { ShareLink } from '@archwire/contract/share-links/routes.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { now } from '../../kernel/clock.ts'
import { nameOfDoer } from '../../kernel/doer.ts'
import { caseInReach } from '../case-core/index.ts'

const linkColumns = sql`s.id, s.kind, s.label, u.full_name as created_by, u.role as creator_role, iso(s.created_at) as created_at,
  iso(s.expires_at) as expires_at, iso(s.revoked_at) as revoked_at, s.views, iso(s.last_viewed_at) as last_viewed_at`

const readLinks = async (db: Db, actor: Actor, where: RawBuilder<unknown>): Promise<ShareLink[]> => {
  const links = await sql<ShareLink & { creator_role: UserRole | null }>`
    select ${linkColumns}, s.revoked_at is null and s.expires_at > ${now()} and p.deleted_at is null and o.deleted_at is null as open
    from share_links s join users u on u.id = s.created_by
    join ${rows(actor.scope, 'patients', 'p')} on p.organization_id = s.organization_id and p.id = s.patient_id
    join organizations o on o.id = p.organization_id
    where ${where} order by s.id desc limit 100`.execute(db)
  return links.rows.map(({ creator_role: role, ...link }) => ({
    ...link,
    created_by: nameOfDoer(actor, { name: link.created_by, role }),
  }))
}

/** The links of a case in reach, newest first, a hundred at most. */
export async function listShareLinks(db: Db, actor: Actor, patientId: number): Promise<ShareLink[]> {
  const caseRow = await caseInReach(db, actor, patientId)
  return readLinks(db, actor, sql`s.organization_id = ${caseRow.organization_id} and s.patient_id = ${caseRow.id}`)
}

export async function findShareLink(db: Db, actor: Actor, id: number): Promise<ShareLink> {
  return (await readLinks(db, actor, sql`s.id = ${id}`))[0]!
}

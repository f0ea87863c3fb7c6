import type { ScanPlace } from '@archwire/contract/bites/routes.ts'
import { counted } from '@archwire/contract/core/counted.ts'
import type { ScanKind } from '@archwire/contract/patient-files/types.ts'
import { mostOpenLinks, type SharedScene } from '@archwire/contract/share-links/routes.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import { inScope, labScope, rows as rowsOf } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { now } from '../../kernel/clock.ts'
import { Conflict, NotFound, permit, refuse } from '../../kernel/errors.ts'
import { auditRows } from '../../kernel/audit.ts'
import { currentActors, freshToken, hashOf } from '../auth/index.ts'
import { biteOfFiles } from '../bites/index.ts'
import { lockCaseInReach, permitOn, recordOnCase, type CaseInReach } from '../case-core/index.ts'
import { whyArchived } from '../organizations/index.ts'
import { kindWords } from './kind-words.ts'
import { may, sharesCases } from './policy.ts'

/**
 * Creates a link; returns its id and the token, which is stored nowhere else. 409 for an archived case, and while there
 * is nothing to show or the case has as many open links as it may. The link shows the scans of this moment.
 */
export async function createShareLink(
  trx: Trx,
  actor: Actor,
  input: { patientId: number; kind: ScanKind; days: number; label: string },
): Promise<{ id: number; token: string }> {
  const found = await lockCaseInReach(trx, actor, sql`p.id = ${input.patientId}`)
  if (!found) throw new NotFound('This case')
  permitOn(found, may.create(actor, found))
  refuse(whyArchived(found))
  if (!(await hasScene(trx, found, input.kind))) throw new Conflict('There is nothing to show yet.')
  await refuseTooMany(trx, actor, found)
  const token = freshToken()
  const { rows } = await sql<{ id: number }>`
    insert into share_links (organization_id, patient_id, kind, file_ids, token_hash, label, created_by, created_at, expires_at)
    values (${found.organization_id}, ${found.id}, ${input.kind},
      array(select f.id from patient_files f where f.organization_id = ${found.organization_id} and f.patient_id = ${found.id}
        and f.kind = ${input.kind} and f.deleted_at is null
        -- The scans; the desktop files, a scene of their own, only where there are none (scans/desktop-scene).
        and f.patient_file_type_id = (select max(g.patient_file_type_id) from patient_files g where g.organization_id = f.organization_id
          and g.patient_id = f.patient_id and g.kind = f.kind and g.mesh_key is not null and g.deleted_at is null) order by f.id),
      ${hashOf(token)}, ${input.label}, ${actor.userId}, ${actor.now},
      ${new Date(actor.now.getTime() + input.days * 86_400_000)}) returning id`.execute(trx)
  const note = `${kindWords[input.kind]}, for ${counted(input.days, 'day')}`
  await recordOnCase(trx, actor, found, { event: 'shared', note })
  return { id: rows[0]!.id, token }
}

/** Whether the case has a scan of this kind that is shown in 3D. */
async function hasScene(trx: Trx, caseRow: CaseInReach, kind: ScanKind): Promise<boolean> {
  const { rows } = await sql`
    select 1 from patient_files f where f.organization_id = ${caseRow.organization_id} and f.patient_id = ${caseRow.id}
      and f.kind = ${kind} and f.mesh_key is not null and f.deleted_at is null limit 1`.execute(trx)
  return rows.length > 0
}

/** Refuses a link more than a case may have open at a time; the case is locked. @throws Conflict */
async function refuseTooMany(trx: Trx, actor: Actor, caseRow: CaseInReach): Promise<void> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from share_links s where s.organization_id = ${caseRow.organization_id}
      and s.patient_id = ${caseRow.id} and s.revoked_at is null and s.expires_at > ${actor.now}`.execute(trx)
  if (rows[0]!.open >= mostOpenLinks)
    throw new Conflict(`This case has ${mostOpenLinks} open links, which is the limit. Close one of them first.`)
}

/** Closes a link of a case in reach, archived or not; closing it again changes nothing. */
export async function revokeShareLink(trx: Trx, actor: Actor, id: number): Promise<void> {
  const caseRow = await lockCaseInReach(
    trx,
    actor,
    sql`(p.organization_id, p.id) = (select s.organization_id, s.patient_id from share_links s where s.id = ${id})`,
  )
  if (!caseRow) throw new NotFound('This link')
  permit(may.revoke(actor, caseRow), null)
  const { rows } = await sql<{ kind: ScanKind }>`
    update share_links set revoked_at = ${actor.now}
    where organization_id = ${caseRow.organization_id} and id = ${id} and revoked_at is null returning kind`.execute(
    trx,
  )
  if (rows[0]) await recordOnCase(trx, actor, caseRow, { event: 'share_revoked', note: kindWords[rows[0].kind] })
}

export interface SharedFile {
  id: number
  jaws_id: 1 | 2 | 3 | null
  mesh_key: string
  coarse_mesh_key: string | null
  triangles: number | null
  place: ScanPlace | null
}

/** What a link that is open leads to, before its files have links. */
export interface OpenedLink {
  kind: ScanKind
  expires_at: string
  files: SharedFile[]
  bite: SharedScene['bite']
}

/**
 * Counts a view, with a line in the audit log, and returns what the link shows: the scans of its creation that are still
 * there. Undefined for an unknown or closed link, and where its maker does not see the case now (`scans/shared-ends`).
 */
export async function openShareLink(db: Db, token: string, address: string): Promise<OpenedLink | undefined> {
  const makers = await currentActors(
    db,
    sql`u.id = (select s.created_by from ${rowsOf(labScope, 'share_links', 's')} where s.token_hash = ${hashOf(token)})`,
  )
  const [maker] = makers.values()
  if (!maker || !sharesCases(maker)) return undefined
  const { rows } = await sql<OpenedLink>`
    with opened as (
      update share_links s set views = views + 1, last_viewed_at = ${now()}
      from patients p join organizations g on g.id = p.organization_id and g.deleted_at is null
      where ${inScope(labScope, 'share_links', 's')} and s.token_hash = ${hashOf(token)} and s.revoked_at is null and s.expires_at > ${now()}
        and p.organization_id = s.organization_id and p.id = s.patient_id and p.deleted_at is null
        and ${inScope(maker.scope, 'patients', 'p')}
      returning s.id, s.organization_id, s.patient_id, s.kind, s.file_ids, s.expires_at
    ), noted as (
      ${auditRows(
        { at: now(), userId: null, address },
        sql`select 'share_link', id, organization_id, patient_id, 'viewed', 'done', jsonb_build_object('share_link_id', id) from opened`,
      )}
    )
    select o.kind, iso(o.expires_at) as expires_at,
      coalesce((select json_agg(json_build_object('id', f.id, 'jaws_id', f.jaws_id, 'mesh_key', f.mesh_key,
          'coarse_mesh_key', f.coarse_mesh_key, 'triangles', (f.report ->> 'triangles')::int,
          'place', bite.places -> f.id::text) order by f.jaws_id, f.id)
        from patient_files f where f.organization_id = o.organization_id and f.patient_id = o.patient_id and f.kind = o.kind
          and f.id = any(o.file_ids) and f.mesh_key is not null and f.deleted_at is null), '[]') as files,
      case when bite.version is not null then json_build_object('version', bite.version, 'method', bite.method,
        'created_at', bite.created_at, 'author', null) end as bite
    from opened o left join lateral (${biteOfFiles('o', sql`o.file_ids`)}) bite on true`.execute(db)
  return rows[0]
}

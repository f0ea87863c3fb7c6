import type { ScanKind } from '@archwire/contract/patient-files/types.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import { inScope, labScope, rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { now } from '../../kernel/clock.ts'
import { Conflict, Forbidden, NotFound } from '../../kernel/errors.ts'
import { auditRows } from '../../kernel/audit.ts'
import { freshToken, hashOf } from '../auth/index.ts'
import { recordOnCase } from '../case-core/index.ts'

const words: Record<ScanKind, string> = { submission: 'submitted scans', setup: 'setup', correction: 'correction' }

interface Shareable {
  id: number
  organization_id: number
  disabled: boolean
  has_scene: boolean
}

/** The case, if it is in reach and not archived; 404 otherwise. */
async function caseOf(db: Db, actor: Actor, id: number, kind: ScanKind): Promise<Shareable> {
  const found = await sql<Shareable>`
    select p.id, p.organization_id, o.disabled_at is not null as disabled,
      exists (select 1 from patient_files f where f.organization_id = p.organization_id and f.patient_id = p.id and f.kind = ${kind}
        and f.mesh_key is not null and f.deleted_at is null) as has_scene
    from ${rows(actor.scope, 'patients', 'p')} join organizations o on o.id = p.organization_id
    where p.id = ${id} and p.deleted_at is null`.execute(db)
  if (!found.rows[0]) throw new NotFound('This case')
  return found.rows[0]
}

/** People of a disabled organization can only read (`organizations/disabled`). */
function mayShare(actor: Actor, { disabled }: Pick<Shareable, 'disabled'>): void {
  if (disabled && !actor.isManagement) throw new Forbidden()
}

/** Creates a link; returns its id and the token, which is stored nowhere else. 409 while there is nothing to show. */
export async function createShareLink(
  trx: Trx,
  actor: Actor,
  input: { patientId: number; kind: ScanKind; days: number; label: string },
): Promise<{ id: number; token: string }> {
  const found = await caseOf(trx, actor, input.patientId, input.kind)
  mayShare(actor, found)
  if (!found.has_scene) throw new Conflict('There is nothing to show yet.')
  const token = freshToken()
  const { rows } = await sql<{ id: number }>`
    insert into share_links (organization_id, patient_id, kind, token_hash, label, created_by, created_at, expires_at)
    values (${found.organization_id}, ${found.id}, ${input.kind}, ${hashOf(token)}, ${input.label}, ${actor.userId}, ${actor.now},
      ${new Date(actor.now.getTime() + input.days * 86_400_000)}) returning id`.execute(trx)
  const note = `${words[input.kind]}, for ${input.days} ${input.days === 1 ? 'day' : 'days'}`
  await recordOnCase(trx, actor, found, { event: 'shared', note })
  return { id: rows[0]!.id, token }
}

/** Closes a link of a case in reach; closing it again changes nothing. */
export async function revokeShareLink(trx: Trx, actor: Actor, id: number): Promise<void> {
  const { rows } = await sql<Shareable & { kind: ScanKind; patient_id: number }>`
    select s.id, s.kind, s.patient_id, s.organization_id, o.disabled_at is not null as disabled
    from share_links s join patients p on p.organization_id = s.organization_id and p.id = s.patient_id
    join organizations o on o.id = s.organization_id
    where s.id = ${id} and ${inScope(actor.scope, 'patients', 'p')} for update of s`.execute(trx)
  const [link] = rows
  if (!link) throw new NotFound('This link')
  mayShare(actor, link)
  const { numAffectedRows } = await sql`
    update share_links set revoked_at = ${actor.now}
    where organization_id = ${link.organization_id} and id = ${id} and revoked_at is null`.execute(trx)
  if (numAffectedRows === 1n) {
    const caseRow = { id: link.patient_id, organization_id: link.organization_id }
    await recordOnCase(trx, actor, caseRow, { event: 'share_revoked', note: words[link.kind] })
  }
}

export interface SharedFile {
  id: number
  jaws_id: 1 | 2 | 3 | null
  mesh_key: string
  coarse_mesh_key: string | null
  triangles: number | null
}

/**
 * Counts a view, with a line in the audit log, and returns what the link shows; undefined for an unknown or expired
 * link.
 */
export async function openShareLink(
  db: Db,
  token: string,
  address: string,
): Promise<{ kind: ScanKind; expires_at: string; files: SharedFile[] } | undefined> {
  const { rows } = await sql<{ kind: ScanKind; expires_at: string; files: SharedFile[] }>`
    with opened as (
      update share_links s set views = views + 1, last_viewed_at = ${now()}
      from patients p
      where ${inScope(labScope, 'share_links', 's')} and s.token_hash = ${hashOf(token)} and s.revoked_at is null and s.expires_at > ${now()}
        and p.organization_id = s.organization_id and p.id = s.patient_id and p.deleted_at is null
      returning s.id, s.organization_id, s.patient_id, s.kind, s.expires_at
    ), noted as (
      ${auditRows(
        { at: now(), userId: null, address },
        sql`select 'share_link', id, organization_id, patient_id, 'viewed', 'done', jsonb_build_object('share_link_id', id) from opened`,
      )}
    )
    select o.kind, iso(o.expires_at) as expires_at,
      coalesce((select json_agg(json_build_object('id', f.id, 'jaws_id', f.jaws_id, 'mesh_key', f.mesh_key,
          'coarse_mesh_key', f.coarse_mesh_key, 'triangles', (f.report ->> 'triangles')::int) order by f.jaws_id, f.id)
        from patient_files f where f.organization_id = o.organization_id and f.patient_id = o.patient_id and f.kind = o.kind
          and f.mesh_key is not null and f.deleted_at is null), '[]') as files
    from opened o`.execute(db)
  return rows[0]
}

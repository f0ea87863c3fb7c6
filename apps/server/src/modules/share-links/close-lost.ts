import type { ScanKind } from '@archwire/contract/patient-files/types.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import { inScope, labScope, rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'

import { currentActors } from '../auth/index.ts'
import { recordOfCases } from '../case-core/index.ts'
import { kindWords } from './kind-words.ts'
import { sharesCases } from './policy.ts'

/** Links to look at: all that a person made, or those of cases of one organization. */
type Which = { madeBy: number } | { organizationId: number; patientIds: readonly number[] }

interface OpenLink {
  id: number
  organization_id: number
  patient_id: number
  created_by: number
}

/**
 * Closes the open links whose makers no longer see the case, with an entry in its history (`scans/shared-ends`).
 * Commands that take access away call this at their end, in the same transaction. It locks links only, in the order of
 * their ids, and no case.
 */
export async function closeLostShareLinks(trx: Trx, actor: Actor, which: Which): Promise<void> {
  const those =
    'madeBy' in which
      ? sql`s.created_by = ${which.madeBy}`
      : sql`s.organization_id = ${which.organizationId} and s.patient_id = any(${which.patientIds}::int[])`
  const { rows: open } = await sql<OpenLink>`
    select s.id, s.organization_id, s.patient_id, s.created_by from ${rows(labScope, 'share_links', 's')}
    where ${those} and s.revoked_at is null and s.expires_at > ${actor.now}`.execute(trx)
  if (open.length === 0) return
  const makers = await currentActors(trx, sql`u.id = any(${[...new Set(open.map((link) => link.created_by))]}::int[])`)
  const lost: number[] = []
  for (const [id, links] of Map.groupBy(open, (link) => link.created_by))
    lost.push(...(await lostBy(trx, makers.get(id), links)))
  if (lost.length > 0) await close(trx, actor, lost)
}

/** Which of these links are of cases that their maker does not see now; all of them for an archived person. */
async function lostBy(trx: Trx, maker: Actor | undefined, links: readonly OpenLink[]): Promise<number[]> {
  if (!maker || !sharesCases(maker)) return links.map(({ id }) => id)
  const { rows: seen } = await sql<{ id: number }>`
    select p.id from ${rows(maker.scope, 'patients', 'p')}
    where p.id = any(${links.map((link) => link.patient_id)}::int[])`.execute(trx)
  const cases = new Set(seen.map(({ id }) => id))
  return links.filter((link) => !cases.has(link.patient_id)).map(({ id }) => id)
}

async function close(trx: Trx, actor: Actor, ids: readonly number[]): Promise<void> {
  const { rows: closed } = await sql<{ organization_id: number; patient_id: number; kind: ScanKind }>`
    with locked as (
      select s.id from share_links s where ${inScope(labScope, 'share_links', 's')} and s.id = any(${ids}::int[])
      order by s.id for update
    )
    update share_links s set revoked_at = ${actor.now} from locked
    where ${inScope(labScope, 'share_links', 's')} and s.id = locked.id and s.revoked_at is null
    returning s.organization_id, s.patient_id, s.kind`.execute(trx)
  await recordOfCases(
    trx,
    actor,
    closed.map(
      (link) =>
        ({
          subject: 'case',
          id: link.patient_id,
          organizationId: link.organization_id,
          event: 'share_revoked',
          note: `${kindWords[link.kind]}: the person who made the link no longer sees the case`,
        }) as const,
    ),
  )
}

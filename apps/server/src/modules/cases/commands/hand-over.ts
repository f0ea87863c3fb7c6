import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { inScope } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { enqueue, eventRows } from '../../../kernel/outbox.ts'
import { recordOfCases, refreshCaseRows } from '../../case-core/index.ts'
import { closeLostShareLinks } from '../../share-links/index.ts'

interface Handing {
  organizationId: number
  /** The doctor who gives the cases, member or not. */
  from: number
  /** The doctor who takes them; the caller has checked that this is one of the organization. */
  to: number
  /** `open`: those that are neither completed nor canceled nor archived. */
  which: 'open' | 'all'
}

/** Cases that are locked, changed and recorded by one round of statements. */
const portion = 200

/**
 * Hands cases of one doctor in an organization to another doctor: one entry of the history for each case
 * (`people/hand-over`). The caller has decided that the actor may. Returns how many there were.
 */
export async function handOverCases(trx: Trx, actor: Actor, handing: Handing): Promise<number> {
  const { rows: names } = await sql<{ id: number; full_name: string }>`
    select id, full_name from users where id = any(${[handing.from, handing.to]}::int[])`.execute(trx)
  const nameOf = (id: number) => names.find((person) => person.id === id)!.full_name
  const note = `${nameOf(handing.from)} → ${nameOf(handing.to)}`
  const handedOver: number[] = []
  for (let after = 0; ;) {
    const ids = await lockNext(trx, actor, handing, after)
    if (ids.length === 0) break
    await moveCases(trx, actor, handing, { ids, note })
    handedOver.push(...ids)
    after = ids.at(-1)!
  }
  // Links are locked after the last of the cases (ARCHITECTURE.md).
  await closeLostShareLinks(trx, actor, { organizationId: handing.organizationId, patientIds: handedOver })
  // Once for all cases, also for a doctor who is no longer a member (`search/index`).
  if (handedOver.length > 0)
    for (const user_id of [handing.from, handing.to])
      await enqueue(trx, 'search.refresh', { organization_id: null, user_id })
  return handedOver.length
}

/** Locks the next cases in the order of their ids, as every command that locks several. */
async function lockNext(trx: Trx, actor: Actor, handing: Handing, after: number): Promise<number[]> {
  const open = sql`and p.deleted_at is null and p.patient_status_id <> ${patientStatuses.completed.id}
    and not exists (select 1 from rx_forms r where r.organization_id = p.organization_id and r.patient_id = p.id
      and r.cancelled_at is not null)`
  const { rows } = await sql<{ id: number }>`
    select p.id from patients p
    where p.organization_id = ${handing.organizationId} and p.user_id = ${handing.from} and p.id > ${after}
      and ${inScope(actor.scope, 'patients', 'p')} ${handing.which === 'open' ? open : sql``}
    order by p.id limit ${portion} for update of p`.execute(trx)
  return rows.map(({ id }) => id)
}

async function moveCases(
  trx: Trx,
  actor: Actor,
  { organizationId, from, to }: Handing,
  { ids, note }: { ids: number[]; note: string },
): Promise<void> {
  // Recorded before the change, so that the old doctor's open page gets the event. The new doctor's event follows
  // below.
  await recordOfCases(
    trx,
    actor,
    ids.map((id) => ({ subject: 'case', id, organizationId, event: 'handed_over', note, data: { from, to } }) as const),
  )
  await sql`update patients p set user_id = ${to}, version = p.version + 1, updated_at = ${actor.now}
    where p.organization_id = ${organizationId} and p.id = any(${ids}::int[]) and ${inScope(actor.scope, 'patients', 'p')}`.execute(
    trx,
  )
  await refreshCaseRows(trx, ids)
  await eventRows(
    sql`select 'patient.changed', jsonb_build_object('id', x.id, 'user_id', ${to}::int) from unnest(${ids}::int[]) x (id)`,
  ).execute(trx)
}

import { mostDrafts } from '@archwire/contract/rx-forms/drafts.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import { inScope, rows, scoped } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Conflict, NotFound } from '../../kernel/errors.ts'
import { listDrafts, type DraftKey } from './queries.ts'

const ownDraft = (trx: Trx, actor: Actor, { organizationId, key }: DraftKey) =>
  scoped(trx, actor.scope)
    .update('case_drafts')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', actor.userId)
    .where('key', '=', key)

/**
 * Stores what a person typed into Start A Case, the latest version; one that was thrown away is back with it. 409 when
 * the person has as many as can be kept.
 */
export async function saveDraft(trx: Trx, actor: Actor, draft: DraftKey, data: object): Promise<void> {
  const { organizationId, key } = draft
  const values = { data: JSON.stringify(data), updated_at: actor.now, discarded_at: null }
  const known = await ownDraft(trx, actor, draft).where('discarded_at', 'is', null).set(values).executeTakeFirst()
  if (known.numUpdatedRows > 0n) return
  await checkRoom(trx, actor, organizationId)
  await scoped(trx, actor.scope)
    .add('case_drafts')
    .values({ organization_id: organizationId, user_id: actor.userId, key, ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id', 'key']).doUpdateSet(values))
    .execute()
}

/** Drafts that are kept to be brought back. */
const mostDiscarded = 5

/** Throws a draft away; does nothing when there is none. Of those thrown away the last few are kept. */
export async function discardDraft(trx: Trx, actor: Actor, draft: DraftKey): Promise<void> {
  await ownDraft(trx, actor, draft).set({ discarded_at: actor.now }).execute()
  await sql`delete from case_drafts d where ${inScope(actor.scope, 'case_drafts', 'd')}
    and d.organization_id = ${draft.organizationId} and d.user_id = ${actor.userId} and d.discarded_at is not null
    and d.key not in (select k.key from ${rows(actor.scope, 'case_drafts', 'k')}
      where k.organization_id = ${draft.organizationId} and k.user_id = ${actor.userId} and k.discarded_at is not null
      order by k.discarded_at desc, k.key limit ${mostDiscarded})`.execute(trx)
}

/**
 * Brings a draft back that was thrown away, also where others took its place meanwhile: there are few to bring back, and
 * nobody should have to choose what else to lose. One that is there stays; 404 when it is gone.
 */
export async function restoreDraft(trx: Trx, actor: Actor, draft: DraftKey): Promise<void> {
  const restored = await ownDraft(trx, actor, draft).set({ discarded_at: null }).executeTakeFirst()
  if (restored.numUpdatedRows === 0n) throw new NotFound('This draft')
}

/** Only a new draft is counted, and one at a time. @throws Conflict */
async function checkRoom(trx: Trx, actor: Actor, organizationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('drafts', ${actor.userId}))`.execute(trx)
  if ((await listDrafts(trx, actor, organizationId)).length >= mostDrafts)
    throw new Conflict(`At most ${mostDrafts} drafts are kept. Submit or discard one of them first.`)
}

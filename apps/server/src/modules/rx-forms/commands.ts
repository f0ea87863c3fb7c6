import { mostDrafts } from '@archwire/contract/rx-forms/drafts.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import { scoped } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Conflict } from '../../kernel/errors.ts'
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
  // Only a new one is counted, and one at a time.
  await sql`select pg_advisory_xact_lock(hashtextextended('drafts', ${actor.userId}))`.execute(trx)
  if ((await listDrafts(trx, actor, organizationId)).length >= mostDrafts)
    throw new Conflict(`At most ${mostDrafts} drafts are kept. Submit or discard one of them first.`)
  await scoped(trx, actor.scope)
    .add('case_drafts')
    .values({ organization_id: organizationId, user_id: actor.userId, key, ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id', 'key']).doUpdateSet(values))
    .execute()
}

/** Throws a draft away, or brings one back that was; does nothing when there is none. */
export async function discardDraft(trx: Trx, actor: Actor, draft: DraftKey, discarded: boolean): Promise<void> {
  await ownDraft(trx, actor, draft)
    .set({ discarded_at: discarded ? actor.now : null })
    .execute()
}

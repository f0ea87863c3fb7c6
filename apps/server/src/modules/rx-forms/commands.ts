import { errorCodes } from '@archwire/contract/core/error-codes.ts'
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

/** A draft becomes one case, however often and by whichever page it is sent (`rx-form/two-pages`). */
const isSubmitted = (): Conflict => new Conflict('This case has already been submitted.', errorCodes.draftSubmitted)

/** Another page has written it since this one last heard of it. */
const isChanged = (): Conflict => new Conflict('This draft was changed in another window.', errorCodes.draftOvertaken)

/** What a page sends to be kept, and what it knew of the draft (`rx-form/two-pages`). */
interface Kept {
  data: object
  page?: string | undefined
  known?: string | null | undefined
}

/**
 * Stores what a person typed into Start A Case, the latest version. 409 when the person has as many as can be kept, when
 * the draft is a case by now, and when another page changed it or threw it away since this one last heard of it; for a
 * caller that says nothing of that, one that was thrown away is back.
 */
export async function saveDraft(trx: Trx, actor: Actor, draft: DraftKey, { data, page, known }: Kept): Promise<void> {
  const { organizationId, key } = draft
  const values = { data: JSON.stringify(data), page: page ?? null, updated_at: actor.now, discarded_at: null }
  const follows =
    known === undefined
      ? sql<boolean>`true`
      : sql<boolean>`(page = ${page ?? null} or date_trunc('milliseconds', updated_at) = ${known}::timestamptz)`
  const saved = await ownDraft(trx, actor, draft)
    .where('discarded_at', 'is', null)
    .where('submitted_at', 'is', null)
    .where(follows)
    .set(values)
    .executeTakeFirst()
  if (saved.numUpdatedRows > 0n) return
  await lockDrafts(trx, actor)
  await checkPresent(trx, actor, draft, known)
  await checkRoom(trx, actor, organizationId)
  // Submitting takes no lock, so this checks again that the draft has not become a case.
  const { numInsertedOrUpdatedRows } = await scoped(trx, actor.scope)
    .add('case_drafts')
    .values({ organization_id: organizationId, user_id: actor.userId, key, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'user_id', 'key'])
        .doUpdateSet(values)
        .where('case_drafts.submitted_at', 'is', null),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw isSubmitted()
}

const presentDraft = (trx: Trx, actor: Actor, draft: DraftKey) =>
  scoped(trx, actor.scope)
    .from('case_drafts')
    .where('organization_id', '=', draft.organizationId)
    .where('user_id', '=', actor.userId)
    .where('key', '=', draft.key)
    .select(['discarded_at', 'submitted_at'])
    .executeTakeFirst()

/** Refuses to write over what this page did not hear of. @throws Conflict */
async function checkPresent(trx: Trx, actor: Actor, draft: DraftKey, known: Kept['known']): Promise<void> {
  const present = await presentDraft(trx, actor, draft)
  if (present?.submitted_at) throw isSubmitted()
  if (present && !present.discarded_at) throw isChanged()
  if (known) throw new Conflict('This draft was discarded in another window.', errorCodes.draftOvertaken)
}

/** Why a draft did not become a case (`insertCase`): it is one, or another page changed it. */
export async function overtakenDraft(trx: Trx, actor: Actor, draft: DraftKey): Promise<Conflict> {
  const present = await presentDraft(trx, actor, draft)
  return present?.submitted_at ? isSubmitted() : isChanged()
}

/** Drafts that are kept to be brought back. */
const mostDiscarded = 5

/** Throws a draft away; does nothing when there is none. Of those thrown away the last few are kept. */
export async function discardDraft(trx: Trx, actor: Actor, draft: DraftKey): Promise<void> {
  await ownDraft(trx, actor, draft).where('submitted_at', 'is', null).set({ discarded_at: actor.now }).execute()
  await sql`delete from case_drafts d where ${inScope(actor.scope, 'case_drafts', 'd')}
    and d.organization_id = ${draft.organizationId} and d.user_id = ${actor.userId} and d.discarded_at is not null
    and d.submitted_at is null and d.key not in (select k.key from ${rows(actor.scope, 'case_drafts', 'k')}
      where k.organization_id = ${draft.organizationId} and k.user_id = ${actor.userId} and k.discarded_at is not null
        and k.submitted_at is null
      order by k.discarded_at desc, k.key limit ${mostDiscarded})`.execute(trx)
}

/**
 * Brings a draft back that was thrown away, also where others took its place in the meantime: there are few to bring back, and
 * no one should have to choose what else to lose. One that is there stays; 404 when it no longer exists.
 */
export async function restoreDraft(trx: Trx, actor: Actor, draft: DraftKey): Promise<void> {
  const restored = await ownDraft(trx, actor, draft)
    .where('submitted_at', 'is', null)
    .set({ discarded_at: null })
    .executeTakeFirst()
  if (restored.numUpdatedRows === 0n) throw new NotFound('This draft')
}

/** What makes a draft, makes one at a time for a person. */
const lockDrafts = (trx: Trx, actor: Actor) =>
  sql`select pg_advisory_xact_lock(hashtextextended('drafts', ${actor.userId}))`.execute(trx)

/** Only a new draft is counted. @throws Conflict */
async function checkRoom(trx: Trx, actor: Actor, organizationId: number): Promise<void> {
  if ((await listDrafts(trx, actor, organizationId)).length >= mostDrafts)
    throw new Conflict(`You can have at most ${mostDrafts} drafts. Submit or discard one first.`)
}

import type { Trx } from '../../db/client.ts'
import { scoped } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'

/** Stores what a person typed into Start A Case: one draft per person and practice, the latest version. */
export async function saveDraft(trx: Trx, actor: Actor, organizationId: number, data: object): Promise<void> {
  const draft = { data: JSON.stringify(data), updated_at: actor.now }
  await scoped(trx, actor.scope)
    .add('rx_form_drafts')
    .values({ organization_id: organizationId, user_id: actor.userId, ...draft })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet(draft))
    .execute()
}

/** Deletes a draft; does nothing when there is none. */
export async function discardDraft(trx: Trx, actor: Actor, organizationId: number): Promise<void> {
  await scoped(trx, actor.scope)
    .remove('rx_form_drafts')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', actor.userId)
    .execute()
}

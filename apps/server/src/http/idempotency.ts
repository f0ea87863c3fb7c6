import type { Trx } from '../db/client.ts'
import type { Actor } from '../kernel/actor.ts'
import { Invalid } from '../kernel/errors.ts'

/**
 * Runs an effect once per (user, key), in the effect's own transaction: a twin waits at the key's row for up to five
 * seconds (then 409), a later one gets the first answer again, another body under the same key is a 422.
 */
export async function replayed<T>(
  trx: Trx,
  actor: Actor,
  attempt: { key: string; route: string; hash: string },
  effect: () => Promise<T>,
): Promise<T> {
  const { key, route, hash } = attempt
  const first = await trx
    .insertInto('idempotency_keys')
    .values({ user_id: actor.userId, key, route, body_hash: hash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!first) {
    const earlier = await trx
      .selectFrom('idempotency_keys')
      .select(['route', 'body_hash', 'answer'])
      .where('user_id', '=', actor.userId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    if (earlier.route !== route || earlier.body_hash !== hash)
      throw new Invalid('This Idempotency-Key was already used for something else.')
    return earlier.answer as T
  }
  const answer = await effect()
  await trx
    .updateTable('idempotency_keys')
    .set({ status: 200, answer: JSON.stringify(answer) })
    .where('user_id', '=', actor.userId)
    .where('key', '=', key)
    .execute()
  return answer
}

import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { checkOwnPassword } from '../../auth/index.ts'
import type { PayingPractice } from '../queries.ts'
import { asksForPassword } from '../rules.ts'

/**
 * Checks the password where a change asks for it, outside of the change's transaction, so that wrong ones count. Returns
 * whether it was checked.
 * @throws Invalid, TooMany
 */
export async function prove(
  db: Db,
  actor: Actor,
  { practice, password, config }: { practice: PayingPractice; password: string | undefined; config: Config },
): Promise<boolean> {
  if (!asksForPassword(practice)) return false
  await checkOwnPassword(db, actor.userId, { ...actor, password }, config)
  return true
}

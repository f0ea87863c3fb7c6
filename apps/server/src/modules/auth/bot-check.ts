import type { Db } from '../../db/client.ts'
import { Invalid } from '../../kernel/errors.ts'
import type { BotCheck } from '../../services/bot-check/index.ts'

const failed = () =>
  new Invalid({ bot_check: ['The human verification failed. Please try again.'] }).as('bot_check_failed')

/**
 * Takes a solved challenge; 422 for a wrong one, and for one that was used before, on any server. `callKey` names the call
 * that it is used for: that same call may be sent again.
 */
export async function takeBotCheck(
  db: Db,
  botCheck: BotCheck,
  payload: string,
  callKey: string | null = null,
): Promise<void> {
  const solved = await botCheck.solved(payload)
  if (!solved) throw failed()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('bot_checks')
    .values({ signature: solved.signature, expires_at: solved.expiresAt, wish: callKey })
    .onConflict((conflict) =>
      conflict
        .column('signature')
        .doUpdateSet((row) => ({ wish: row.ref('excluded.wish') }))
        .whereRef('bot_checks.wish', '=', 'excluded.wish'),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) throw failed()
}

import type { Db } from '../../db/client.ts'
import { Invalid } from '../../kernel/errors.ts'
import type { BotCheck } from '../../services/bot-check/index.ts'

const message = 'The check whether you are human has failed. Please try again.'

/** Takes a solved challenge; 422 for a wrong one, and for one that was taken before, on whichever server. */
export async function takeBotCheck(db: Db, botCheck: BotCheck, payload: string): Promise<void> {
  const solved = await botCheck.solved(payload)
  if (!solved) throw new Invalid({ bot_check: [message] })
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('bot_checks')
    .values({ signature: solved.signature, expires_at: solved.expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) throw new Invalid({ bot_check: [message] })
}

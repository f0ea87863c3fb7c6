import { createHash, randomBytes } from 'node:crypto'
import type { Trx } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import { Invalid } from '../../kernel/errors.ts'

export type Purpose = 'verification' | 'reset' | 'initial'

/** Hours that a link in a mail lives (decisions §3). */
const hours: Record<Purpose, number> = { verification: 48, reset: 1, initial: 7 * 24 }

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** 256 random bits, as a link carries them. */
export const freshToken = (): string => randomBytes(32).toString('base64url')

/** Makes a token for this person; only its hash is kept. */
export async function issueToken(trx: Trx, purpose: Purpose, userId: number): Promise<string> {
  const token = freshToken()
  await trx
    .insertInto('one_time_tokens')
    .values({
      token_hash: hashOf(token),
      purpose,
      user_id: userId,
      created_at: now(),
      expires_at: new Date(now().getTime() + hours[purpose] * 3_600_000),
    })
    .execute()
  return token
}

/** Uses a token up in one statement: of any number of uses at once one succeeds. 422 for a used, expired or unknown one. */
export async function consumeToken(
  trx: Trx,
  purposes: readonly Purpose[],
  token: string,
): Promise<{ userId: number; purpose: Purpose }> {
  const used = await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now() })
    .where('token_hash', '=', hashOf(token))
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .returning(['user_id', 'purpose'])
    .executeTakeFirst()
  if (!used) throw new Invalid({ token: [deadLink] })
  return { userId: used.user_id, purpose: used.purpose as Purpose }
}

/** Kills the person's other links of these kinds: whoever holds an older mail holds nothing. */
export async function voidTokens(trx: Trx, purposes: readonly Purpose[], userId: number): Promise<void> {
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now() })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}

export const deadLink = 'This link has expired or was used already.'

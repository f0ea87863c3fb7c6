import { createHash, randomBytes } from 'node:crypto'
import type { Db, Trx } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import { Invalid } from '../../kernel/errors.ts'

export type Purpose = 'verification' | 'reset' | 'initial' | 'email' | 'desktop'

/** Hours that a link lives; the code of a link to the desktop application five minutes (decisions §3). */
const hours: Record<Purpose, number> = { verification: 48, reset: 1, initial: 7 * 24, email: 48, desktop: 5 / 60 }

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** 256 random bits, as a link carries them. */
export const freshToken = (): string => randomBytes(32).toString('base64url')

/** Makes a token for this person; only its hash is kept. `email`: the new address that it verifies. */
export async function issueToken(
  trx: Trx | Db,
  purpose: Purpose,
  userId: number,
  { email }: { email?: string } = {},
): Promise<string> {
  const token = freshToken()
  await trx
    .insertInto('one_time_tokens')
    .values({
      token_hash: hashOf(token),
      purpose,
      user_id: userId,
      email: email ?? null,
      created_at: now(),
      expires_at: new Date(now().getTime() + hours[purpose] * 3_600_000),
    })
    .execute()
  return token
}

/** Uses a token up in one statement: of any number of uses at once one succeeds. 422 for a used, expired or unknown one. */
export async function consumeToken(
  trx: Trx | Db,
  purposes: readonly Purpose[],
  token: string,
): Promise<{ userId: number; purpose: Purpose; email: string | null }> {
  const used = await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now() })
    .where('token_hash', '=', hashOf(token))
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .returning(['user_id', 'purpose', 'email'])
    .executeTakeFirst()
  if (!used) throw new Invalid({ token: [deadLink] })
  return { userId: used.user_id, purpose: used.purpose as Purpose, email: used.email }
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

import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import { queueMail } from '../../services/mail/queue.ts'
import { passwordChangedMail } from './mails.ts'
import { note } from './notes.ts'
import { consumeToken, voidTokens } from '../auth/index.ts'

/**
 * Sets a password with the token of a mail: other links of the person die, every session ends, failures are forgotten,
 * and a notice goes out. A first password also verifies the address (decisions §3).
 */
export async function setPasswordByToken(
  trx: Trx,
  input: { token: string; passwordHash: string; address: string; publicUrl: string },
): Promise<void> {
  const { userId, purpose } = await consumeToken(trx, ['reset', 'initial'], input.token)
  const first = purpose === 'initial'
  const person = await trx
    .updateTable('users')
    .set({
      password_hash: input.passwordHash,
      updated_at: now(),
      ...(first ? { email_verified_at: sql<Date>`coalesce(email_verified_at, ${now()})` } : {}),
    })
    .where('id', '=', userId)
    .returning(['first_name', 'email'])
    .executeTakeFirstOrThrow()
  await voidTokens(trx, ['reset', 'initial'], userId)
  await trx
    .updateTable('sessions')
    .set({ revoked_at: now() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
  await trx.deleteFrom('login_failures').where('account', '=', person.email.toLowerCase()).execute()
  await note(trx, { userId, action: 'account.password_set', address: input.address })
  if (!first)
    await queueMail(trx, {
      ...passwordChangedMail(person.first_name, `${input.publicUrl}/forgot-password`),
      to: person.email,
      kind: 'access.password_changed',
    })
}

import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { now } from '../../../kernel/clock.ts'
import { queueMail } from '../../../services/mail/queue.ts'
import { passwordChangedMail } from '../mails.ts'
import { recordAccount } from '../record-account.ts'
import { consumeToken, forgetAttempts, voidAccess } from '../../auth/index.ts'

/**
 * Sets a password with the token of a mail: closes every other way into the account, clears its tries and sends a
 * notice. The mail proves the address, so it counts as verified (decision 031).
 * @throws Invalid for a dead link
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
      email_verified_at: sql<Date>`coalesce(email_verified_at, ${now()})`,
    })
    .where('id', '=', userId)
    .returning(['first_name', 'email'])
    .executeTakeFirstOrThrow()
  await voidAccess(trx, userId)
  await forgetAttempts(trx, person.email)
  await recordAccount(trx, { userId, event: 'password_set', address: input.address })
  if (!first)
    await queueMail(trx, {
      ...passwordChangedMail(person.first_name, `${input.publicUrl}/forgot-password`),
      to: person.email,
      kind: 'access.password_changed',
    })
}

import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { now } from '../../../kernel/clock.ts'
import { Invalid } from '../../../kernel/errors.ts'
import { queueMail } from '../../../services/mail/queue.ts'
import { passwordChangedMail } from '../mails.ts'
import { recordAccount } from '../record-account.ts'
import { firstLinkEnded } from '../../users/index.ts'
import {
  consumeToken,
  deadLink,
  findTokenOwner,
  forgetAttempts,
  forgetBrowsers,
  keepBrowser,
  lockOwnerOf,
  voidAccess,
} from '../../auth/index.ts'

/**
 * Sets a password with the token of a mail: closes every other way into the account, clears its tries and sends a
 * notice. The mail proves the address, so it counts as verified (decision 031).
 * Only the person reads the mail, so this browser gets its own tries from now on, whatever others guess elsewhere.
 * Returns its cookie; `known` is the one of before (`access/known-browser`).
 * @throws Invalid for a dead link
 */
export async function setPasswordByToken(
  trx: Trx,
  input: { token: string; passwordHash: string; address: string; publicUrl: string; known: string | undefined },
): Promise<string> {
  // Lock order: the person who vouches for the account, the person, then the link. All code that ends rights or links
  // uses it.
  const owner = await findTokenOwner(trx, input.token)
  if (owner !== undefined && (await firstLinkEnded(trx, owner))) throw new Invalid({ token: [deadLink] })
  await lockOwnerOf(trx, input.token)
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
  await forgetBrowsers(trx, userId)
  await recordAccount(trx, { userId, event: 'password_set', address: input.address })
  if (!first)
    await queueMail(trx, {
      ...passwordChangedMail(person.first_name, `${input.publicUrl}/forgot-password`),
      to: person.email,
      kind: 'access.password_changed',
    })
  return keepBrowser(trx, input.known, userId)
}

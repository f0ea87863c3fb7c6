import type { accounts } from '@archwire/contract/accounts/routes.ts'
import { unknownZone } from '@archwire/contract/core/time-zones.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db, Trx } from '../../../db/client.ts'
import { storedZone } from '../../../db/time-zones.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { now } from '../../../kernel/clock.ts'
import { checkVersion, Invalid, permit } from '../../../kernel/errors.ts'
import { enqueue } from '../../../kernel/outbox.ts'
import { refuseManyLinks } from '../../../services/mail/invitations.ts'
import { queueMail } from '../../../services/mail/queue.ts'
import { consumeToken, endEmailChange, lockOwnerOf, openLink, requireSession, voidAccess } from '../../auth/index.ts'
import { refuseTakenNumber } from '../../users/index.ts'
import { emailChangedMail, emailChangingMail, newEmailMail } from '../mails.ts'
import { recordAccount } from '../record-account.ts'
import { linkTo, queueLinkMail } from '../link-mails.ts'
import { isFree } from '../addresses.ts'

type Change = z.output<(typeof accounts.updateProfile)['body']>

/** Whether this change moves where mails go: that requires the password (`access/profile`). */
export async function movesMail(db: Db, userId: number, { email }: Change): Promise<boolean> {
  if (email === undefined) return false
  const present = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  return present.email.toLowerCase() !== email.toLowerCase()
}

/**
 * Changes one's own profile. A new email waits until it is verified by its mail; the old address is notified. A job
 * writes a new name into the lists, because ready rows show it.
 * @returns whether a mail to a new address went out
 * @throws Invalid, Forbidden for an account number of a practice's person
 */
export async function updateProfile(
  trx: Trx,
  actor: Actor,
  change: Change,
  publicUrl: string,
): Promise<{ verifies: boolean }> {
  const own = await trx
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email', 'version'])
    .where('id', '=', actor.userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await requireSession(trx, actor)
  checkVersion(change.version, own.version)
  // Only management people change their account number; the call asks first (`people/fields`).
  permit(change.account_number === undefined || actor.isManagement, null)
  const { first_name, last_name, username, account_number } = change
  const time_zone = change.time_zone === undefined ? undefined : await storedZone(trx, change.time_zone)
  if (time_zone === null) throw new Invalid({ time_zone: [unknownZone] })
  if (account_number !== undefined) await refuseTakenNumber(trx, account_number, actor.userId)
  await trx
    .updateTable('users')
    .set({
      ...(first_name === undefined ? {} : { first_name }),
      ...(last_name === undefined ? {} : { last_name }),
      ...(username === undefined ? {} : { username: username === '' ? null : username }),
      ...(time_zone === undefined ? {} : { time_zone }),
      ...(account_number === undefined ? {} : { account_number }),
      version: own.version + 1,
      updated_at: now(),
    })
    .where('id', '=', actor.userId)
    .execute()
  const renamed =
    (first_name !== undefined && first_name !== own.first_name) ||
    (last_name !== undefined && last_name !== own.last_name)
  if (renamed) await enqueue(trx, 'cases.refresh-doctor', { user_id: actor.userId })
  const verifies = change.email !== undefined && change.email.toLowerCase() !== own.email.toLowerCase()
  await recordAccount(trx, {
    userId: actor.userId,
    event: 'profile_changed',
    address: actor.address,
    ...(verifies && { data: { email_asked_for: change.email!.toLowerCase() } }),
  })
  if (verifies)
    await askToVerify(trx, actor, {
      old: own.email,
      email: change.email!,
      name: first_name ?? own.first_name,
      publicUrl,
    })
  return { verifies }
}

/** Only one new address waits at a time; requesting another voids the earlier links. */
async function askToVerify(
  trx: Trx,
  actor: Actor,
  { old, email, name, publicUrl }: { old: string; email: string; name: string; publicUrl: string },
): Promise<void> {
  // Anyone who enters this address in the meantime counts what this sends.
  await sql`select pg_advisory_xact_lock(hashtextextended(${email.toLowerCase()}, 1))`.execute(trx)
  if (!(await isFree(trx, email))) throw new Invalid({ email: ['This email is used by another account.'] })
  await refuseManyLinks(trx, 'access.new_email', { email, by: actor.userId })
  await endEmailChange(trx, actor.userId)
  const token_id = await openLink(trx, 'email', actor.userId, { email: email.toLowerCase() })
  const mail = newEmailMail(linkTo(publicUrl, 'verify-user'))
  await queueLinkMail(trx, { ...mail, to: email, kind: 'access.new_email', sentBy: actor.userId }, { token_id })
  const cancel = await openLink(trx, 'email_cancel', actor.userId)
  const notice = emailChangingMail(name, { email, link: linkTo(publicUrl, 'cancel-email-change') })
  await queueLinkMail(trx, { ...notice, to: old, kind: 'access.email_changing' }, { token_id: cancel })
}

/**
 * Cancels a change from the old address: the link to the new one stops working, and an address that was confirmed does
 * not apply.
 * @returns whether staff had asked for the change
 * @throws Invalid for a dead link, and once the change has happened
 */
export async function cancelEmailChange(trx: Trx, token: string, address: string): Promise<{ byStaff: boolean }> {
  await lockOwnerOf(trx, token)
  const { userId } = await consumeToken(trx, ['email_cancel'], token)
  const byStaff = await endEmailChange(trx, userId)
  await recordAccount(trx, { userId, event: 'email_change_canceled', address })
  return { byStaff }
}

/**
 * Makes the verified new address of a locked person the current one and notifies the old one. Links sent to the old mailbox and existing
 * sessions stop working. Returns the old address.
 * @throws Invalid when the address was taken in the meantime
 */
export async function changeEmail(trx: Trx, userId: number, email: string, link: string): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${email.toLowerCase()}, 1))`.execute(trx)
  if (!(await isFree(trx, email))) throw new Invalid({ token: ['This email is used by another account.'] })
  const old = await trx
    .selectFrom('users')
    .select(['email', 'first_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('users')
    .set({ email, email_verified_at: now(), updated_at: now() })
    .where('id', '=', userId)
    .execute()
  await voidAccess(trx, userId)
  await queueMail(trx, {
    ...emailChangedMail(old.first_name, { email, link }),
    to: old.email,
    kind: 'access.email_changed',
  })
  return old.email
}

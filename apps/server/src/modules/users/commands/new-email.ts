import type { UserRole } from '@archwire/contract/roles.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { permit, refuse } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import {
  beginEmailChange,
  currentActors,
  endEmailChange,
  endEmailChangesAskedBy,
  linkTo,
  queueLinkMail,
} from '../../auth/index.ts'
import { askedEmailMail, emailAskedMail } from '../mails.ts'
import { may } from '../policy.ts'
import { blocked, nothingWaits } from '../rules.ts'
import { lockPerson, type Locked } from './lock-person.ts'

/**
 * Lets a person's new email wait for the click in its mail and for 24 hours; the old address gets a mail with a link
 * that cancels (`people/new-email`). Replaces a change that waits.
 */
export async function askForEmail(
  trx: Trx,
  actor: Actor,
  { row }: Locked,
  { email, publicUrl }: { email: string; publicUrl: string },
): Promise<void> {
  const { confirm, cancel } = await beginEmailChange(trx, row.id, { email, askedBy: actor.userId })
  const mail = askedEmailMail(linkTo(publicUrl, 'verify-user'))
  await queueLinkMail(
    trx,
    { ...mail, to: email, kind: 'access.new_email', sentBy: actor.userId },
    { token_id: confirm },
  )
  const notice = emailAskedMail(row.first_name, { email, link: linkTo(publicUrl, 'cancel-email-change') })
  await queueLinkMail(trx, { ...notice, to: row.email, kind: 'access.email_changing' }, { token_id: cancel })
}

/**
 * Cancels a new email that staff asked for and that waits.
 * @throws NotFound, Forbidden, Conflict where none waits
 */
export async function cancelNewEmail(trx: Trx, actor: Actor, id: number): Promise<void> {
  const { facts } = await lockPerson(trx, actor, id)
  permit(may.change_email(actor, facts), blocked.change_email(facts))
  // A change that the person asked for is theirs to cancel.
  refuse((await endEmailChange(trx, id)) ? null : nothingWaits)
  await record(trx, actor, [
    { subject: 'account', id, organizationId: null, event: 'email_change_canceled' },
    { subject: 'user', id, organizationId: null, event: 'changed' },
  ])
}

/** Why a change ended whose asker lost the right to it, for auditors. */
export const askerLost = { reason: 'who asked for it may not change it now' }

/**
 * Whether the staff member who asked for a person's new email may change it at this moment; no one may for a deleted or
 * archived one (`people/new-email`).
 */
export async function askerMayChangeEmail(
  trx: Trx,
  { userId, askedBy }: { userId: number; askedBy: number | null },
): Promise<boolean> {
  if (askedBy === null) return false
  const asker = (await currentActors(trx, sql`u.id = ${askedBy}`)).get(askedBy)
  const person = await trx.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirstOrThrow()
  return asker !== undefined && may.change_email(asker, { id: userId, role: person.role as UserRole | null })
}

/** Ends what a staff member asked for who is archived or gets another role, with a line for each person. */
export async function endEmailsAskedBy(trx: Trx, actor: Actor, askedBy: number): Promise<void> {
  const ended = await endEmailChangesAskedBy(trx, askedBy)
  await record(
    trx,
    actor,
    ended.flatMap((id) => [
      { subject: 'account', id, organizationId: null, event: 'email_change_canceled', data: askerLost } as const,
      { subject: 'user', id, organizationId: null, event: 'changed' } as const,
    ]),
  )
}

import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { permit, refuse } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { beginEmailChange, endEmailChange, linkTo, queueLinkMail } from '../../auth/index.ts'
import { askedEmailMail, emailAskedMail } from '../mails.ts'
import { may } from '../policy.ts'
import { blocked, nothingWaits } from '../rules.ts'
import { lockPerson, type Locked } from './lock-person.ts'

/**
 * Lets a person's new email wait for the click in its mail and for 24 hours; the old address is told, with a link that
 * cancels (`people/new-email`). Replaces a change that waits.
 */
export async function askForEmail(
  trx: Trx,
  actor: Actor,
  { row }: Locked,
  { email, publicUrl }: { email: string; publicUrl: string },
): Promise<void> {
  const { confirm, cancel } = await beginEmailChange(trx, row.id, { email, askedBy: actor.userId })
  const mail = askedEmailMail(linkTo(publicUrl, 'verify-user'))
  await queueLinkMail(trx, { ...mail, to: email, kind: 'access.new_email' }, { token_id: confirm })
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

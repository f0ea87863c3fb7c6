import { userRolePermissions } from '@archwire/contract/grants.ts'
import { isStaff, type UserRole } from '@archwire/contract/roles.ts'
import type { UserEdit } from '@archwire/contract/users/body.ts'
import type { Db, Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { checkVersion, Invalid, permit, refuse } from '../../../kernel/errors.ts'
import { enqueue } from '../../../kernel/outbox.ts'
import { record } from '../../../kernel/record.ts'
import { updateVersioned } from '../../../kernel/records.ts'
import { refuseManyLinks } from '../../../services/mail/invitations.ts'
import { queueMail } from '../../../services/mail/queue.ts'
import { voidAccess } from '../../auth/index.ts'
import { endInvitationsBy } from '../../organizations/index.ts'
import { addressChangedMail } from '../mails.ts'
import { closeLostShareLinks } from '../../share-links/index.ts'
import { grants, may, type Person } from '../policy.ts'
import { readFacts } from '../queries.ts'
import { blocked, customPermissionsFor, roleBlocked, waitsForClick } from '../rules.ts'
import { handOver } from './archive.ts'
import { refuseTakenNumber, takeEmail } from './create.ts'
import { endFirstLinksBy, standForFirstLink } from './first-links.ts'
import { askForEmail, endEmailsAskedBy } from './new-email.ts'
import { lockPerson, type Locked } from './lock-person.ts'
import { sendFirstPasswordLink } from './send-links.ts'

/** Whether the actor may change each field that was sent; none of them is ignored. */
const permitted = (actor: Actor, person: Person, { email, account_number, role }: UserEdit): boolean =>
  may.update(actor, person) &&
  (email === undefined || may.change_email(actor, person)) &&
  (account_number === undefined || may.update_identity(actor, person)) &&
  (role === undefined || (may.change_role(actor, person) && grants(actor, role)))

const changesEmail = (present: string, { email }: UserEdit): boolean =>
  email !== undefined && email.toLowerCase() !== present.toLowerCase()

/**
 * Whether this edit asks for the editor's own password: a new email or role does, of a person whom the editor may
 * change. What is refused anyway asks for none.
 */
export async function asksForPassword(db: Db, actor: Actor, id: number, edit: UserEdit): Promise<boolean> {
  const person = await readFacts(db, actor, id)
  if (!person || !permitted(actor, person, edit) || blocked.update(person) !== null) return false
  return changesEmail(person.email, edit) || (edit.role !== undefined && edit.role !== person.role)
}

/**
 * A doctor who becomes an assistant is no longer any patient's doctor: the open cases go to another doctor, if one is
 * chosen, as where someone leaves (`people/hand-over`). Cases that stay keep the name, which the lab corrects one by
 * one.
 */
async function handOverFrom(
  trx: Trx,
  actor: Actor,
  id: number,
  { hand_over_to: to }: UserEdit,
  role: { from: UserRole | null; to: UserRole | undefined },
): Promise<object> {
  if (to === undefined || to === null) return {}
  if (role.from !== 'doctor' || role.to !== 'staff_member')
    throw new Invalid({ hand_over_to: ['Cases are handed over where a doctor becomes a staff member.'] })
  return { hand_over_to: to, handed_over: await handOver(trx, actor, id, to) }
}

interface Changing {
  /** Whether the editor's own password was checked. */
  checked: boolean
  publicUrl: string
}

/**
 * Changes a person as staff (`people/changed`). The new email of a person with a password waits (`people/new-email`);
 * that of another applies at once and is to be verified. An email that applies and a new role end every session and link.
 * @returns what became of a new email
 */
export async function updatePerson(
  trx: Trx,
  actor: Actor,
  id: number,
  edit: UserEdit,
  { checked, publicUrl }: Changing,
): Promise<{ email: 'same' | 'waits' | 'changed' }> {
  const locked = await lockPerson(trx, actor, id, { guards: edit.role !== undefined })
  const { row, facts } = locked
  permit(permitted(actor, facts, edit), blocked.update(facts))
  checkVersion(edit.version, row.version)
  const asked = changesEmail(row.email, edit)
  const waits = asked && waitsForClick(row)
  const moved = asked && !waits
  const role = edit.role !== undefined && edit.role !== facts.role ? edit.role : undefined
  if ((asked || role) && !checked) throw new Invalid({ current_password: ['Required'] })
  if (role) refuse(roleBlocked(facts, role))
  const handedOver = await handOverFrom(trx, actor, id, edit, { from: facts.role, to: role })
  if (asked) {
    await takeEmail(trx, edit.email!)
    const entered = { email: edit.email!, by: actor.userId }
    await refuseManyLinks(trx, waits ? 'access.new_email' : 'access.initial', entered)
  }
  if (edit.account_number !== undefined) await refuseTakenNumber(trx, edit.account_number, id)
  await updateVersioned(trx, 'users', row, edit.version, valuesOf(row, edit, { moved, role }), actor.now)
  if (moved || role) await voidAccess(trx, id)
  // Staff who no longer manage organizations cannot have invited owners, nor people of partner labs.
  if (role && isStaff(facts.role) && !userRolePermissions[role].includes('organizations.manage'))
    await endInvitationsBy(trx, actor, id)
  if (role) await endEmailsAskedBy(trx, actor, id)
  if (role) await closeLostShareLinks(trx, actor, { madeBy: id })
  if (role) await endFirstLinksBy(trx, actor, { id, role, archived: false })
  await sendLinks(trx, actor, locked, edit, { moved, role, publicUrl })
  if (waits) await askForEmail(trx, actor, locked, { email: edit.email!.toLowerCase(), publicUrl })
  const renamed = [edit.first_name ?? row.first_name, edit.last_name ?? row.last_name].join(' ') !== row.full_name
  if (renamed) await enqueue(trx, 'cases.refresh-doctor', { user_id: id })
  const fields = Object.keys(edit).filter((name) => !['version', 'current_password', 'hand_over_to'].includes(name))
  const to = edit.email?.toLowerCase()
  const addresses = moved ? { email: { from: row.email, to } } : waits ? { email_asked_for: to } : {}
  await record(trx, actor, [
    { subject: 'user', id, organizationId: null, event: 'changed', data: { fields, ...addresses } },
    ...(role
      ? [
          {
            subject: 'user',
            id,
            organizationId: null,
            event: 'role_changed',
            data: { from: facts.role, to: role, ...handedOver },
          } as const,
        ]
      : []),
  ])
  return { email: moved ? 'changed' : waits ? 'waits' : 'same' }
}

type Change = { moved: boolean; role: UserEdit['role'] }

function valuesOf(row: Locked['row'], edit: UserEdit, { moved, role }: Change) {
  const { first_name, last_name, username, account_number } = edit
  return {
    ...(first_name !== undefined && { first_name }),
    ...(last_name !== undefined && { last_name }),
    ...(username !== undefined && { username: username || null }),
    ...(account_number !== undefined && { account_number }),
    ...(moved && { email: edit.email!.toLowerCase(), email_verified_at: null }),
    // What may not be added to people of the new role goes with the old one.
    ...(role && {
      role,
      custom_permissions: row.custom_permissions.filter((name) =>
        (customPermissionsFor(role) as readonly string[]).includes(name),
      ),
    }),
  }
}

/** Mails after a change of a person without a password: to the new address its link, to the old one a notice. */
async function sendLinks(
  trx: Trx,
  actor: Actor,
  { row, facts }: Locked,
  edit: UserEdit,
  { moved, role, publicUrl }: Change & { publicUrl: string },
): Promise<void> {
  const first_name = edit.first_name ?? row.first_name
  const email = moved ? edit.email!.toLowerCase() : row.email
  const to = { id: row.id, first_name, email, role: role ?? facts.role }
  // The link to choose the first password has ended with the others.
  if (row.password_hash === null && (moved || role)) {
    await standForFirstLink(trx, actor, row.id)
    await sendFirstPasswordLink(trx, to, publicUrl, { sentBy: actor.userId })
  }
  if (!moved) return
  const notice = addressChangedMail(first_name, { email, link: `${publicUrl}/login` })
  await queueMail(trx, { ...notice, to: row.email, kind: 'access.email_changed' })
}

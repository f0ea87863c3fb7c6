import { isManagement, type UserRole } from '@archwire/contract/roles.ts'
import type { AdditionalEmail } from '@archwire/contract/users/schema.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Invalid, NotFound, refuse } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { queueMail } from '../../../services/mail/queue.ts'
import { requireSession } from '../../auth/index.ts'
import { additionalEmailMail } from '../mails.ts'
import { may } from '../policy.ts'
import { blocked } from '../rules.ts'
import { lockPerson } from './lock-person.ts'

const most = 20

interface Owner {
  id: number
  first_name: string
  email: string
  role: string | null
}

/** Locks the person whose addresses change: oneself, or one whom the actor may change. */
async function lockOwner(trx: Trx, actor: Actor, id: number, what: string): Promise<Owner> {
  if (id === actor.userId) {
    const { rows } = await sql<Owner>`
      select id, first_name, email, role from users where id = ${id} for no key update`.execute(trx)
    await requireSession(trx, actor)
    return rows[0]!
  }
  if (actor.scope.kind !== 'lab') throw new NotFound(what)
  const { row, facts } = await lockPerson(trx, actor, id)
  if (!may.update(actor, facts)) throw new NotFound(what)
  refuse(blocked.update(facts))
  return row
}

/**
 * Adds an additional address for notifications to a management person, and tells the main address
 * (`people/additional-emails`).
 * @throws NotFound for people whom the actor may not change, Invalid
 */
export async function addEmail(
  trx: Trx,
  actor: Actor,
  { email, user_id = actor.userId }: { email: string; user_id?: number | undefined },
  publicUrl: string,
): Promise<AdditionalEmail> {
  const owner = await lockOwner(trx, actor, user_id, 'This user')
  const { rows } = await sql<{ email: string }>`
    select lower(email) as email from additional_emails where user_id = ${owner.id}`.execute(trx)
  const problem = !isManagement(owner.role as UserRole | null)
    ? 'Only people of the lab and of partner labs have additional emails.'
    : rows.length >= most
      ? `At most ${most} additional emails.`
      : [owner.email, ...rows.map((row) => row.email)].includes(email.toLowerCase())
        ? 'This email is on the list already.'
        : null
  if (problem !== null) throw new Invalid({ email: [problem] })
  const added = await trx
    .insertInto('additional_emails')
    .values({ user_id: owner.id, email, created_at: actor.now })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()
  const mail = additionalEmailMail(owner.first_name, { email, link: `${publicUrl}/account` })
  await queueMail(trx, { ...mail, to: owner.email, kind: 'access.additional_email' })
  await tell(trx, actor, owner.id, { additional_email: 'added', email })
  return added
}

/** Deletes an additional address. @throws NotFound for that of a person whom the actor may not change */
export async function removeEmail(trx: Trx, actor: Actor, id: number): Promise<void> {
  const found = await trx.selectFrom('additional_emails').select('user_id').where('id', '=', id).executeTakeFirst()
  if (!found) throw new NotFound('This email')
  const owner = await lockOwner(trx, actor, found.user_id, 'This email')
  const gone = await trx.deleteFrom('additional_emails').where('id', '=', id).returning('email').executeTakeFirst()
  if (!gone) throw new NotFound('This email')
  await tell(trx, actor, owner.id, { additional_email: 'deleted', email: gone.email })
}

const tell = (trx: Trx, actor: Actor, id: number, data: object) =>
  record(trx, actor, [{ subject: 'user', id, organizationId: null, event: 'changed', data }])

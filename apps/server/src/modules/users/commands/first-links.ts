import type { UserRole } from '@archwire/contract/roles.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { permit } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { refuseManyLinks } from '../../../services/mail/invitations.ts'
import { voidTokens } from '../../auth/index.ts'
import { may } from '../policy.ts'
import { blocked, mayStillMake } from '../rules.ts'
import { lockPerson } from './lock-person.ts'
import { sendFirstPasswordLink } from './send-links.ts'

/** Who vouches for the account `u` of a person without a password. */
const maker = sql`coalesce(u.first_link_by_user_id, u.created_by_user_id)`

/**
 * Whether a person has no password yet and who made the account may no longer make it (`people/first-link`). Locks the
 * maker, whose archive or new role waits; so ask before the person is locked.
 */
export async function firstLinkEnded(trx: Trx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ role: UserRole | null; by_role: UserRole | null; by_archived: boolean }>`
    select u.role, m.role as by_role, m.deleted_at is not null as by_archived from users u join users m on m.id = ${maker}
    where u.id = ${userId} and u.password_hash is null for share of m`.execute(trx)
  const [made] = rows
  return made !== undefined && !mayStillMake({ role: made.by_role, archived: made.by_archived }, made.role)
}

/**
 * Ends the first links of accounts without a password that a person made and may no longer make: after an archive or a
 * new role, in the same transaction (`people/first-link`).
 */
export async function endFirstLinksBy(
  trx: Trx,
  actor: Actor,
  by: { id: number; role: UserRole | null; archived: boolean },
): Promise<void> {
  const { rows } = await sql<{ id: number; role: UserRole | null }>`
    select u.id, u.role from users u
    where u.password_hash is null and u.deleted_at is null and ${maker} = ${by.id}
    order by u.id`.execute(trx)
  const ended = rows.filter(({ role }) => !mayStillMake(by, role))
  for (const { id } of ended) await voidTokens(trx, ['initial'], id)
  await record(
    trx,
    actor,
    ended.map(({ id }) => ({
      subject: 'user',
      id,
      organizationId: null,
      event: 'first_link_ended',
      data: { made_by: by.id },
    })),
  )
}

/** Notes who of the lab vouches from now on for the account of a person without a password. */
export async function standForFirstLink(trx: Trx, actor: Actor, userId: number): Promise<void> {
  await sql`update users set first_link_by_user_id = ${actor.userId}
    where id = ${userId} and password_hash is null`.execute(trx)
}

/**
 * Sends a person without a password the link to choose one again; the earlier one stops working, and the account lasts
 * as long as the actor may make it (`people/first-link`). @throws NotFound, Forbidden, Conflict, Invalid
 */
export async function sendLinkAgain(trx: Trx, actor: Actor, id: number, publicUrl: string): Promise<void> {
  const { row, facts } = await lockPerson(trx, actor, id)
  permit(may.send_link(actor, facts), blocked.send_link(facts))
  await refuseManyLinks(trx, 'access.initial', { email: row.email, by: actor.userId })
  await standForFirstLink(trx, actor, id)
  await sendFirstPasswordLink(trx, { ...row, role: facts.role }, publicUrl, { sentBy: actor.userId })
  await record(trx, actor, [{ subject: 'user', id, organizationId: null, event: 'first_link_sent' }])
}

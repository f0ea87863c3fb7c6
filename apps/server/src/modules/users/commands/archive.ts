import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { checkVersion, Invalid, permit } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { archiveRow, restoreRow } from '../../../kernel/records.ts'
import { voidAccess } from '../../auth/index.ts'
import { handOverCases } from '../../cases/index.ts'
import { endInvitationsBy, tellOfArchivedOwner } from '../../organizations/index.ts'
import { closeLostShareLinks } from '../../share-links/index.ts'
import { may } from '../policy.ts'
import { blocked } from '../rules.ts'
import { endFirstLinksBy } from './first-links.ts'
import { lockPerson } from './lock-person.ts'
import { endEmailsAskedBy } from './new-email.ts'

/**
 * Archives a person, whose sessions, links of mails, share links, sent invitations and emails that they asked for end at
 * once, as do the first links of accounts that the person made (`people/first-link`); open cases go to the doctor
 * `hand_over_to`, or stay under the name (`people/archived`). The other owners of the person's practices get a notice.
 * Returns how many were handed over.
 */
export async function archivePerson(
  trx: Trx,
  actor: Actor,
  id: number,
  { hand_over_to: to, version }: { hand_over_to: number | null; version?: number | undefined },
  publicUrl: string,
): Promise<number> {
  const { row, facts } = await lockPerson(trx, actor, id, { guards: true })
  permit(may.archive(actor, facts), blocked.archive(facts))
  checkVersion(version, row.version)
  const handedOver = to === null ? 0 : await handOver(trx, actor, id, to)
  await archiveRow(trx, 'users', row, actor.now)
  await voidAccess(trx, id)
  await endInvitationsBy(trx, actor, id)
  await endEmailsAskedBy(trx, actor, id)
  await closeLostShareLinks(trx, actor, { madeBy: id })
  await endFirstLinksBy(trx, actor, { id, role: facts.role, archived: true })
  await record(trx, actor, [
    {
      subject: 'user',
      id,
      organizationId: null,
      event: 'archived',
      data: { hand_over_to: to, handed_over: handedOver },
    },
  ])
  await tellOfArchivedOwner(trx, { userId: id, by: actor.userId, at: actor.now, publicUrl })
  return handedOver
}

/** Hands over the open cases in each practice that both people belong to. @throws Invalid when there is none */
export async function handOver(trx: Trx, actor: Actor, from: number, to: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select o.id from organizations o
    join memberships g on g.organization_id = o.id and g.user_id = ${from}
    join memberships t on t.organization_id = o.id and t.user_id = ${to}
    join users d on d.id = t.user_id and d.role = 'doctor' and d.deleted_at is null
    where o.kind = 'practice' and o.deleted_at is null and d.id <> ${from} order by o.id`.execute(trx)
  if (rows.length === 0) throw new Invalid({ hand_over_to: ['Choose a doctor of the same organization.'] })
  let handedOver = 0
  for (const { id: organizationId } of rows)
    handedOver += await handOverCases(trx, actor, { organizationId, from, to, which: 'open' })
  return handedOver
}

/** Restores an archived person, who signs in with the password of before. */
export async function restorePerson(trx: Trx, actor: Actor, id: number): Promise<void> {
  const { row, facts } = await lockPerson(trx, actor, id)
  permit(may.restore(actor, facts), blocked.restore(facts))
  await restoreRow(trx, 'users', row, actor.now)
  await record(trx, actor, [{ subject: 'user', id, organizationId: null, event: 'restored' }])
}

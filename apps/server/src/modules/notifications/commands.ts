import type { Notification } from '@archwire/contract/notifications/routes.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'
import { eventRows } from '../../kernel/outbox.ts'
import { ownNotifications, notificationJson } from './queries.ts'

/** The type of the notice about the messages of a case, which stays unread until they are read (`notices/message`). */
export const ofMessages = 'message'

/** Marks one of one's own notifications read; a read one stays as it is. 404 for another person's. */
export async function markAsRead(trx: Trx, actor: Actor, id: number): Promise<Notification> {
  const { rows } = await sql<{ item: Notification }>`
    update notifications n set read_at = coalesce(n.read_at, ${actor.now}) where n.id = ${id} and ${ownNotifications(actor)}
    returning ${notificationJson(actor)} as item`.execute(trx)
  if (!rows[0]) throw new NotFound('This notification')
  return rows[0].item
}

/**
 * Marks one's own notifications about a case read, because one has opened it (`notices/settled`): all but that of its
 * messages, which its conversation marks. Returns how many were unread. 404 for a case out of reach.
 */
export async function readOfCase(trx: Trx, actor: Actor, patientId: number): Promise<number> {
  const { rows: seen } = await sql<{ read: number }>`
    with p as (
      select p.organization_id, p.id from ${rows(actor.scope, 'patients', 'p')} where p.id = ${patientId}
    ), read as (
      update notifications n set read_at = ${actor.now} from p
      where n.organization_id = p.organization_id and n.patient_id = p.id and n.user_id = ${actor.userId}
        and n.type <> ${ofMessages} and n.read_at is null returning n.id
    )
    select (select count(*)::int from read) as read from p`.execute(trx)
  if (!seen[0]) throw new NotFound('This case')
  return seen[0].read
}

/** The lines of every bell about a case follow its name: a corrected one is not read wrong any longer (`cases/correct`). */
export async function renameInBells(
  trx: Trx,
  facts: { id: number; organization_id: number },
  name: string,
): Promise<void> {
  await sql`update notifications set patient_name = ${name}
    where organization_id = ${facts.organization_id} and patient_id = ${facts.id} and patient_name <> ${name}`.execute(
    trx,
  )
}

/** What the bells of some people say about a case is read: they saw it where it is, or it is settled. */
export async function bellsRead(
  trx: Trx,
  { now }: Pick<Actor, 'now'>,
  { users, patient, type }: { users: number[]; patient: { id: number; organization_id: number }; type: string },
): Promise<void> {
  await sql`
    with read as (
      update notifications set read_at = ${now} where organization_id = ${patient.organization_id} and patient_id = ${patient.id}
        and type = ${type} and read_at is null and user_id = any(${users}::int[]) returning id, user_id
    )
    ${eventRows(sql`select 'notification.created', jsonb_build_object('id', id, 'user_id', user_id) from read`)}`.execute(
    trx,
  )
}

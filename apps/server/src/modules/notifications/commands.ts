import type { Notification } from '@archwire/contract/notifications/routes.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'
import { eventRows } from '../../kernel/outbox.ts'
import { ownNotifications, notificationJson } from './queries.ts'

/** Marks one of one's own notifications read; a read one stays as it is. 404 for another person's. */
export async function markAsRead(trx: Trx, actor: Actor, id: number): Promise<Notification> {
  const { rows } = await sql<{ item: Notification }>`
    update notifications n set read_at = coalesce(n.read_at, ${actor.now}) where n.id = ${id} and ${ownNotifications(actor)}
    returning ${notificationJson} as item`.execute(trx)
  if (!rows[0]) throw new NotFound('This notification')
  return rows[0].item
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

/** What the bells of some people say about a case is read: they saw it where it stands, or it is settled. */
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

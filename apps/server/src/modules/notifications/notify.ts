import { notificationKinds, type LiveNotificationKind } from '@archwire/contract/notifications/kinds.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import { eventRows } from '../../kernel/outbox.ts'
import { pushAgainRows, pushRows } from '../../services/push/queue.ts'
import { queueMail, type QueuedMail } from '../../services/mail/queue.ts'

/** A notice to people, by bell and mail. */
export interface Notice {
  /** The organization's setting that it follows; null where action is required, which has none. */
  kind: LiveNotificationKind | null
  /** One history entry notifies a person once per type. */
  type: string
  at: Date
  organizationId: number
  patient: { id: number; name: string }
  /** The entry of the case's history that it reports. */
  historyId: number | null
  /** The person who caused it, who is not notified. */
  by: number | null
  bell: { user: number; message: string; link: string }[]
  /**
   * Takes the place of what the bell still says unread of this type about this case: one line, the latest. It stays the
   * same notification, so that what a device shows of it already leads somewhere, and is replaced, too.
   */
  latestOnly?: boolean
  mail?: Omit<QueuedMail, 'organizationId' | 'historyId'> | undefined
}

/**
 * The only place that writes bell, mail and pushes. Repeating it for the same entry notifies no one twice (`notices/once`); kinds without mail
 * write none.
 */
export async function notify(
  trx: Trx,
  { kind, type, at, organizationId, patient, historyId, by, bell, latestOnly = false, mail }: Notice,
): Promise<void> {
  const told = bell.filter(({ user }) => user !== by)
  if (told.length > 0)
    await sql`
      with x as (
        select * from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as x("user" int, message text, link text)
      ), replaced as (
        update notifications n set message = x.message, link = x.link, patient_name = ${patient.name}, created_at = ${at}
        from x where ${latestOnly} and n.organization_id = ${organizationId} and n.patient_id = ${patient.id}
          and n.type = ${type} and n.read_at is null and n.user_id = x."user" returning n.id, n.user_id
      ), inserted as (
        insert into notifications (user_id, organization_id, patient_id, history_id, type, message, link, patient_name, created_at)
        select x."user", ${organizationId}, ${patient.id}, ${historyId}, ${type}, x.message, x.link, ${patient.name}, ${at}
        from x where not exists (select 1 from replaced where replaced.user_id = x."user")
        on conflict do nothing returning id, user_id
      ), told as (
        select id, user_id from replaced union all select id, user_id from inserted
      ), again as (${pushAgainRows(sql`replaced`)}), pushed as (${pushRows(sql`told`, type)})
      ${eventRows(sql`select 'notification.created', jsonb_build_object('id', id, 'user_id', user_id) from told`)}`.execute(
      trx,
    )
  if (mail && (kind === null || notificationKinds[kind].mail !== null))
    await queueMail(trx, { ...mail, organizationId, ...(historyId === null ? {} : { historyId }) })
}

/** Notifies a person of several cases at once: a line in the bell for each, one mail for all. */
export async function notifyTogether(trx: Trx, notices: Omit<Notice, 'mail'>[], mail: QueuedMail): Promise<void> {
  await queueMail(trx, mail)
  for (const notice of notices) await notify(trx, notice)
}

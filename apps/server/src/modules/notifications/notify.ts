import { notificationKinds, type LiveNotificationKind } from '@archwire/contract/notifications/kinds.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import { eventRows } from '../../kernel/outbox.ts'
import { queueMail, type QueuedMail } from '../../services/mail/queue.ts'

/** What people are told, by bell and mail. */
export interface Notice {
  /** Which setting of the organization it follows; null where somebody is asked to act, which has none. */
  kind: LiveNotificationKind | null
  /** What the bell shows its icon by; one entry tells one person once of a type. */
  type: string
  at: Date
  organizationId: number
  patient: { id: number; name: string }
  /** The entry of the case's history that it tells of. */
  historyId: number | null
  /** Who caused it knows already. */
  by: number | null
  bell: { user: number; message: string; link: string }[]
  mail?: Omit<QueuedMail, 'organizationId' | 'historyId'> | undefined
}

/** The one place that writes bell and mail. Repeated for the same entry it tells nobody twice; kinds without mail write none. */
export async function notify(
  trx: Trx,
  { kind, type, at, organizationId, patient, historyId, by, bell, mail }: Notice,
): Promise<void> {
  const told = bell.filter(({ user }) => user !== by)
  if (told.length > 0)
    await sql`
      with told as (
        insert into notifications (user_id, organization_id, patient_id, history_id, type, message, link, patient_name, created_at)
        select x."user", ${organizationId}, ${patient.id}, ${historyId}, ${type}, x.message, x.link, ${patient.name}, ${at}
        from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as x("user" int, message text, link text)
        on conflict do nothing returning id, user_id
      )
      ${eventRows(sql`select 'notification.created', jsonb_build_object('id', id, 'user_id', user_id) from told`)}`.execute(
      trx,
    )
  if (mail && (kind === null || notificationKinds[kind].mail !== null))
    await queueMail(trx, { ...mail, organizationId, ...(historyId === null ? {} : { historyId }) })
}

/** Tells somebody of several cases at once: a line in the bell for each, one mail for all. */
export async function notifyTogether(trx: Trx, notices: Omit<Notice, 'mail'>[], mail: QueuedMail): Promise<void> {
  await queueMail(trx, mail)
  for (const notice of notices) await notify(trx, notice)
}

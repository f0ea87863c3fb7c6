import { notificationKinds, type NotificationKind } from '@archwire/contract/notifications/kinds.ts'
import type { Recorded } from '@archwire/contract/subjects.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import { eventRows } from '../../kernel/outbox.ts'
import { pushAgainRows, pushRows } from '../../services/push/queue.ts'
import { queueMail, type QueuedMail } from '../../services/mail/queue.ts'
import { isSameAddress, mailSettings, tellsMembers } from './settings.sql.ts'

/** A notice to people, by bell and mail. */
export interface Notice {
  /** The organization's setting that it follows; null where action is required, which has none. */
  kind: NotificationKind | null
  /** One history entry notifies a person once per type; so does one moment of another record. */
  type: string
  at: Date
  /** Null: about no organization. Such a notice has no mail. */
  organizationId: number | null
  /** The case that it is about, if it is about one. */
  patient?: { id: number; name: string }
  /** The record that it is about, if that is no case. Its mail is sent once for each activity and address. */
  about?: { subject: Exclude<Recorded, 'case'>; id: number }
  /** The entry of the case's history that it reports. */
  historyId: number | null
  /** The person who caused it, who is not notified. */
  by: number | null
  bell: { user: number; message: string; link: string }[]
  /**
   * Takes the place of what the bell still says unread of this type about this case: one line, the latest. It stays the
   * same notification, so that what a browser shows of it already leads somewhere, and is replaced, too.
   */
  latestOnly?: boolean
  /** Nothing is left to do for it: it is in the bell, read. */
  settled?: boolean
  /** To the person whom it is for, or to each of several. */
  mail?: Letter | Letter[] | undefined
  /** To each additional address of the kind: no more about the patient than the mail says. */
  copy?: Omit<Letter, 'to'> | undefined
}
type Letter = Omit<QueuedMail, 'organizationId' | 'historyId' | 'activity'>

/**
 * The only place that writes bell, mail and pushes. Repeating it for the same entry, or the same moment of a record,
 * notifies no one twice (`notices/once`); kinds without mail write none. Members of an archived organization get nothing
 * about it, and nothing of a kind that is switched off (`notices/settings`).
 */
export async function notify(
  trx: Trx,
  {
    kind,
    type,
    at,
    organizationId,
    patient,
    about,
    historyId,
    by,
    bell,
    latestOnly = false,
    settled = false,
    mail,
    copy,
  }: Notice,
): Promise<void> {
  const [patientId, patientName] = [patient?.id ?? null, patient?.name ?? null]
  const told = bell.filter(({ user }) => user !== by)
  if (told.length > 0)
    await sql`
      with x as (
        select x.* from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as x("user" int, message text, link text)
        where not exists (select 1 from memberships m join organizations o on o.id = m.organization_id
          where m.user_id = x."user" and o.id = ${organizationId} and not ${tellsMembers(kind)})
      ), replaced as (
        update notifications n set message = x.message, link = x.link, patient_name = ${patientName}, created_at = ${at}
        from x where ${latestOnly} and n.organization_id = ${organizationId} and n.patient_id = ${patientId}
          and n.type = ${type} and n.read_at is null and n.user_id = x."user" returning n.id, n.user_id
      ), inserted as (
        insert into notifications (user_id, organization_id, patient_id, history_id, subject, subject_id, type, message, link, patient_name, created_at, read_at)
        select x."user", ${organizationId}, ${patientId}, ${historyId}, ${about?.subject ?? null}, ${about?.id ?? null}, ${type},
          x.message, x.link, ${patientName}, ${at}, ${settled ? at : null}
        from x where not exists (select 1 from replaced where replaced.user_id = x."user")
        on conflict do nothing returning id, user_id
      ), told as (
        select id, user_id from replaced union all select id, user_id from inserted
      ), again as (${pushAgainRows(sql`replaced`)}), pushed as (${pushRows(sql`told`, type)})
      ${eventRows(sql`select 'notification.created', jsonb_build_object('id', id, 'user_id', user_id) from told`)}`.execute(
      trx,
    )
  const letters = [mail ?? []].flat()
  if (
    organizationId === null ||
    (letters.length === 0 && !copy) ||
    (kind !== null && notificationKinds[kind].mail === null)
  )
    return
  const { sends, additional } = await mailSettings(trx, organizationId, kind)
  if (!sends) return
  const activity = about && `${type} ${about.id} ${at.toISOString()}`
  const entry = { organizationId, ...(historyId === null ? {} : { historyId }), ...(activity ? { activity } : {}) }
  for (const letter of letters) await queueMail(trx, { ...letter, ...entry })
  if (copy)
    await sendCopies(
      trx,
      additional,
      { ...copy, ...entry },
      letters.map(({ to }) => to),
    )
}

/** Sends a letter to additional addresses of a kind, but to none of `except`: their own mail says the same. */
export async function sendCopies(
  db: Db,
  addresses: readonly string[],
  letter: Omit<QueuedMail, 'to'>,
  except: readonly string[] = [],
): Promise<void> {
  for (const to of addresses)
    if (!except.some((address) => isSameAddress(to, address))) await queueMail(db, { ...letter, to })
}

/** Notifies a person of several cases at once: a line in the bell for each, one mail for all. */
export async function notifyTogether(trx: Trx, notices: Omit<Notice, 'mail'>[], mail: QueuedMail): Promise<void> {
  await queueMail(trx, mail)
  for (const notice of notices) await notify(trx, notice)
}

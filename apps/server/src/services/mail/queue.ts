import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import { jobRows } from '../../kernel/outbox.ts'
import type { KeptWords, LinkedWords } from './template.ts'

export interface QueuedMail extends LinkedWords {
  to: string
  kind: string
  organizationId?: number
  /** Who entered the address; absent where no one did, or a stranger asked for the mail. */
  sentBy?: number
  /** The entry of a case's history that it reports: one mail per entry, kind and address. */
  historyId?: number
  /** The activity of another record that it reports: one mail per activity and address. */
  activity?: string
}

/** The job that sends a mail. `takesToken`: its link gets a one-time token when it leaves. */
interface Delivery {
  name: string
  payload: Record<string, number>
  takesToken: boolean
}

/**
 * The only way to send mail: stores its words and its link, each in a column of its own, in the writer's transaction; a
 * job lays it out and delivers it after the commit: `mail.send`, or one that makes its one-time link.
 */
export async function queueMail(
  db: Db,
  {
    to,
    kind,
    subject,
    greeting,
    lead,
    note,
    action,
    why,
    stop,
    link,
    organizationId,
    sentBy,
    historyId,
    activity,
  }: QueuedMail,
  { name, payload, takesToken }: Delivery = { name: 'mail.send', payload: {}, takesToken: false },
): Promise<void> {
  const words: KeptWords = {
    greeting,
    lead,
    note,
    action,
    ...(why === undefined ? {} : { why }),
    ...(stop === undefined ? {} : { stop }),
  }
  await sql`
    with written as (
      insert into mails (to_address, subject, words, link, takes_token, kind, organization_id, sent_by_user_id, history_id, activity, created_at)
      values (${to}, ${subject}, ${JSON.stringify(words)}::jsonb, ${link}, ${takesToken}, ${kind}, ${organizationId ?? null}, ${sentBy ?? null}, ${historyId ?? null}, ${activity ?? null}, ${now()})
      on conflict do nothing returning id
    )
    ${jobRows(sql`select ${name}::text, jsonb_build_object('mail_id', id) || ${JSON.stringify(payload)}::jsonb, 0 from written`)}`.execute(
    db,
  )
}

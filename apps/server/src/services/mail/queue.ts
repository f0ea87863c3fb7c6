import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import { jobRows } from '../../kernel/outbox.ts'

export interface QueuedMail {
  to: string
  kind: string
  subject: string
  text: string
  html: string
  organizationId?: number
  /** The entry of a case's history that it reports: one mail per entry, kind and address. */
  historyId?: number
  /** The activity of another record that it reports: one mail per activity and address. */
  activity?: string
}

/**
 * The only way to send mail: stores it in the writer's transaction; a job delivers it after the commit: `mail.send`, or
 * one that completes it.
 */
export async function queueMail(
  db: Db,
  { to, kind, subject, text, html, organizationId, historyId, activity }: QueuedMail,
  job: { name: string; payload: Record<string, number> } = { name: 'mail.send', payload: {} },
): Promise<void> {
  await sql`
    with written as (
      insert into mails (to_address, subject, body_text, body_html, kind, organization_id, history_id, activity, created_at)
      values (${to}, ${subject}, ${text}, ${html}, ${kind}, ${organizationId ?? null}, ${historyId ?? null}, ${activity ?? null}, ${now()})
      on conflict do nothing returning id
    )
    ${jobRows(sql`select ${job.name}::text, jsonb_build_object('mail_id', id) || ${JSON.stringify(job.payload)}::jsonb, 0 from written`)}`.execute(
    db,
  )
}

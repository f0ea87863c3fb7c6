import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'

/** Keeps a mail in the writer's transaction; a job delivers it after the commit: `mail.send`, or one that completes it. */
export async function queueMail(
  trx: Trx,
  mail: { to: string; kind: string; subject: string; text: string; html: string },
  job: { name: string; payload: Record<string, number> } = { name: 'mail.send', payload: {} },
): Promise<void> {
  await sql`
    with written as (
      insert into mails (to_address, subject, body_text, body_html, kind, created_at)
      values (${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html}, ${mail.kind}, ${now()}) returning id
    )
    insert into outbox (kind, name, payload) select 'job', ${job.name},
      jsonb_build_object('mail_id', id) || ${JSON.stringify(job.payload)}::jsonb from written`.execute(trx)
}

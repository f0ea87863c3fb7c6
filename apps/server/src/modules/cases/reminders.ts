import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import { caseMail } from '../../services/mail/template.ts'

interface Waiting {
  doctor_id: number
  full_name: string
  email: string
  cases: string[]
}

/**
 * The weekly reminder (decisions §12): one mail a doctor with all cases that wait for approval. Safe to run twice: a doctor
 * who was reminded in the last day is not reminded again.
 */
export async function remind(db: Db, publicUrl: string): Promise<void> {
  const { rows } = await sql<Waiting>`
    select d.id as doctor_id, d.full_name, d.email,
      array_agg(coalesce(nullif(c.case_number_text, ''), 'C-' || c.patient_id) order by c.created_at) as cases
    from case_rows c join users d on d.id = c.doctor_id and d.deleted_at is null
    join organizations o on o.id = c.organization_id and o.deleted_at is null
    where c.patient_status_id = 3 and not c.archived and not c.cancelled and not c.is_on_hold
      and not exists (select 1 from mails m where m.kind = 'approvals.reminder' and m.to_address = d.email
        and m.created_at > ${new Date(now().getTime() - 86_400_000)})
    group by d.id, d.full_name, d.email`.execute(db)
  for (const doctor of rows) await write(db, doctor, publicUrl)
}

async function write(db: Db, doctor: Waiting, publicUrl: string): Promise<void> {
  const { cases } = doctor
  const count = cases.length === 1 ? 'One setup waits' : `${cases.length} setups wait`
  const mail = caseMail({
    subject: `${count} for your approval`,
    greeting: `Dear ${doctor.full_name},`,
    lead: `${count} for your approval: ${cases.slice(0, 20).join(', ')}${cases.length > 20 ? ' …' : ''}.`,
    note: null,
    action: 'Look at them',
    link: `${publicUrl}/patients?filter[patient_status_id]=3`,
  })
  await sql`
    with written as (
      insert into mails (to_address, subject, body_text, body_html, kind, created_at)
      values (${doctor.email}, ${mail.subject}, ${mail.text}, ${mail.html}, 'approvals.reminder', ${now()}) returning id
    )
    insert into outbox (kind, name, payload) select 'job', 'mail.send', jsonb_build_object('mail_id', id) from written`.execute(
    db,
  )
}

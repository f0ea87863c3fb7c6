import type { CaseEventName } from '@archwire/contract/events.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import { mailFor } from './mails.ts'

/** One entry of a case's history with everybody it may concern. */
interface Announced {
  id: number
  at: Date
  /** The request that the entry is about, if it is about one. */
  request_id: number | null
  event: CaseEventName
  note: string | null
  user_id: number | null
  user_name: string
  patient_id: number
  organization_id: number
  patient_name: string
  case_label: string
  doctor_id: number | null
  doctor_name: string | null
  doctor_email: string | null
  creator_id: number | null
  assigned_to: number | null
  submission: number | null
  partner_users: number[]
  lab_users: number[]
}

const practiceWords: Partial<Record<CaseEventName, string>> = {
  ready: 'The setup waits for your approval',
  held: 'The case is on hold',
  unheld: 'The case is back in work',
  file_flagged: 'A file needs your attention',
  setup_completed: 'The setup is completed',
  request_completed: 'The print is completed',
  request_canceled: 'A request was canceled',
}
const labWords: Partial<Record<CaseEventName, string>> = {
  submitted: 'New case',
  approved: 'The setup was approved',
  changes_requested: 'The doctor asks for changes',
  print_requested: 'Printing was asked for',
  request_canceled: 'A request was canceled',
  file_flagged: 'A file was flagged',
}

/** The job behind `announce`: bell and mail for one entry, once, however often it runs (unique by entry, person, kind). */
export async function announce(db: Db, historyId: number, publicUrl: string): Promise<void> {
  const entry = await readEntry(db, historyId)
  if (!entry) return
  await db.transaction().execute(async (trx) => {
    await notify(trx, entry)
    await writeMail(trx, entry, publicUrl)
  })
}

async function readEntry(db: Db, id: number): Promise<Announced | undefined> {
  const { rows } = await sql<Announced>`
    select h.id, h.at, (h.data ->> 'request_id')::int as request_id, h.event, h.note, h.user_id, h.user_name, p.id as patient_id, p.organization_id,
      p.first_name || ' ' || p.last_name || coalesce(' (' || p.numeric_suffix || ')', '') as patient_name,
      coalesce(nullif(p.case_number_text, ''), 'C-' || p.id) as case_label,
      d.id as doctor_id, d.full_name as doctor_name, d.email as doctor_email, p.created_by_user_id as creator_id, w.assigned_to,
      r.submission_completed_by as submission,
      array(select m.user_id from memberships m join users u on u.id = m.user_id
        where m.organization_id = p.partner_organization_id and u.deleted_at is null) as partner_users,
      array(select u.id from users u where u.role in ('supervisor', 'tech_support') and u.deleted_at is null) as lab_users
    from case_history h
    join patients p on p.organization_id = h.organization_id and p.id = h.patient_id
    left join rx_forms r on r.organization_id = p.organization_id and r.patient_id = p.id
    left join tech_workflows w on w.organization_id = p.organization_id and w.patient_id = p.id and w.kind = 'initial_case_setup'
    left join users d on d.id = p.user_id and d.deleted_at is null
    where h.id = ${id}`.execute(db)
  return rows[0]
}

/** Practice: doctor and creator. Lab: the technician, else supervisors and tech support; a partner's work its members. */
async function notify(trx: Trx, entry: Announced): Promise<void> {
  const toPractice = practiceWords[entry.event]
  const toLab = labWords[entry.event]
  const practice = toPractice ? [entry.doctor_id, entry.creator_id] : []
  const lab = !toLab
    ? []
    : entry.submission === assignment.thirdParty
      ? entry.partner_users
      : entry.assigned_to
        ? [entry.assigned_to]
        : entry.lab_users
  const people = [
    ...practice.map((user) => ({ user, message: toPractice!, link: pathFor(entry, '/patient-details') })),
    ...lab.map((user) => ({ user, message: toLab!, link: pathFor(entry, '/patient-workflow') })),
  ].filter(({ user }) => user !== null && user !== entry.user_id)
  if (people.length === 0) return
  await sql`
    with told as (
      insert into notifications (user_id, organization_id, patient_id, history_id, type, message, link, patient_name, created_at)
      select x."user", ${entry.organization_id}, ${entry.patient_id}, ${entry.id}, ${entry.event}, x.message, x.link, ${entry.patient_name}, ${entry.at}
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as x("user" int, message text, link text)
      on conflict do nothing returning id, user_id
    )
    insert into outbox (kind, name, payload)
    select 'event', 'notification.created', jsonb_build_object('id', id, 'user_id', user_id) from told`.execute(trx)
}

/** Events of a request lead to it, others to the case. */
const pathFor = (entry: Announced, page: string): string =>
  entry.request_id === null ? `${page}/${entry.patient_id}` : `/requests/${entry.request_id}`

async function writeMail(trx: Trx, entry: Announced, publicUrl: string): Promise<void> {
  if (!entry.doctor_email || !entry.doctor_name) return
  const mail = mailFor(entry.event, {
    doctorName: entry.doctor_name,
    caseLabel: entry.case_label,
    note: entry.event === 'submitted' ? null : entry.note,
    link: publicUrl + pathFor(entry, '/patient-details'),
  })
  if (!mail) return
  await sql`
    with written as (
      insert into mails (to_address, subject, body_text, body_html, kind, organization_id, history_id, created_at)
      values (${entry.doctor_email}, ${mail.subject}, ${mail.text}, ${mail.html}, ${`case.${entry.event}`}, ${entry.organization_id}, ${entry.id}, ${entry.at})
      on conflict do nothing returning id
    )
    insert into outbox (kind, name, payload) select 'job', 'mail.send', jsonb_build_object('mail_id', id) from written`.execute(
    trx,
  )
}

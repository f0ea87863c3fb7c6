import type { CaseEventName } from '@archwire/contract/events.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { labScope, rows } from '../../db/scope.ts'
import { notify, recipients, type People } from '../notifications/index.ts'
import { mailFor, noticeWords, practiceWords } from './notice-words.ts'

/** One entry of a case's history with everyone it may concern. */
interface Announced {
  id: number
  at: Date
  /** The request that the entry is about, if any. */
  request_id: number | null
  /** Whether the print follows from the Rx form; a doctor who has just approved knows about it. */
  from_rx: boolean
  event: CaseEventName
  note: string | null
  user_id: number | null
  patient_id: number
  organization_id: number
  patient_name: string
  case_label: string
  doctor_name: string | null
  doctor_email: string | null
  people: People
}

/** The job behind `announce`: bell and mail for one entry, once, however often it runs (unique by entry, person, kind). */
export async function announce(db: Db, historyId: number, publicUrl: string): Promise<void> {
  const entry = await readEntry(db, historyId)
  const words = entry && noticeWords[entry.event]
  if (!entry || !words) return
  const to = (people: number[], message: string | undefined, page: string) =>
    message === undefined ? [] : people.map((user) => ({ user, message, link: pathFor(entry, page) }))
  const practice = isKnown(entry) ? undefined : practiceWords(words, entry.note)
  await db.transaction().execute((trx) =>
    notify(trx, {
      kind: words.kind,
      type: entry.event,
      at: entry.at,
      organizationId: entry.organization_id,
      patient: { id: entry.patient_id, name: entry.patient_name },
      historyId: entry.id,
      by: entry.user_id,
      bell: [
        // Of two lines for one person the first is kept: the technician is led to the work.
        ...to(recipients.lab(entry.people), words.lab, '/patient-workflow'),
        ...to(recipients.practice(entry.people), practice, '/patient-details'),
      ],
      mail: mailOf(entry, publicUrl),
    }),
  )
}

/** Sends a print of the Rx form to the doctor whose approval it follows from. */
const isKnown = ({ from_rx, user_id, people }: Announced): boolean => from_rx && user_id === people.doctor

function mailOf(entry: Announced, publicUrl: string) {
  const { doctor_name: doctorName, doctor_email: to, event } = entry
  if (isKnown(entry) || doctorName === null || to === null) return undefined
  const mail = mailFor(event, {
    doctorName,
    caseLabel: entry.case_label,
    note: event === 'submitted' ? null : entry.note,
    link: publicUrl + pathFor(entry, '/patient-details'),
  })
  return mail && { ...mail, to, kind: `case.${event}` }
}

const staff = sql.raw("('super_admin', 'admin', 'tech_support', 'supervisor')")

/** Keeps doctor and creator only while they belong to the practice, to the case's partner, or work at the lab. */
const still = (user: string) => sql`(select u.id from users u where u.id = ${sql.raw(user)} and u.deleted_at is null
  and (u.role in ${staff} or exists (select 1 from memberships m
    where m.organization_id in (p.organization_id, p.partner_organization_id) and m.user_id = u.id)))`

/** The technician; none once they have left. */
const technician = sql`(select u.id from users u where u.id = w.assigned_to and u.deleted_at is null and u.role in ${staff})`

async function readEntry(db: Db, id: number): Promise<Announced | undefined> {
  const found = await sql<Announced>`
    select h.id, h.at, (h.data ->> 'request_id')::int as request_id, coalesce((h.data ->> 'from_rx')::bool, false) as from_rx,
      h.event, h.note, h.user_id, p.id as patient_id, p.organization_id,
      p.first_name || ' ' || p.last_name || coalesce(' (' || p.numeric_suffix || ')', '') as patient_name,
      coalesce(nullif(p.case_number_text, ''), 'C-' || p.id) as case_label, d.full_name as doctor_name, d.email as doctor_email,
      jsonb_build_object('doctor', d.id, 'creator', ${still('p.created_by_user_id')},
        'work', coalesce(pr.assignment, r.submission_completed_by), 'technician', ${technician},
        'partner', coalesce((select jsonb_agg(m.user_id) from memberships m join users u on u.id = m.user_id
          where m.organization_id = p.partner_organization_id and u.deleted_at is null), '[]'),
        'lab', coalesce((select jsonb_agg(u.id) from users u where u.role in ('supervisor', 'tech_support') and u.deleted_at is null),
          '[]')) as people
    from ${rows(labScope, 'case_history', 'h')}
    join patients p on p.organization_id = h.organization_id and p.id = h.patient_id
    left join rx_forms r on r.organization_id = p.organization_id and r.patient_id = p.id
    left join printing_requests pr on pr.organization_id = p.organization_id and pr.patient_id = p.id
      and pr.customer_request_id = (h.data ->> 'request_id')::int
    left join tech_workflows w on w.organization_id = p.organization_id and w.patient_id = p.id
      and case when pr.id is null then w.kind = 'initial_case_setup' else w.printing_request_id = pr.id end
    left join users d on d.id = ${still('p.user_id')}
    where h.id = ${id}`.execute(db)
  return found.rows[0]
}

/** Events of a request lead to it, others to the case. */
const pathFor = (entry: Announced, page: string): string =>
  entry.request_id === null ? `${page}/${entry.patient_id}` : `/requests/${entry.request_id}`

import { assignment } from '@archwire/contract/rx-forms/options.ts'
import type { CaseEventName } from '@archwire/contract/events.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { named } from '../../db/prepared.ts'
import { labScope, rows } from '../../db/scope.ts'
import {
  caseLabelSql,
  correctedBySql,
  correctorsJson,
  doctorStill,
  fullNameSql,
  isItsWork,
  partnerPeople,
  peopleJson,
  technicianOrLab,
} from '../case-core/index.ts'
import { announceAbout, recipients, type AnnounceTools, type People, type Told } from '../notifications/index.ts'
import { deadlineWords, gainedWords, lostWords, mailFor, noticeWords, practiceWords } from './notice-words.ts'

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
  doctor_zone: string | null
  approve_by: Date | null
  partner_name: string | null
  people: People
  /** Who was chosen for the work, if that is what happened. */
  chosen: number | null
  /** People who can correct a tray with an uploaded file. */
  correctors: number[]
  /** The technician of the print, or the people, of the lab or partner lab that prints the corrected trays. */
  printers: number[]
  /** People of the partner lab that got the work, and of the one that lost it. */
  gained: number[]
  lost: number[]
  /** Whether the partner that lost it sees the case all the same, for other work. */
  sees_on: boolean
}

/** The job about one entry of a case's history: bell and mail, once, however often it runs (unique by entry, person, kind). */
export const announce = announceAbout('case', { read: readEntry, words: wordsOf })

function wordsOf(entry: Announced, { publicUrl, labZone }: AnnounceTools): Told[] {
  const words = noticeWords[entry.event]
  if (!words) return []
  const to = (people: (number | null)[], message: string | undefined, page: string) =>
    message === undefined ? [] : [{ to: people.filter((id) => id !== null), message, link: pathFor(entry, page) }]
  const { technician } = entry.people
  const practice = isKnown(entry) ? undefined : practiceWords(words, entry.note)
  const gained = words.partner && gainedWords(words.partner.work)
  const lost = words.partner && lostWords(words.partner.work, `C-${entry.patient_id}`)
  const told: Told = {
    kind: words.kind,
    patient: { id: entry.patient_id, name: entry.patient_name },
    bell: [
      // Of two lines for one person the first is kept: the technician is led to the work.
      ...to(recipients.lab(entry.people), words.lab, '/patient-workflow'),
      // Only while it is theirs: who got it since gets a line of their own.
      ...to([technician === entry.chosen ? technician : null], words.technician, '/patient-workflow'),
      ...to(entry.correctors, words.corrector, '/patient-workflow'),
      ...to(entry.printers, words.printer, '/patient-workflow'),
      ...to(entry.gained, gained, '/patient-workflow'),
      ...(entry.sees_on ? to(entry.lost, lost, '/patient-workflow') : []),
      ...to(recipients.practice(entry.people), practice, '/patient-details'),
    ],
    mail: mailOf(entry, publicUrl, labZone),
    // The doctor may know already; the others do not.
    copy: letterOf(entry, null, publicUrl, labZone),
  }
  if (lost === undefined || entry.sees_on) return [told]
  // A notice about the case itself would be out of sight with it.
  return [told, { kind: words.kind, bell: [{ to: entry.lost, message: lost, link: '/patients-page' }] }]
}

/** Sends a print of the Rx form to the doctor whose approval it follows from. */
const isKnown = ({ from_rx, user_id, people }: Announced): boolean => from_rx && user_id === people.doctor

function mailOf(entry: Announced, publicUrl: string, labZone: string) {
  const { doctor_name: doctorName, doctor_email: to } = entry
  if (isKnown(entry) || doctorName === null || to === null) return undefined
  const letter = letterOf(entry, doctorName, publicUrl, labZone)
  return letter && { ...letter, to }
}

/** What an entry's mail says to the doctor, or (null) to an additional address: without a note, which is not for strangers. */
function letterOf(entry: Announced, doctorName: string | null, publicUrl: string, labZone: string) {
  const { event } = entry
  const letter = mailFor(event, {
    doctorName,
    caseLabel: entry.case_label,
    note: event === 'submitted' || doctorName === null ? null : entry.note,
    approveBy: entry.approve_by && deadlineWords(entry.approve_by, entry.doctor_zone ?? labZone),
    work: entry.people.work,
    partner: entry.partner_name,
    link: publicUrl + pathFor(entry, '/patient-details'),
  })
  return letter && { ...letter, kind: `case.${event}` }
}

/** Whether the entry `h` is about the correction of a request, whose work is not that of its print (`corrections/work`). */
const ofCorrection = sql`coalesce(h.data ->> 'kind' = 'flawed_tray', false)`

async function readEntry(db: Db, { history_id: id }: { history_id: number }): Promise<Announced | undefined> {
  const found = await named(
    'cases.announce',
    sql<Announced>`
      select h.id, h.at, (h.data ->> 'request_id')::int as request_id, coalesce((h.data ->> 'from_rx')::bool, false) as from_rx,
        h.event, h.note, h.user_id, p.id as patient_id, p.organization_id,
        ${fullNameSql} as patient_name,
        ${caseLabelSql('p')} as case_label, d.full_name as doctor_name, d.email as doctor_email,
        d.time_zone as doctor_zone, case when r.approve_by > h.at then r.approve_by end as approve_by,
        (select o.name from organizations o where o.id = p.partner_organization_id) as partner_name,
        ${peopleJson} || case when ${ofCorrection} then jsonb_build_object('work', ${correctedBySql('r')}) else '{}'::jsonb end as people, (h.data ->> 'technician')::int as chosen,
        ${correctorsJson} as correctors, case when ${ofCorrection} and pr.assignment = ${sql.lit(assignment.ownLab)} then ${technicianOrLab('pw')}
          else ${partnerPeople(sql`case when ${ofCorrection} and pr.assignment = ${sql.lit(assignment.thirdParty)} then p.partner_organization_id end`)} end as printers,
        ${partnerPeople(sql`(h.data ->> 'gained_by')::int`)} as gained, ${partnerPeople(sql`(h.data ->> 'lost_by')::int`)} as lost,
        coalesce((h.data ->> 'lost_by')::int = p.partner_organization_id, false) as sees_on
      from ${rows(labScope, 'case_history', 'h')}
      join patients p on p.organization_id = h.organization_id and p.id = h.patient_id
      left join rx_forms r on r.organization_id = p.organization_id and r.patient_id = p.id
      left join printing_requests pr on pr.organization_id = p.organization_id and pr.patient_id = p.id
        and pr.customer_request_id = (h.data ->> 'request_id')::int
      left join tech_workflows w on w.organization_id = p.organization_id and w.patient_id = p.id 
        and case when ${ofCorrection} then w.customer_request_id = (h.data ->> 'request_id')::int else ${isItsWork} end
      left join tech_workflows pw on pw.organization_id = pr.organization_id and pw.printing_request_id = pr.id
      left join users d on d.id = ${doctorStill}
      where h.id = ${id}`,
  ).execute(db)
  return found.rows[0]
}

/** Events of a request lead to it, others to the case; a hold to the conversation, where it is answered. */
const pathFor = (entry: Announced, page: string): string =>
  entry.request_id === null
    ? `${page}/${entry.patient_id}${entry.event === 'held' ? '#conversation' : ''}`
    : `/requests/${entry.request_id}`

import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import { ids } from '../../db/ids.ts'
import { labScope, rows } from '../../db/scope.ts'
import { now } from '../../kernel/clock.ts'
import type { LinkedWords } from '../../services/mail/template.ts'
import { caseLabelSql, fullNameSql } from '../case-core/index.ts'
import { additionalEmails, notifyTogether, sendCopies, tellsMembers } from '../notifications/index.ts'
import { openingFor } from './notice-words.ts'

const awaiting = patientStatuses.awaiting_approval

interface Waiting {
  doctor_id: number
  full_name: string
  email: string
  cases: { id: number; label: string; name: string; organization_id: number; rung: boolean }[]
}

const setting = 'approval_reminder' as const
const mailKind = 'approvals.reminder'
const bellType = 'approval_reminder'

/** Cases `c` that wait for the approval of their doctor `d`, of practices `o` that want to be reminded. */
const waitingCases = sql`
    ${rows(labScope, 'case_rows', 'c')} join patients p on p.organization_id = c.organization_id and p.id = c.patient_id
    join users d on d.id = c.doctor_id and d.deleted_at is null and d.role = 'doctor'
    join memberships m on m.organization_id = c.organization_id and m.user_id = d.id
    join organizations o on o.id = c.organization_id and o.disabled_at is null and ${tellsMembers(setting)}`
const isWaiting = sql`
    c.patient_status_id = ${ids(awaiting)} and not c.archived and not c.cancelled and not c.is_on_hold`
const label = caseLabelSql('c')
const lastDay = () => new Date(now().getTime() - 86_400_000)

/**
 * The weekly reminder (`notices/reminder`): one mail per doctor with all cases that wait for approval, and a line in
 * the bell for each that has no unread one yet; and one mail per practice to each of its additional addresses. Safe to
 * run twice: an address that was reminded within the last day is skipped.
 */
export async function remind(db: Db, publicUrl: string): Promise<void> {
  const waiting = await sql<Waiting>`
    select d.id as doctor_id, d.full_name, d.email,
      jsonb_agg(jsonb_build_object('id', p.id, 'label', ${label},
        'name', ${fullNameSql},
        'organization_id', c.organization_id,
        'rung', exists (select 1 from notifications n where n.user_id = d.id and n.type = ${bellType} and n.patient_id = p.id
          and n.read_at is null)) order by c.created_at) as cases
    from ${waitingCases}
    where ${isWaiting}
      and not exists (select 1 from mails m where m.kind = ${mailKind} and m.to_address = d.email
        and m.organization_id is null and m.created_at > ${lastDay()})
    group by d.id, d.full_name, d.email`.execute(db)
  for (const doctor of waiting.rows) await remindDoctor(db, doctor, publicUrl)
  await remindOthers(db, publicUrl)
}

/** Of how many setups the reminder tells this doctor. */
export async function countReminded(db: Db, doctorId: number): Promise<number> {
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from ${waitingCases} where ${isWaiting} and d.id = ${doctorId}`.execute(db)
  return counted[0]!.count
}

/** A doctor whose own mail lists all cases of the practice gets no second one. */
async function remindOthers(db: Db, publicUrl: string): Promise<void> {
  const { rows: others } = await sql<{ organization_id: number; address: string; labels: string[] }>`
    select c.organization_id, a.address, array_agg(${label} order by c.created_at) as labels
    from ${waitingCases} cross join lateral ${additionalEmails(setting)} a
    where ${isWaiting}
      and not exists (select 1 from mails m where m.kind = ${mailKind} and m.to_address = a.address
        and m.organization_id = c.organization_id and m.created_at > ${lastDay()})
    group by c.organization_id, a.address
    having not bool_and(lower(d.email) = lower(a.address))`.execute(db)
  for (const { organization_id: organizationId, address, labels } of others)
    await sendCopies(db, [address], { ...letterFor(null, labels, publicUrl), kind: mailKind, organizationId })
}

/**
 * Empties the reminders that may name this case among others, and mails about its conversation: those to doctors who were
 * reminded of it, to additional addresses of its practice, and to addresses that no account has. One that was not sent
 * yet is not sent; the next week's follows.
 */
export async function forgetReminders(
  trx: Trx,
  { id, organization_id }: { id: number; organization_id: number },
): Promise<void> {
  await sql`update mails set subject = '', words = null, link = null, state = case state when 'waiting' then 'failed' else state end
    where kind in (${mailKind}, 'approvals.deadline') and (state = 'waiting' or state <> 'waiting' and words is not null) and (to_address in (
      select u.email from notifications n join users u on u.id = n.user_id
      where n.organization_id = ${organization_id} and n.patient_id = ${id} and n.type in (${bellType}, 'approve_by'))
      or organization_id = ${organization_id} or not exists (select from users u where u.email = to_address))
      or kind = 'case.message' and link like ${`%/${id}#conversation`}`.execute(trx)
}

async function remindDoctor(db: Db, { doctor_id, full_name, email, cases }: Waiting, publicUrl: string): Promise<void> {
  const letter = letterFor(
    full_name,
    cases.map((waits) => waits.label),
    publicUrl,
  )
  const bells = cases
    .filter(({ rung }) => !rung)
    .map((waits) => bellOf(doctor_id, waits, bellType, 'The setup is still waiting for your approval'))
  await db.transaction().execute((trx) => notifyTogether(trx, bells, { ...letter, to: email, kind: mailKind }))
}

/** The reminder to a doctor, or (null) to an additional address. */
function letterFor(doctorName: string | null, labels: readonly string[], publicUrl: string): LinkedWords {
  const count = labels.length === 1 ? 'One setup waits' : `${labels.length} setups wait`
  const approval = doctorName === null ? 'approval' : 'your approval'
  return {
    subject: `${count} for ${approval}`,
    ...openingFor(doctorName),
    lead: `${count} for ${approval}: ${listed(labels)}.`,
    note: null,
    action: 'Review the setups',
    link: waitingLink(publicUrl),
  }
}

/** The first twenty of some texts, as one line. */
export const listed = (texts: readonly string[]): string =>
  `${texts.slice(0, 20).join(', ')}${texts.length > 20 ? ' …' : ''}`
export const waitingLink = (publicUrl: string): string =>
  `${publicUrl}/patients?filter[patient_status_id]=${awaiting.id}`

/** A line in the doctor's bell about one of the cases that wait. */
export const bellOf = (
  doctor: number,
  { id, name, organization_id }: { id: number; name: string; organization_id: number },
  type: string,
  message: string,
) => ({
  kind: setting,
  type,
  at: now(),
  organizationId: organization_id,
  patient: { id, name },
  historyId: null,
  by: null,
  bell: [{ user: doctor, message, link: `/patient-details/${id}` }],
})

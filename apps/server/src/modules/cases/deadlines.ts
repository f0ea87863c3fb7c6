import { addDays, dayIn, instantIn } from '@archwire/contract/core/dates.ts'
import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { ids } from '../../db/ids.ts'
import { inScope, labScope, rows } from '../../db/scope.ts'
import { now } from '../../kernel/clock.ts'
import type { LinkedWords } from '../../services/mail/template.ts'
import { addBusinessDays } from '../calendar/index.ts'
import { caseLabelSql, fullNameSql } from '../case-core/index.ts'
import { mailSettings, notifyTogether, sendCopies, tellsMembers } from '../notifications/index.ts'
import { deadlineWords, openingFor } from './notice-words.ts'
import { bellOf, listed, waitingLink } from './reminders.ts'

interface Due {
  doctor_id: number
  full_name: string
  email: string
  time_zone: string | null
  cases: { id: number; label: string; name: string; organization_id: number; by: string }[]
}
const mailKind = 'approvals.deadline'
interface Tools {
  db: Db
  publicUrl: string
  labZone: string
}

/**
 * Before the moment passes by which a setup is to be approved, its doctor is reminded once (`cases/approve-by`): of those
 * that pass today or on the next business day of the lab. Safe to run twice: what was told is noted with it, and a moment
 * that is planned anew is told anew.
 */
export async function remindOfDeadlines(tools: Tools): Promise<void> {
  const { db, labZone } = tools
  const present = now()
  const until = instantIn(labZone, addDays(addBusinessDays(dayIn(labZone, present), 1), 1), 0)
  const due = await sql<Due>`
    select d.id as doctor_id, d.full_name, d.email, d.time_zone,
      jsonb_agg(jsonb_build_object('id', p.id, 'label', ${caseLabelSql('c')},
        'name', ${fullNameSql},
        'organization_id', c.organization_id, 'by', iso(r.approve_by)) order by r.approve_by, p.id) as cases
    from ${rows(labScope, 'case_rows', 'c')} join patients p on p.organization_id = c.organization_id and p.id = c.patient_id
    join rx_forms r on r.organization_id = c.organization_id and r.patient_id = c.patient_id
    join users d on d.id = c.doctor_id and d.deleted_at is null and d.role = 'doctor'
    join memberships m on m.organization_id = c.organization_id and m.user_id = d.id
    join organizations o on o.id = c.organization_id and o.disabled_at is null and ${tellsMembers('approval_reminder')}
    where c.patient_status_id = ${ids(patientStatuses.awaiting_approval)} and not c.archived and not c.cancelled and not c.is_on_hold
      and r.approve_by > ${present} and r.approve_by < ${until} and r.approve_by_told is distinct from r.approve_by
    group by d.id`.execute(db)
  for (const doctor of due.rows) await remindDoctor(tools, doctor)
}

async function remindDoctor({ db, publicUrl, labZone }: Tools, doctor: Due): Promise<void> {
  const { doctor_id, full_name, email } = doctor
  const by = (due: Due['cases'][number]) => deadlineWords(new Date(due.by), doctor.time_zone ?? labZone)
  await db.transaction().execute(async (trx) => {
    // Another run of the job may have told some of them in the meantime.
    const told = await sql<{ patient_id: number }>`
      update rx_forms r set approve_by_told = r.approve_by where ${inScope(labScope, 'rx_forms', 'r')}
        and r.patient_id = any(${doctor.cases.map(({ id }) => id)}::int[]) and r.approve_by_told is distinct from r.approve_by
      returning r.patient_id`.execute(trx)
    const cases = doctor.cases.filter(({ id }) => told.rows.some(({ patient_id }) => patient_id === id))
    if (cases.length === 0) return
    const mail = letterFor(full_name, cases, by, publicUrl)
    const bells = cases.map((due) => bellOf(doctor_id, due, 'approve_by', `Please approve the setup by ${by(due)}`))
    await notifyTogether(trx, bells, { ...mail, to: email, kind: mailKind })
    for (const [organizationId, some] of Map.groupBy(cases, ({ organization_id }) => organization_id)) {
      const { additional } = await mailSettings(trx, organizationId, 'approval_reminder')
      const copy = { ...letterFor(null, some, by, publicUrl), kind: mailKind, organizationId }
      await sendCopies(trx, additional, copy, [email])
    }
  })
}

/** The reminder to a doctor, or (null) to an additional address. */
function letterFor(
  doctorName: string | null,
  cases: Due['cases'],
  by: (due: Due['cases'][number]) => string,
  publicUrl: string,
): LinkedWords {
  const [first] = cases
  const some = `${cases.length} setups need ${doctorName === null ? 'approval' : 'your approval'} soon`
  return {
    subject: first && cases.length === 1 ? `Case ${first.label}: please approve the setup by ${by(first)}` : some,
    ...openingFor(doctorName),
    lead: `To ship these cases as planned, please review their setups in time: ${listed(
      cases.map((due) => `${due.label} by ${by(due)}`),
    )}.`,
    note: null,
    action: 'Review the setups',
    link: waitingLink(publicUrl),
  }
}

import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { ids } from '../../db/ids.ts'
import { labScope, rows } from '../../db/scope.ts'
import { now } from '../../kernel/clock.ts'
import { caseMail } from '../../services/mail/template.ts'
import { notifyTogether } from '../notifications/index.ts'

const awaiting = patientStatuses.awaiting_approval

interface Waiting {
  doctor_id: number
  full_name: string
  email: string
  cases: { id: number; label: string; name: string; organization_id: number; rung: boolean }[]
}

const mailKind = 'approvals.reminder'
const bellType = 'approval_reminder'

/**
 * The weekly reminder (`notices/reminder`): one mail per doctor with all cases that wait for approval, and a line in
 * the bell for each that has no unread one yet. Safe to run twice: a doctor who was reminded within the last day is
 * skipped.
 */
export async function remind(db: Db, publicUrl: string): Promise<void> {
  const waiting = await sql<Waiting>`
    select d.id as doctor_id, d.full_name, d.email,
      jsonb_agg(jsonb_build_object('id', p.id, 'label', coalesce(nullif(c.case_number_text, ''), 'C-' || p.id),
        'name', p.first_name || ' ' || p.last_name || coalesce(' (' || p.numeric_suffix || ')', ''),
        'organization_id', c.organization_id,
        'rung', exists (select 1 from notifications n where n.user_id = d.id and n.type = ${bellType} and n.patient_id = p.id
          and n.read_at is null)) order by c.created_at) as cases
    from ${rows(labScope, 'case_rows', 'c')} join patients p on p.organization_id = c.organization_id and p.id = c.patient_id
    join users d on d.id = c.doctor_id and d.deleted_at is null
    join memberships m on m.organization_id = c.organization_id and m.user_id = d.id
    join organizations o on o.id = c.organization_id and o.deleted_at is null
    where c.patient_status_id = ${ids(awaiting)} and not c.archived and not c.cancelled and not c.is_on_hold
      and not exists (select 1 from mails m where m.kind = ${mailKind} and m.to_address = d.email
        and m.created_at > ${new Date(now().getTime() - 86_400_000)})
    group by d.id, d.full_name, d.email`.execute(db)
  for (const doctor of waiting.rows) await remindDoctor(db, doctor, publicUrl)
}

async function remindDoctor(db: Db, { doctor_id, full_name, email, cases }: Waiting, publicUrl: string): Promise<void> {
  const count = cases.length === 1 ? 'One setup waits' : `${cases.length} setups wait`
  const labels = cases.slice(0, 20).map(({ label }) => label)
  const mail = caseMail({
    subject: `${count} for your approval`,
    greeting: `Dear ${full_name},`,
    lead: `${count} for your approval: ${labels.join(', ')}${cases.length > 20 ? ' …' : ''}.`,
    note: null,
    action: 'Look at them',
    link: `${publicUrl}/patients?filter[patient_status_id]=${awaiting.id}`,
  })
  const bells = cases
    .filter(({ rung }) => !rung)
    .map(({ id, name, organization_id }) => ({
      kind: 'approval_reminder' as const,
      type: bellType,
      at: now(),
      organizationId: organization_id,
      patient: { id, name },
      historyId: null,
      by: null,
      bell: [
        { user: doctor_id, message: 'The setup is still waiting for your approval', link: `/patient-details/${id}` },
      ],
    }))
  await db.transaction().execute((trx) => notifyTogether(trx, bells, { ...mail, to: email, kind: mailKind }))
}

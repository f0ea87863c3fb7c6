import type { PatientStatus } from '@archwire/contract/patients/lifecycle.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { assignment, labName } from '@archwire/contract/rx-forms/options.ts'
import { useLabClock } from '../../lib/lab-clock.ts'
import { roleOf, useSession } from '../../lib/session.tsx'
import { DueDate } from '../../ui/badges.tsx'
import { StatusStrip } from '../../ui/status-strip.tsx'
import { ApproveBy } from './ship-date.tsx'
import { mayBeLate } from './whose-turn.ts'

/** Who has the case now, what happens next, and by when: readable at a glance. */
export function CaseStatus({ patient }: { patient: Patient }) {
  const { today } = useLabClock()
  const { me } = useSession()
  const { who, next } = statusOf(patient)
  // A completed case has shipped, a canceled one never does: nothing is due any more (`cases/canceled`).
  const isOver = patient.patient_status.key === 'completed' || patient.cancelled_at !== null
  const due = !isOver && (patient.ship_date ?? patient.bonding_date)
  return (
    <StatusStrip
      items={[
        ['With', who],
        ['Next', next],
        ...(patient.approve_by === undefined || isOver
          ? []
          : ([['Approve by', <ApproveBy key="approve" at={patient.approve_by} />]] as const)),
        [
          patient.ship_date ? 'Ships' : 'Needed',
          due && <DueDate key="due" day={due} today={today} quiet={!mayBeLate(patient, roleOf(me))} />,
        ],
      ]}
    />
  )
}

function statusOf(patient: Patient): { who: string | null; next: string } {
  const doctor = patient.user?.full_name ?? 'The practice'
  const work = patient.initial_case_setup
  const maker =
    patient.submission_completed_by === assignment.inOffice
      ? doctor
      : patient.submission_completed_by === assignment.thirdParty
        ? (patient.third_party_partner ?? 'Third party')
        : (work?.assigned_to?.full_name ?? labName)
  if (patient.deleted_at) return { who: null, next: 'Archived' }
  if (patient.cancelled_at) return { who: null, next: 'Canceled' }
  if (patient.is_on_hold) {
    const hold = patient.on_hold_notes.find((note) => note.is_on_hold_reason)
    const why = hold?.note ?? 'on hold'
    // A hold that the doctor was told about is a question (`cases/hold`).
    if (hold?.asks_doctor) return { who: doctor, next: `Answer the lab’s question: ${why}` }
    return { who: patient.patient_status.key === 'completed' ? null : maker, next: `Waiting: ${why}` }
  }
  const step = work?.processes.find(({ finished_at }) => finished_at === null)?.process
  switch (patient.patient_status.key as PatientStatus) {
    case 'new':
      // Created by the lab, for its own records (`cases/created`).
      if (!work) return { who: null, next: 'No work planned' }
      return { who: maker, next: 'Start the setup' }
    case 'in_progress':
      return { who: maker, next: patient.changes_asked ? asAsked(patient.changes_asked) : afterStep(patient, step) }
    case 'awaiting_approval':
      return { who: doctor, next: 'Review the setup, then approve it or ask for changes' }
    case 'approved':
      // Corrected by whoever made the setup, but never by the practice (`corrections/work`).
      if (patient.has_pending_flawed_tray_request)
        return patient.correction_uploaded
          ? { who: labName, next: 'The uploaded file is checked, and the tray corrected with it' }
          : {
              who: patient.submission_completed_by === assignment.thirdParty ? maker : labName,
              next: 'The tray is corrected',
            }
      if (patient.acting === assignment.inOffice) return { who: doctor, next: 'The practice prints and completes it' }
      return {
        who: patient.acting === assignment.thirdParty ? (patient.third_party_partner ?? 'Third party') : labName,
        next: 'Production and shipping',
      }
    case 'completed':
      return { who: null, next: 'No next step: the case is completed' }
  }
}

/** After a request for changes (`cases/changes-asked`). */
const asAsked = ({ user_name, setup_is_newer }: NonNullable<Patient['changes_asked']>): string =>
  setup_is_newer ? `${user_name} is asked to approve the new setup` : `The setup is changed as ${user_name} asked`

/** Own-lab setups go to the doctor; others are completed by whoever makes them (`cases/notify`, `cases/complete`). */
function afterStep(patient: Patient, step: string | undefined): string {
  if (patient.submission_completed_by !== assignment.ownLab)
    return step ? `${step}, then the setup is completed` : 'The setup is completed'
  return step ? `${step}, then the doctor approves` : 'The doctor is asked to approve'
}

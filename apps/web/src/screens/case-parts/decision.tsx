import type { Patient } from '@archwire/contract/patients/schema.ts'
import { ApproveSetup, AskForChanges, LookAtSetup } from '../../features/patients/index.ts'
import { caseOffer } from '../../features/case/case-offer.ts'
import styles from './decision.module.css'

interface Props {
  patient: Patient
  onDone: () => void
}

/** What the doctor decides on a case's page; while the setup was not shown yet, the way to it comes first. */
export const Decision = ({ patient, onDone }: Props) => (
  <span className={styles.decision} data-bar>
    <LookAtSetup patient={patient} />
    <AskForChanges patient={patient} onDone={onDone} />
    <ApproveSetup patient={patient} onDone={onDone} />
  </span>
)

/** Room at the page's end for the bar that the decision is on phones. */
export const RoomForDecision = ({ patient }: { patient: Patient }) =>
  (caseOffer(patient, 'approve') ?? caseOffer(patient, 'request_changes')) && <div className={styles.room} />

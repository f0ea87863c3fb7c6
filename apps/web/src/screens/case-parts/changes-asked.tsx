import { counted } from '@archwire/contract/core/counted.ts'
import type { ChangesAsked as Asked, Patient } from '@archwire/contract/patients/schema.ts'
import { useCasePins } from '../../features/pins/index.ts'
import { useSession } from '../../lib/session.tsx'
import { Ago } from '../../ui/badges.tsx'
import styles from './changes-asked.module.css'

/** What the doctor asked for, above everything else while it is still to be done (`cases/changes-asked`). */
export const ChangesAsked = ({ patient }: { patient: Patient }) =>
  patient.changes_asked &&
  !patient.deleted_at &&
  !patient.cancelled_at && <Band patient={patient} asked={patient.changes_asked} />

function Band({ patient, asked }: { patient: Patient; asked: Asked }) {
  const { me } = useSession()
  const { id: patientId, is_on_hold: held } = patient
  const isAgain = patient.patient_files.some(({ kind, created_at }) => kind === 'setup' && created_at > asked.at)
  const sinceThen = asked.setup_is_newer
    ? 'A setup has been uploaded since.'
    : isAgain
      ? 'The setup that was uploaded since is the file that the doctor has seen.'
      : 'No setup has been uploaded since.'
  const forPractices = asked.setup_is_newer
    ? 'The lab has a new setup and will ask for your approval.'
    : held
      ? ''
      : 'The lab is working on it.'
  const open = useCasePins(patientId).pins.filter(({ done_at }) => done_at === null)
  return (
    <section className={styles.band} aria-label="Changes asked">
      <header>
        <h2>{asked.user_name} asked for changes</h2>
        <Ago at={asked.at} />
      </header>
      <p className={styles.words}>{asked.note}</p>
      {open.length > 0 && (
        <ul aria-label="Open comments on the scans">
          {open.map((pin) => (
            <li key={pin.id}>
              <b className="numeric">{pin.number}</b> {pin.text}
            </li>
          ))}
        </ul>
      )}
      <small>
        {open.length > 0 && `${counted(open.length, 'open comment')} on the scans. `}
        {me.is_management ? sinceThen : forPractices}
      </small>
    </section>
  )
}

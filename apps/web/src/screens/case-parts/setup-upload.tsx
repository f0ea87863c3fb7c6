import type { Patient } from '@archwire/contract/patients/schema.ts'
import { FileDrop, setupScans, useCaseUploads } from '../../features/files/index.ts'
import styles from './case-parts.module.css'
import { FileRows } from './file-row.tsx'

/** The setup's scan files: the existing ones, and an upload for new ones. */
export function SetupUpload({ patient }: { patient: Patient }) {
  const files = patient.patient_files.filter(({ kind }) => kind === 'setup')
  return (
    <div className={styles.setup}>
      {files.length > 0 && (
        <div className={styles.files}>
          <FileRows patient={patient} files={files} />
        </div>
      )}
      {patient.can.add_setup && <SetupDrop patient={patient} replaces={files.length > 0} />}
      {files.length === 0 && !patient.can.add_setup && <p className={styles.quiet}>There is no setup yet.</p>}
    </div>
  )
}

function SetupDrop({ patient, replaces }: { patient: Patient; replaces: boolean }) {
  const queue = useCaseUploads({ patientId: patient.id, patient, kind: setupScans, scanKind: 'setup' })
  return (
    <FileDrop
      queue={queue}
      hint={replaces ? 'Upload a new setup, one STL file per arch' : 'Upload the setup, one STL file per arch'}
    />
  )
}

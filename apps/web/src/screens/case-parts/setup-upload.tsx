import type { Patient } from '@archwire/contract/patients/schema.ts'
import { FilePart, setupScans, useCaseUploads } from '../../features/files/index.ts'
import styles from './case-parts.module.css'
import { FileRows } from './file-row.tsx'

/** The setup's scan files: the existing ones, and an upload for new ones. */
export function SetupUpload({ patient }: { patient: Patient }) {
  const files = patient.patient_files.filter(({ kind }) => kind === 'setup')
  const queue = useCaseUploads({ patientId: patient.id, patient, kind: setupScans, scanKind: 'setup' })
  return (
    <FilePart
      title="Setup"
      empty={patient.can.add_setup ? 'One STL file per arch.' : files.length === 0 && 'There is no setup yet.'}
      queue={queue}
      words="Setup"
      add={patient.can.add_setup ? (files.length > 0 ? 'Upload a new setup' : 'Upload the setup') : null}
    >
      {files.length > 0 && (
        <div className={styles.files}>
          <FileRows patient={patient} files={files} />
        </div>
      )}
    </FilePart>
  )
}

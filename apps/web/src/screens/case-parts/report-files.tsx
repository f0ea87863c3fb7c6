import { mostOfCase, patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { FileDrop, reports, useCaseUploads } from '../../features/files/index.ts'
import { Section } from '../../ui/page.tsx'
import styles from './case-parts.module.css'
import { FileRows } from './file-row.tsx'

/** What the lab found about a case, and the way to add more for who may. */
export function ReportFiles({ patient }: { patient: Patient }) {
  const files = patient.patient_files.filter(
    ({ patient_file_type_id: type }) => type === patientFileTypes.analysis_report.id,
  )
  return (
    <Section title="Analysis Report">
      {files.length === 0 ? (
        <p className={styles.quiet}>No analysis report yet.</p>
      ) : (
        <div className={styles.files}>
          <FileRows patient={patient} files={files} />
        </div>
      )}
      {patient.can.add_report && <AddReport patient={patient} />}
    </Section>
  )
}

function AddReport({ patient }: { patient: Patient }) {
  const queue = useCaseUploads({ patientId: patient.id, kind: reports(mostOfCase.report), refusesTaken: patient })
  return (
    <div className={styles.add}>
      <FileDrop queue={queue} hint="Add an analysis report" />
    </div>
  )
}

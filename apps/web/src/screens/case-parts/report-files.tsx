import { mostOfCase, patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { FilePart, reports, useCaseUploads } from '../../features/files/index.ts'
import styles from './case-parts.module.css'
import { FileRows } from './file-row.tsx'

/** What the lab found about a case, and the way to add more for who may. */
export function ReportFiles({ patient }: { patient: Patient }) {
  const queue = useCaseUploads({ patientId: patient.id, kind: reports(mostOfCase.report), refusesTaken: patient })
  const files = patient.patient_files.filter(
    ({ patient_file_type_id: type }) => type === patientFileTypes.analysis_report.id,
  )
  return (
    <FilePart
      title="Analysis Report"
      empty={files.length === 0 && 'No analysis report yet.'}
      queue={queue}
      words="Reports"
      add={patient.can.add_report ? 'Add an analysis report' : null}
    >
      {files.length > 0 && (
        <div className={styles.files}>
          <FileRows patient={patient} files={files} />
        </div>
      )}
    </FilePart>
  )
}

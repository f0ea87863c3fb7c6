import { mostOfCase, patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { FilePart, scans, useCaseUploads } from '../../features/files/index.ts'
import styles from './case-parts.module.css'
import { FileRows } from './file-row.tsx'

const groups = [
  { kind: 'submission', title: 'Submitted' },
  { kind: 'correction', title: 'Corrections' },
  { kind: 'bite', title: 'Bite scans' },
] as const

/** The scans of a case besides its setup, by what they belong to, and the way to add more. */
export function ScanFiles({ patient }: { patient: Patient }) {
  const queue = useCaseUploads({
    patientId: patient.id,
    kind: scans(mostOfCase.stl),
    scanKind: 'submission',
    refusesTaken: patient,
  })
  const files = patient.patient_files.filter(
    ({ patient_file_type_id: type, kind }) => type === patientFileTypes.stl.id && kind !== 'setup',
  )
  const shown = groups
    .map((group) => ({ ...group, files: files.filter(({ kind }) => kind === group.kind) }))
    .filter((group) => group.files.length > 0)
  return (
    <FilePart
      title="STL Files"
      empty={shown.length === 0 && 'No STL files yet.'}
      queue={queue}
      words="Scans"
      add={patient.can.add_files ? 'Add scans' : null}
    >
      {shown.map(({ kind, title, files: some }) => (
        <div key={kind} className={styles.files}>
          {/* What was sent in needs no heading where nothing else is. */}
          {(shown.length > 1 || kind !== 'submission') && <h4>{title}</h4>}
          <FileRows patient={patient} files={some} />
        </div>
      ))}
    </FilePart>
  )
}

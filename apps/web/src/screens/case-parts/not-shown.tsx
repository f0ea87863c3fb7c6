import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import { patientFileTypes, type ScanKind } from '@archwire/contract/patient-files/types.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { desktop } from '../../brand.tsx'
import { desktopPath } from '../../lib/desktop-link.ts'
import { settingsQuery } from '../../lib/lab-settings.ts'
import styles from './scenes.module.css'

/** A case's scans of arches, of one kind or of all. Photos and bite scans are processed, too, and are no reason to wait here. */
export const scansOf = ({ patient_files }: Patient, kind?: ScanKind): PatientFile[] =>
  patient_files.filter(
    (file) =>
      (file.patient_file_type_id === patientFileTypes.stl.id ||
        file.patient_file_type_id === patientFileTypes.ios.id) &&
      (kind === undefined ? file.kind !== 'bite' : (file.kind ?? 'submission') === kind),
  )

export const waitingOf = (files: PatientFile[]): number =>
  files.filter(({ processing }) => processing === 'waiting').length

/**
 * In the model's place: how far its scans are, and once none of them can be shown here, the way to the desktop
 * application, which has them (`scans/desktop`).
 */
export function NotShown({ patient, kind }: { patient: Patient; kind?: ScanKind }) {
  const { data } = useQuery(settingsQuery)
  const scans = scansOf(patient, kind)
  const waiting = waitingOf(scans)
  if (waiting > 0)
    return (
      <div className={`${styles.noScene} ${styles.waits}`}>
        <strong>3D Viewer Not Ready</strong>
        <p>The 3D Viewer is still processing the uploaded file. Please try again in a few minutes.</p>
        <progress value={scans.length - waiting} max={scans.length} aria-label="Files that are processed" />
        <small className="numeric">
          {scans.length - waiting} of {scans.length === 1 ? '1 file' : `${scans.length} files`} processed
        </small>
      </div>
    )
  return (
    <div className={styles.noScene}>
      <strong>{kind === 'setup' ? 'This setup cannot be shown here.' : 'These scans cannot be shown here.'}</strong>
      <p>
        <a
          href={desktopPath(data?.settings.deep_link_scheme ?? desktop.scheme, patient.id)}
          target="_blank"
          rel="noopener"
        >
          Open {desktop.name}
        </a>
      </p>
    </div>
  )
}

/** Above a setup's model that lacks an arch: one must not be taken for the whole. */
export function NotWhole({ patient }: { patient: Patient }) {
  const scans = scansOf(patient, 'setup')
  const missing = scans.filter(({ viewer_id }) => viewer_id === null)
  if (missing.length === 0) return null
  return (
    <p className={styles.notWhole} role="status">
      {missing.length} of {scans.length} files {missing.length === 1 ? 'is' : 'are'}{' '}
      {waitingOf(missing) > 0 ? 'still being processed' : 'not shown here'}.
    </p>
  )
}

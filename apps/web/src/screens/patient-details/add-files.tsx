import { mostOfCase } from '@archwire/contract/patient-files/types.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { FileDrop, photos, scans, useCaseUploads } from '../../features/files/index.ts'
import styles from './patient-details.module.css'

/** Adds scans or photos to a case; each is registered as soon as it has arrived. */
export function AddFiles({ patient, kind }: { patient: Patient; kind: 'scans' | 'photos' }) {
  const queue = useCaseUploads({
    patientId: patient.id,
    kind: kind === 'scans' ? scans(mostOfCase.stl) : photos(mostOfCase.photo),
    scanKind: 'submission',
  })
  return (
    <div className={styles.add}>
      <FileDrop queue={queue} hint={kind === 'scans' ? 'Add scans' : 'Add photos'} />
    </div>
  )
}

import { mostOfCase, patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { useState } from 'react'
import { desktop } from '../../brand.tsx'
import { FilePart, hasEnding, iosFiles, useCaseUploads, useUploads } from '../../features/files/index.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import styles from './case-parts.module.css'
import { FileRows } from './file-row.tsx'

/**
 * The desktop application's files of a case; one is usual. Takes one file as it comes; before a case gets more than one
 * it asks (`scans/limits`).
 */
export function IosFiles({ patient }: { patient: Patient }) {
  const files = patient.patient_files.filter(({ patient_file_type_id: type }) => type === patientFileTypes.ios.id)
  // A file that has arrived is on the case before the page has fetched it.
  const [arrived, setArrived] = useState<Patient['patient_files'][]>([])
  const queue = useCaseUploads({
    patientId: patient.id,
    kind: iosFiles(mostOfCase.ios),
    refusesTaken: patient,
    onStored: () => setArrived((before) => [...before, patient.patient_files]),
  })
  const present = files.length + arrived.filter((before) => before === patient.patient_files).length
  const onTheirWay = useUploads(queue).filter(({ state }) => state !== 'failed').length
  const [asked, setAsked] = useState<File[]>()
  const take = (added: File[]) => {
    const fitting = added.filter(({ name }) => hasEnding(queue.kind, name)).length
    if (fitting > 0 && present + onTheirWay + fitting > 1) setAsked(added)
    else queue.add(added)
  }
  return (
    <FilePart
      title="IOS Files"
      empty={files.length === 0 && 'No IOS files yet.'}
      queue={queue}
      words="IOS files"
      add={patient.can.add_ios ? (present > 0 ? 'Add another IOS file' : 'Add the IOS file') : null}
      onFiles={take}
    >
      {files.length > 0 && (
        <div className={styles.files}>
          <FileRows patient={patient} files={files} />
        </div>
      )}
      {asked && (
        <ConfirmDialog
          opened
          title={present + onTheirWay > 0 ? 'Warning: IOS File already exists!' : 'Multiple IOS files have been found.'}
          confirm="Proceed"
          onConfirm={() => {
            queue.add(asked)
            setAsked(undefined)
          }}
          onClose={() => setAsked(undefined)}
        >
          <p>
            Patient with multiple IOS files can cause synchronization problem on {desktop.name}. Do you want to proceed?
          </p>
        </ConfirmDialog>
      )}
    </FilePart>
  )
}

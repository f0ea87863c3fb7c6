import { flawedTrays } from '@archwire/contract/client/flawed-trays'
import type { FlawedTray } from '@archwire/contract/requests/flawed-tray.ts'
import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import type { OneArch } from '@archwire/contract/rx-forms/arches.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatInstant } from '../../lib/format.ts'
import { offer } from '../../lib/offer.ts'
import { useCall } from '../../lib/query.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Note } from '../../ui/states.tsx'
import { correctedScan, FileDrop, useCaseUploads } from '../files/index.ts'
import styles from './flawed-trays.module.css'
import { RemoveCorrected } from './remove-tray.tsx'
import { FileDownload } from './tray-file.tsx'

/** The page that compares a corrected file of a scene with the setup that it corrects, if that is still there. */
export type CompareAt = (viewerId: string, pair: { file: number; with: number | undefined }) => string

interface Props {
  tray: FlawedTray
  /** Its arch. */
  name: string
  compareAt: CompareAt
  /** The request is open. */
  open: boolean
  /** Who corrects the tray. */
  corrector: string
}

/** The file that replaces that of a flawed tray, or the way to upload it (`corrections/corrected`). */
export function CorrectedFile({ tray, name, compareAt, open, corrector }: Props) {
  const correct = offer(tray, 'correct', open)
  const offered = correct ?? offer(tray, 'upload', open)
  if (tray.corrected_file) return <Corrected tray={tray} name={name} compareAt={compareAt} open={open} />
  if (!open) return <p className={styles.waits}>This tray was not corrected.</p>
  if (!offered) return <p className={styles.waits}>{corrector} corrects this tray.</p>
  if (offered.why !== undefined) return <p className={styles.waits}>{offered.why}</p>
  return correct ? <CorrectedDrop tray={tray} name={name} /> : <UploadedDrop tray={tray} name={name} />
}

function Corrected({ tray, name, compareAt, open }: Omit<Props, 'corrector'>) {
  const [removing, setRemoving] = useState(false)
  const remove = offer(tray, 'remove_corrected', open)
  return (
    <div className={styles.corrected}>
      <strong>Corrected file</strong>
      <FileDownload label="Corrected file" file={tray.corrected_file!} />
      {tray.corrected_at && <small>{formatInstant(tray.corrected_at)}</small>}
      <span className={styles.actions}>
        {tray.compare_viewer_id === null ? (
          <small>The 3D comparison appears when processing is finished.</small>
        ) : (
          <Button
            component="a"
            href={compareAt(tray.compare_viewer_id, { file: tray.corrected_file!.id, with: tray.stl_file?.id })}
            target="_blank"
            rel="noopener"
            variant="default"
            size="compact-md"
          >
            Compare with the original
          </Button>
        )}
        {(remove || removing) && (
          <ActionButton
            variant="default"
            size="compact-md"
            why={remove?.why}
            command={`Remove the corrected file of the ${name.toLowerCase()} tray`}
            onClick={() => setRemoving(true)}
          >
            Remove
          </ActionButton>
        )}
      </span>
      {removing && <RemoveCorrected tray={tray} name={name} onClose={() => setRemoving(false)} />}
    </div>
  )
}

type Waiting = Pick<Props, 'tray' | 'name'>

const uploadTarget = ({ id, patient_id, arch }: FlawedTray) => ({
  patientId: patient_id,
  kind: correctedScan(arch as OneArch),
  scanKind: 'correction' as const,
  place: `:${id}`,
})
const hintOf = (name: string) => `Upload File: corrected ${name.toLowerCase()} tray`

/** For the person who makes the correction, and does not decide that it is good (`corrections/corrected`). */
function UploadedDrop({ tray, name }: Waiting) {
  const queue = useCaseUploads(uploadTarget(tray))
  return (
    <>
      {tray.uploaded_files.map((file) => (
        <div key={file.id} className={styles.corrected}>
          <FileDownload label="Uploaded file" file={file} />
          <small>Waits for the lab to correct the tray with it</small>
        </div>
      ))}
      <FileDrop queue={queue} hint={hintOf(name)} />
    </>
  )
}

/** A file that was uploaded for the tray before, by the person who made it. */
const UploadedFile = ({ file, onUse }: { file: FlawedTray['uploaded_files'][number]; onUse: () => void }) => (
  <div className={styles.corrected}>
    <FileDownload label="Uploaded file" file={file} />
    <span className={styles.actions}>
      <Button size="compact-md" variant="default" aria-label={`Correct the tray with ${file.name}`} onClick={onUse}>
        Correct the tray with it
      </Button>
    </span>
  </div>
)

function CorrectedDrop({ tray, name }: Waiting) {
  /** A file that is stored on the case and was not accepted for the tray yet. */
  const [stored, setStored] = useState<Pick<PatientFile, 'id' | 'name'> | null>(null)
  const correct = useCall(flawedTrays.corrected, { announce: 'aloud' })
  const give = (file: Pick<PatientFile, 'id' | 'name'>) => {
    setStored(file)
    correct.mutate(
      { params: { id: tray.id }, body: { corrected_file_id: file.id, version: tray.version } },
      { onSuccess: () => setStored(null) },
    )
  }
  const queue = useCaseUploads({ ...uploadTarget(tray), onRegistered: give })
  if (stored && correct.isError)
    return (
      <Note tone="warning">
        <span>{stored.name} is stored, but the tray is not corrected with it yet.</span>
        <Button size="compact-sm" variant="default" onClick={() => give(stored)}>
          Try again
        </Button>
      </Note>
    )
  return (
    <>
      {/* A file that was just uploaded is on its way to the tray already. */}
      {stored === null &&
        tray.uploaded_files.map((file) => <UploadedFile key={file.id} file={file} onUse={() => give(file)} />)}
      <FileDrop queue={queue} hint={hintOf(name)} />
    </>
  )
}

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

interface Props {
  tray: FlawedTray
  /** Its arch. */
  name: string
  compareAt: (viewerId: string) => string
  /** The request is open. */
  open: boolean
}

/** The file that replaces that of a flawed tray, or the way to upload it (`corrections/corrected`). */
export function CorrectedFile({ tray, name, compareAt, open }: Props) {
  const correct = offer(tray, 'correct', open)
  if (tray.corrected_file) return <Corrected tray={tray} name={name} compareAt={compareAt} open={open} />
  if (!open) return <p className={styles.waits}>This tray was not corrected.</p>
  if (!correct) return <p className={styles.waits}>The lab corrects this tray.</p>
  if (correct.why !== undefined) return <p className={styles.waits}>{correct.why}</p>
  return <CorrectedDrop tray={tray} name={name} />
}

function Corrected({ tray, name, compareAt, open }: Props) {
  const [removing, setRemoving] = useState(false)
  const remove = offer(tray, 'remove_corrected', open)
  return (
    <div className={styles.corrected}>
      <strong>Corrected file</strong>
      <FileDownload label="Corrected file" file={tray.corrected_file!} />
      {tray.corrected_at && <small>{formatInstant(tray.corrected_at)}</small>}
      <span className={styles.actions}>
        {tray.compare_viewer_id === null ? (
          <small>The comparison in 3D is shown once the file was processed.</small>
        ) : (
          <Button
            component="a"
            href={compareAt(tray.compare_viewer_id)}
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

function CorrectedDrop({ tray, name }: Pick<Props, 'tray' | 'name'>) {
  /** A file that is stored on the case and was not accepted for the tray yet. */
  const [stored, setStored] = useState<PatientFile | null>(null)
  const correct = useCall(flawedTrays.corrected)
  const give = (file: PatientFile) => {
    setStored(file)
    correct.mutate(
      { params: { id: tray.id }, body: { corrected_file_id: file.id, version: tray.version } },
      { onSuccess: () => setStored(null) },
    )
  }
  const queue = useCaseUploads({
    patientId: tray.patient_id,
    kind: correctedScan(tray.arch as OneArch),
    scanKind: 'correction',
    place: `:${tray.id}`,
    onRegistered: give,
  })
  if (stored && correct.isError)
    return (
      <Note tone="warning">
        <span>{stored.name} is stored, but the tray is not corrected with it yet.</span>
        <Button size="compact-sm" variant="default" onClick={() => give(stored)}>
          Try again
        </Button>
      </Note>
    )
  return <FileDrop queue={queue} hint={`Upload File: corrected ${name.toLowerCase()} tray`} />
}

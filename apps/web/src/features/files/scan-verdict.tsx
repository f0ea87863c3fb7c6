import { Button, Loader, Modal, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCube, IconInfoCircle, IconShieldCheck } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { LookedAt } from '../../viewer/parent-messages.ts'
import { messageOf } from '../../lib/api.ts'
import { asLine } from '../../lib/as-line.ts'
import { toast } from '../../lib/toast.ts'
import { isComposing, useComposed } from '../../ui/form/use-composed.ts'
import { archDoubt } from './arch-guess.ts'
import type { ScanCheck } from './check-scan.ts'
import styles from './file-drop.module.css'
import { asksWhy, needsNote } from './read-queue.ts'
import { type Upload, type UploadQueue } from './upload-queue.ts'

const LocalScanFrame = lazy(async () => ({ default: (await import('../../ui/viewer-frame.tsx')).LocalScanFrame }))

/** The results of the check before the upload; what may spoil the case asks why the scan is fine (`scans/remark`). */
export function ScanVerdict({ upload, queue }: { upload: Upload; queue: UploadQueue }) {
  const { check, state } = upload
  if (!check || state === 'failed') return null
  const doubt = queue.kind.asksArch ? archDoubt(upload.arch, check.jaw, upload.archGuessed) : null
  if (asksWhy(upload)) return <Remarks upload={upload} queue={queue} check={check} doubt={doubt} />
  const notes = check.remarks.map(({ message }) => message).join(' ')
  return (
    <p className={styles.passed}>
      <IconShieldCheck size={14} aria-hidden="true" /> Scan checked{figuresOf(check)}
      {notes !== '' && `. ${notes} `}
      {check.hasSpots && <ShowSpots upload={upload} queue={queue} />}
    </p>
  )
}

interface RemarksProps {
  upload: Upload
  queue: UploadQueue
  check: ScanCheck
  /** What its shape says of its arch. */
  doubt: string | null
}

/** What may spoil the case, then what is only said. */
function Remarks({ upload, queue, check: { remarks, hasSpots }, doubt }: RemarksProps) {
  const { note } = upload
  const warnings = remarks.filter(({ severity }) => severity !== 'note').map(({ message }) => message)
  const notes = remarks.filter(({ severity }) => severity === 'note').map(({ message }) => message)
  return (
    <div className={styles.remarks} role="group" aria-label={`Remarks on ${upload.name}`}>
      <ul>
        {[...(doubt === null ? [] : [doubt]), ...warnings].map((message) => (
          <li key={message}>
            <IconAlertTriangle size={14} aria-hidden="true" /> {message}
          </li>
        ))}
        {notes.map((message) => (
          <li key={message} className={styles.quiet}>
            <IconInfoCircle size={14} aria-hidden="true" /> {message}
          </li>
        ))}
      </ul>
      {hasSpots && <ShowSpots upload={upload} queue={queue} />}
      {needsNote(upload) ? (
        <Reason name={upload.name} onGiven={(reason) => queue.setNote(upload.key, reason)} />
      ) : (
        <p className={styles.note}>
          Your note for the lab: “{note}”{' '}
          <button type="button" className={styles.quietButton} onClick={() => queue.setNote(upload.key, '')}>
            Change
          </button>
        </p>
      )}
    </div>
  )
}

const figuresOf = ({ triangles, size, inColor }: ScanCheck): string =>
  `: ${triangles.toLocaleString('en-US')} triangles${size ? `, ${size.map((side) => side.toFixed(0)).join(' × ')} mm` : ''}${inColor ? ', in color' : ''}`

/** The sender's note; it goes to the lab with the case. */
function Reason({ name, onGiven }: { name: string; onGiven: (reason: string) => void }) {
  const [reason, setReason] = useState('')
  const composed = useComposed(reason, (input: HTMLInputElement) => setReason(asLine(input.value)))
  const give = () => reason.trim() !== '' && onGiven(reason.trim())
  return (
    <div className={styles.reason}>
      <TextInput
        size="sm"
        label="Why is it fine to send?"
        aria-label={`Why is ${name} fine to send?`}
        placeholder="Goes to the lab with the case"
        maxLength={500}
        {...composed}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event)) return
          event.preventDefault()
          give()
        }}
      />
      <Button size="sm" variant="default" disabled={reason.trim() === ''} onClick={give}>
        Send it anyway
      </Button>
    </div>
  )
}

/** The spots of the remarks, on the scan itself. */
function ShowSpots({ upload, queue }: { upload: Upload; queue: UploadQueue }) {
  const [look, setLook] = useState<LookedAt | 'reading' | null>(null)
  const open = async () => {
    setLook('reading')
    try {
      setLook(await queue.look(upload.key))
    } catch (error) {
      setLook(null)
      toast.error(messageOf(error))
    }
  }
  return (
    <>
      <Button size="compact-sm" variant="light" leftSection={<IconCube size={15} />} onClick={() => void open()}>
        Show the spot
      </Button>
      <Modal
        opened={look !== null}
        onClose={() => setLook(null)}
        title={upload.name}
        size="xl"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {look === 'reading' || look === null ? (
          <div className={styles.reading}>
            <Loader size="sm" /> Reading the scan…
          </div>
        ) : (
          <Suspense fallback={<Loader size="sm" />}>
            <LocalScanFrame look={look} title={`${upload.name} in 3D`} />
          </Suspense>
        )}
      </Modal>
    </>
  )
}

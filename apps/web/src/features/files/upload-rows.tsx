import { jaws } from '@archwire/contract/rx-forms/options.ts'
import { ActionIcon } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconCube,
  IconFileText,
  IconPhoto,
  IconRefresh,
  IconX,
} from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { formatSize } from '../../lib/format.ts'
import { useKeptFocus } from '../../lib/kept-focus.ts'
import { Picture } from '../../ui/picture.tsx'
import { Tip } from '../../ui/tip.tsx'
import type { Arch } from './arch-guess.ts'
import styles from './file-drop.module.css'
import { hasRoomForBite } from './read-queue.ts'
import { ScanVerdict } from './scan-verdict.tsx'
import type { Upload, UploadQueue } from './upload-queue.ts'

const biteScan = { id: 'bite', label: 'Bite' } as const

/** The files that are on their way, have arrived, or were refused, each with what can be done with it. */
export const UploadRows = ({ uploads, queue }: { uploads: readonly Upload[]; queue: UploadQueue }) =>
  uploads.length > 0 && (
    <ul className={styles.files}>
      {uploads.map((upload) => (
        <FileRow key={upload.key} upload={upload} queue={queue} />
      ))}
    </ul>
  )

function FileRow({ upload, queue }: { upload: Upload; queue: UploadQueue }) {
  const { key, name, state } = upload
  const canRetry = state === 'failed' && queue.canRetry(key)
  // What has arrived or was refused is not on its way any more: nothing of it is canceled.
  const verb = state === 'done' || state === 'failed' ? 'Remove' : 'Cancel'
  const row = useRef<HTMLLIElement>(null)
  // Cancelled, or arrived at its case: more can be added then.
  useKeptFocus(row, {
    places: (leaving) => [leaving.parentElement?.parentElement?.querySelector<HTMLElement>('[data-choose]')],
  })
  return (
    <li className={styles.file} data-state={state} ref={row}>
      <span className={styles.picture} aria-hidden="true">
        {upload.preview ? (
          <Picture src={upload.preview} instead={<IconPhoto size={18} />} />
        ) : queue.kind.purpose === 'photo' ? (
          <IconPhoto size={18} />
        ) : queue.kind.purpose === 'report' ? (
          <IconFileText size={18} stroke={1.6} />
        ) : (
          <IconCube size={18} stroke={1.6} />
        )}
      </span>
      <span className={styles.what}>
        <span className={styles.name} translate="no">
          {name}
        </span>
        <Where upload={upload} />
      </span>
      {queue.kind.asksArch && state !== 'failed' && (
        <ArchChoice
          upload={upload}
          mayBite={upload.arch === 'bite' || hasRoomForBite(queue)}
          onChange={(arch) => queue.setArch(key, arch)}
        />
      )}
      <span className={styles.actions}>
        {canRetry && (
          <Tip label="Try again">
            <ActionIcon variant="subtle" aria-label={`Try ${name} again`} onClick={() => queue.retry(key)}>
              <IconRefresh size={16} />
            </ActionIcon>
          </Tip>
        )}
        <Tip label={verb}>
          <ActionIcon variant="subtle" color="gray" aria-label={`${verb} ${name}`} onClick={() => queue.remove(key)}>
            <IconX size={16} />
          </ActionIcon>
        </Tip>
      </span>
      {queue.kind.purpose === 'scan' && <ScanVerdict upload={upload} queue={queue} />}
    </li>
  )
}

/** The state of an upload, as text and as a bar. */
function Where({ upload }: { upload: Upload }) {
  const { state, size, sent, speed, problem } = upload
  if (state === 'failed')
    return (
      <span className={styles.problem} role="alert">
        <IconAlertTriangle size={14} aria-hidden="true" /> {problem}
      </span>
    )
  if (state === 'done')
    return (
      <span className={styles.state}>
        <IconCheck size={14} aria-hidden="true" /> Uploaded{size !== null && `, ${formatSize(size)}`}
      </span>
    )
  if (state !== 'sending')
    return <span className={styles.state}>{state === 'reading' ? 'Being checked…' : 'Waiting…'}</span>
  const percent = size ? Math.floor((sent / size) * 100) : 0
  return (
    <span className={`${styles.state} numeric`}>
      <progress value={percent} max={100} aria-label={`${upload.name}, ${percent}% sent`} />
      {percent}%{speed > 0 && ` · ${formatSize(speed)}/s`}
    </span>
  )
}

interface ArchChoiceProps {
  upload: Upload
  /** Whether it may show how the arches bite. */
  mayBite: boolean
  onChange: (arch: Arch) => void
}

function ArchChoice({ upload, mayBite, onChange }: ArchChoiceProps) {
  const group = useId()
  return (
    <span
      className={styles.arch}
      role="radiogroup"
      aria-label={`Arch of ${upload.name}`}
      data-missing={upload.arch === null || undefined}
    >
      {(mayBite ? [...jaws, biteScan] : jaws).map(({ id, label }) => (
        <label key={id}>
          <input type="radio" name={group} checked={upload.arch === id} onChange={() => onChange(id)} />
          <span>{label}</span>
        </label>
      ))}
    </span>
  )
}

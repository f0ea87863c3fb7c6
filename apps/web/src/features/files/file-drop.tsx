import { auth } from '@archwire/contract/client/auth'
import { counted } from '@archwire/contract/core/counted.ts'
import { jaws } from '@archwire/contract/rx-forms/options.ts'
import { ActionIcon } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconCube,
  IconFileText,
  IconPhoto,
  IconRefresh,
  IconUpload,
  IconX,
} from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type DragEvent, type ClipboardEvent } from 'react'
import { call } from '../../lib/api.ts'
import { formatSize } from '../../lib/format.ts'
import { useKeptFocus } from '../../lib/kept-focus.ts'
import { lineNow, whenLineIsBack } from '../../lib/line.ts'
import { Picture } from '../../ui/picture.tsx'
import { Tip } from '../../ui/tip.tsx'
import styles from './file-drop.module.css'
import type { Arch } from './arch-guess.ts'
import { ScanVerdict } from './scan-verdict.tsx'
import { busyIn, hasRoomForBite, useUploads } from './read-queue.ts'
import { type Upload, type UploadQueue } from './upload-queue.ts'

const biteScan = { id: 'bite', label: 'Bite' } as const

interface Props {
  queue: UploadQueue
  /** The prompt: "Drop STL files here". */
  hint: string
  describedBy?: string
  /** Decides about files that were chosen or dropped; by default they are added. */
  onFiles?: (files: File[]) => void
}

/** Takes files by drop, paste or choice; the whole panel is the target. Each file shows its progress. */
export function FileDrop({ queue, hint, describedBy, onFiles = (files) => queue.add(files) }: Props) {
  const uploads = useUploads(queue)
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { kind } = queue
  useWarnBeforeUnload(uploads.some(({ cut }) => cut) || busyIn(queue) > 0)
  useGoOn(
    queue,
    uploads.some(({ cut }) => cut),
  )
  const full = uploads.filter(({ state }) => state !== 'failed').length >= kind.maxFiles + kind.maxBites
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  const paste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length > 0) onFiles([...event.clipboardData.files])
  }
  return (
    <div
      className={styles.panel}
      data-screen-only={uploads.length === 0 || undefined}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPaste={paste}
    >
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={kind.purpose === 'photo' ? 'image/*' : kind.endings.join(',')}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <button
        type="button"
        className={styles.choose}
        disabled={full}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        <IconUpload size={18} stroke={1.7} aria-hidden="true" />
        <span>
          <strong>{full ? `${counted(kind.maxFiles, 'file')}, the most there can be` : hint}</strong>
          <small>
            {kind.purpose === 'photo' ? 'Images' : kind.endings.join(', ')}, up to {counted(kind.maxFiles, 'file')} of{' '}
            {formatSize(kind.maxBytes)}
          </small>
        </span>
      </button>
      {uploads.length > 0 && (
        <ul className={styles.files}>
          {uploads.map((upload) => (
            <FileRow key={upload.key} upload={upload} queue={queue} />
          ))}
        </ul>
      )}
    </div>
  )
}

const askEveryMs = 5_000

/**
 * Files that were cut off go on once the line is back. Bytes travel beside the portal's calls, which may have noticed nothing:
 * as long as a file waits, the portal is asked, and whether it answers says what the line is like.
 */
function useGoOn(queue: UploadQueue, isCut: boolean): void {
  useEffect(() => whenLineIsBack(() => queue.goOn()), [queue])
  useEffect(() => {
    if (!isCut) return undefined
    const ask = () =>
      call(auth.me, {}, { byHand: false }).then(
        () => queue.goOn(),
        () => undefined,
      )
    const timer = setInterval(() => void (lineNow() === 'up' && ask()), askEveryMs)
    return () => clearInterval(timer)
  }, [queue, isCut])
}

/** Closing the window loses files in transfer: the browser asks first. */
function useWarnBeforeUnload(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [active])
}

function FileRow({ upload, queue }: { upload: Upload; queue: UploadQueue }) {
  const { key, name, state } = upload
  const canRetry = state === 'failed' && queue.canRetry(key)
  const row = useRef<HTMLLIElement>(null)
  // Cancelled, or arrived at its case: more can be added then.
  useKeptFocus(row, {
    places: (leaving) => [leaving.parentElement?.parentElement?.querySelector<HTMLElement>('button')],
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
        <Tip label={state === 'done' ? 'Remove' : 'Cancel'}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${state === 'done' ? 'Remove' : 'Cancel'} ${name}`}
            onClick={() => queue.remove(key)}
          >
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

import { ActionIcon, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCube, IconPhoto, IconRefresh, IconUpload, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type DragEvent, type ClipboardEvent } from 'react'
import { formatSize } from '../../lib/format.ts'
import { whenLineIsBack } from '../../lib/line.ts'
import styles from './file-drop.module.css'
import { ScanVerdict } from './scan-verdict.tsx'
import { busyIn, useUploads } from './read-queue.ts'
import { type Upload, type UploadQueue } from './upload-queue.ts'

const archNames = [
  { id: 1, label: 'Upper' },
  { id: 2, label: 'Lower' },
  { id: 3, label: 'Both' },
] as const

interface Props {
  queue: UploadQueue
  /** The prompt: "Drop STL files here". */
  hint: string
  describedBy?: string
}

/** Takes files by drop, paste or choice; the whole panel is the target. Each file shows its progress. */
export function FileDrop({ queue, hint, describedBy }: Props) {
  const uploads = useUploads(queue)
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { kind } = queue
  useWarnBeforeUnload(uploads.some(({ cut }) => cut) || busyIn(queue) > 0)
  useEffect(() => whenLineIsBack(() => queue.goOn()), [queue])
  const full = uploads.filter(({ state }) => state !== 'failed').length >= kind.maxFiles
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    queue.add(event.dataTransfer.files)
  }
  const paste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length > 0) queue.add(event.clipboardData.files)
  }
  return (
    <div
      className={styles.panel}
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
          queue.add(currentTarget.files ?? [])
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
          <strong>{full ? `${kind.maxFiles} files, the most there can be` : hint}</strong>
          <small>
            {kind.purpose === 'photo' ? 'Images' : kind.endings.join(', ')}, up to {kind.maxFiles} files of{' '}
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
  return (
    <li className={styles.file} data-state={state}>
      <span className={styles.picture} aria-hidden="true">
        {upload.preview ? (
          <img src={upload.preview} alt="" />
        ) : queue.kind.purpose === 'photo' ? (
          <IconPhoto size={18} />
        ) : (
          <IconCube size={18} stroke={1.6} />
        )}
      </span>
      <span className={styles.what}>
        <span className={styles.name}>{name}</span>
        <Where upload={upload} />
      </span>
      {queue.kind.asksArch && state !== 'failed' && (
        <ArchChoice upload={upload} onChange={(arch) => queue.setArch(key, arch)} />
      )}
      <span className={styles.actions}>
        {canRetry && (
          <Tooltip label="Try again">
            <ActionIcon variant="subtle" aria-label={`Try ${name} again`} onClick={() => queue.retry(key)}>
              <IconRefresh size={16} />
            </ActionIcon>
          </Tooltip>
        )}
        <Tooltip label={state === 'done' ? 'Remove' : 'Cancel'}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${state === 'done' ? 'Remove' : 'Cancel'} ${name}`}
            onClick={() => queue.remove(key)}
          >
            <IconX size={16} />
          </ActionIcon>
        </Tooltip>
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

function ArchChoice({ upload, onChange }: { upload: Upload; onChange: (arch: 1 | 2 | 3) => void }) {
  const group = useId()
  return (
    <span
      className={styles.arch}
      role="radiogroup"
      aria-label={`Arch of ${upload.name}`}
      data-missing={upload.arch === null || undefined}
    >
      {archNames.map(({ id, label }) => (
        <label key={id}>
          <input type="radio" name={group} checked={upload.arch === id} onChange={() => onChange(id)} />
          <span>{label}</span>
        </label>
      ))}
    </span>
  )
}

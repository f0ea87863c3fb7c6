import { counted } from '@archwire/contract/core/counted.ts'
import { IconUpload } from '@tabler/icons-react'
import { formatSize } from '../../lib/format.ts'
import styles from './file-drop.module.css'
import { acceptOf, useDropTarget, useShownUploads } from './taking-files.ts'
import { UploadRows } from './upload-rows.tsx'
import type { UploadQueue } from './upload-queue.ts'

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
  const { uploads, full } = useShownUploads(queue)
  const { choose, input, target } = useDropTarget(onFiles)
  const { kind } = queue
  return (
    <div className={styles.panel} data-screen-only={uploads.length === 0 || undefined} {...target}>
      <input {...input} accept={acceptOf(kind)} />
      <button
        type="button"
        data-choose
        className={styles.choose}
        disabled={full}
        aria-describedby={describedBy}
        onClick={choose}
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
      <UploadRows uploads={uploads} queue={queue} />
    </div>
  )
}

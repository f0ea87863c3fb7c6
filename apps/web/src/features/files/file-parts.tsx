import { counted } from '@archwire/contract/core/counted.ts'
import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import {
  createContext,
  useCallback,
  useContext,
  useEffectEvent,
  useLayoutEffect,
  useState,
  type ReactNode,
} from 'react'
import { formatSize } from '../../lib/format.ts'
import { Dialog } from '../../ui/dialog.tsx'
import drop from './file-drop.module.css'
import styles from './file-parts.module.css'
import { acceptOf, useDropTarget, useShownUploads } from './taking-files.ts'
import { hasEnding, type UploadKind } from './upload-kinds.ts'
import { UploadRows } from './upload-rows.tsx'
import type { UploadQueue } from './upload-queue.ts'

/** A part that takes files which are dropped on the area above all parts. */
interface Taker {
  /** What it takes, as text: "photos". */
  words: string
  kind: UploadKind
  take: (files: File[]) => void
}

type Join = (taker: Taker) => () => void

const JoinContext = createContext<Join | null>(null)

/** Whether a file can be meant for a part. Pictures are photos: a report that is one is added at its own part. */
function isFor({ kind }: Taker, file: File): boolean {
  if (kind.purpose === 'photo') return file.type.startsWith('image/') || hasEnding(kind, file.name)
  if (kind.purpose === 'report') return file.name.toLowerCase().endsWith('.pdf')
  return hasEnding(kind, file.name)
}

/** The parts of a case's files below one area that takes files for all of them (`scans/one-place`). */
export function FileParts({ children }: { children: ReactNode }) {
  const [takers, setTakers] = useState<readonly Taker[]>([])
  const join = useCallback<Join>((taker) => {
    setTakers((others) => [...others, taker])
    return () => setTakers((others) => others.filter((other) => other !== taker))
  }, [])
  return (
    <JoinContext value={join}>
      {takers.length > 0 && <DropArea takers={takers} />}
      <div className={styles.parts}>{children}</div>
    </JoinContext>
  )
}

/** Files of several parts at once; where more than one part is possible, a person says which is meant. */
function DropArea({ takers }: { takers: readonly Taker[] }) {
  const [asked, setAsked] = useState<{ files: File[]; takers: readonly Taker[] }>()
  const [refused, setRefused] = useState<string[]>([])
  const { choose, input, target } = useDropTarget((files) => {
    const sorted = new Map<string, { files: File[]; takers: readonly Taker[] }>()
    const others: string[] = []
    for (const file of files) {
      const fitting = takers.filter((taker) => isFor(taker, file))
      const key = fitting.map(({ words }) => words).join()
      if (fitting.length === 0) others.push(file.name)
      else sorted.set(key, { takers: fitting, files: [...(sorted.get(key)?.files ?? []), file] })
    }
    setRefused(others)
    for (const group of sorted.values()) {
      if (group.takers.length === 1) group.takers[0]!.take(group.files)
      else setAsked(group)
    }
  })
  return (
    <div className={drop.panel} data-screen-only {...target}>
      <input {...input} accept={takers.map(({ kind }) => acceptOf(kind)).join(',')} />
      <button type="button" className={drop.choose} onClick={choose}>
        <IconUpload size={18} stroke={1.7} aria-hidden="true" />
        <span className={styles.call}>
          <strong>Add files: drop, paste or choose</strong>
          <small>{takers.map(({ words }) => words).join(', ')}: each goes to its part</small>
        </span>
      </button>
      {refused.length > 0 && (
        <p className={styles.refused} role="alert">
          {refused.join(', ')}: no part of the case takes such files.
        </p>
      )}
      {asked && (
        <Dialog
          opened
          title={asked.files.length === 1 ? 'What is this scan?' : 'What are these scans?'}
          onClose={() => setAsked(undefined)}
          actions={
            <>
              <Button variant="default" onClick={() => setAsked(undefined)}>
                Cancel
              </Button>
              {asked.takers.map(({ words: what, take }) => (
                <Button
                  key={what}
                  variant="default"
                  onClick={() => {
                    take(asked.files)
                    setAsked(undefined)
                  }}
                >
                  {what}
                </Button>
              ))}
            </>
          }
        >
          <p translate="no">{asked.files.map(({ name }) => name).join(', ')}</p>
        </Dialog>
      )}
    </div>
  )
}

interface PartProps {
  title: string
  /** Said in place of files. */
  empty: string | false
  queue: UploadQueue
  /** The words on its button; null where the person cannot add files. */
  add: string | null
  /** What the area above all parts calls its files. */
  words: string
  /** Decides about files that were chosen or dropped; by default they are added. */
  onFiles?: (files: File[]) => void
  /** Further ways to add files. */
  actions?: ReactNode
  children?: ReactNode
}

/** The files of one kind: what is there, and a button for more; files can be dropped on all of it. */
export function FilePart({ title, empty, queue, add, words, actions, children, ...props }: PartProps) {
  const { onFiles = (files: File[]) => queue.add(files) } = props
  const { uploads, full } = useShownUploads(queue)
  const { choose, input, target } = useDropTarget(onFiles)
  useJoined(add !== null, { words, kind: queue.kind, take: onFiles })
  const { kind } = queue
  return (
    <section
      className={styles.part}
      data-slim={(empty !== false && uploads.length === 0) || undefined}
      aria-label={title}
      {...(add !== null && target)}
    >
      <div className={styles.head}>
        <h3>{title}</h3>
        {empty && <p>{empty}</p>}
        {add !== null && (
          <span className={styles.ways} data-screen-only>
            <input {...input} accept={acceptOf(kind)} />
            {actions}
            <Button
              size="compact-sm"
              variant="default"
              data-choose
              disabled={full}
              title={`${kind.purpose === 'photo' ? 'Images' : kind.endings.join(', ')}, up to ${counted(kind.maxFiles, 'file')} of ${formatSize(kind.maxBytes)}`}
              onClick={choose}
            >
              {full ? `${counted(kind.maxFiles, 'file')}, the most there can be` : add}
            </Button>
          </span>
        )}
      </div>
      {children}
      <UploadRows uploads={uploads} queue={queue} />
    </section>
  )
}

/** Lets the area above all parts hand files to this one, as long as it takes them. */
function useJoined(takes: boolean, { words, kind, take: onFiles }: Taker): void {
  const join = useContext(JoinContext)
  const take = useEffectEvent(onFiles)
  useLayoutEffect(
    () => (join && takes ? join({ words, kind, take: (files) => take(files) }) : undefined),
    [join, takes, words, kind],
  )
}

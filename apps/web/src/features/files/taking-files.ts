import { auth } from '@archwire/contract/client/auth'
import { useEffect, useRef, useState, type ChangeEvent, type ClipboardEvent, type DragEvent } from 'react'
import { call } from '../../lib/api.ts'
import { lineNow, whenLineIsBack } from '../../lib/line.ts'
import { busyIn, useUploads } from './read-queue.ts'
import type { UploadKind } from './upload-kinds.ts'
import type { UploadQueue } from './upload-queue.ts'

/** What a chooser of files offers. */
export const acceptOf = ({ purpose, endings }: UploadKind): string =>
  purpose === 'photo' ? 'image/*' : endings.join(',')

/** How an element takes files by drop, paste or choice: its handlers, and whether a file is over it. */
export function useDropTarget(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  return {
    choose: () => input.current?.click(),
    /** Of the hidden input that the chooser belongs to. */
    input: {
      ref: input,
      type: 'file',
      multiple: true,
      hidden: true,
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
        onFiles([...(currentTarget.files ?? [])])
        currentTarget.value = ''
      },
    },
    /** Of the element that files are dropped on. */
    target: {
      'data-over': over || undefined,
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      },
      onPaste: (event: ClipboardEvent) => {
        if (event.clipboardData.files.length > 0) onFiles([...event.clipboardData.files])
      },
    },
  }
}

/** The uploads of a queue that is shown: what was cut goes on, closing the window asks, and whether more are taken. */
export function useShownUploads(queue: UploadQueue) {
  const uploads = useUploads(queue)
  const isCut = uploads.some(({ cut }) => cut)
  useWarnBeforeUnload(isCut || busyIn(queue) > 0)
  useGoOn(queue, isCut)
  const { maxFiles, maxBites } = queue.kind
  return { uploads, full: uploads.filter(({ state }) => state !== 'failed').length >= maxFiles + maxBites }
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

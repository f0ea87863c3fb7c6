import { useEffect, useRef } from 'react'
import { dropWork, holdWork, isWorkKept } from '../../lib/unsaved-work.ts'
import type { UploadQueue } from './upload-queue.ts'

/**
 * Files on their way are unsaved work: leaving asks, and after a session's end, or when their page failed, they continue
 * (`screens/unsaved`).
 * @param isOpen whether some files are on their way; the same function each time
 */
export function useFilesKept(
  key: string,
  queue: UploadQueue,
  what: string,
  isOpen: (queue: UploadQueue) => boolean,
): void {
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    clearTimeout(leaving.current)
    const hold = () => (isOpen(queue) ? holdWork(key, what, queue, () => queue.clear()) : dropWork(key))
    hold()
    queue.goOn()
    const stop = queue.subscribe(hold)
    return () => {
      stop()
      if (isWorkKept()) return
      // An effect may be run again at once: then no one has left.
      leaving.current = setTimeout(() => {
        dropWork(key)
        queue.clear()
      })
    }
  }, [key, queue, what, isOpen])
}

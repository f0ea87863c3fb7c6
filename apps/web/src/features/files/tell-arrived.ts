import { useEffect } from 'react'
import { toast } from '../../lib/toast.ts'
import { busyIn } from './read-queue.ts'
import type { UploadQueue } from './upload-queue.ts'

/** Says that so many files have arrived. */
export const tellArrived = (count: number): void =>
  toast.success(count === 1 ? 'The file was uploaded successfully.' : 'The files were uploaded successfully.')

/** Says once for the files that were added together to a form that they have arrived: when none of them travels any more. */
export function useArrivalsTold(queue: UploadQueue): void {
  useEffect(() => {
    const arrived = () => queue.list().filter(({ state }) => state === 'done')
    const told = new Set(arrived().map(({ key }) => key))
    return queue.subscribe(() => {
      if (busyIn(queue) > 0) return
      const fresh = arrived().filter(({ key }) => !told.has(key))
      for (const { key } of fresh) told.add(key)
      if (fresh.length > 0) tellArrived(fresh.length)
    })
  }, [queue])
}

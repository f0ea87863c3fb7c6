import type { Report } from '@archwire/contract/reports/schema.ts'
import { useEffect, useRef } from 'react'
import { toast } from '../../lib/toast.ts'
import { kindLabel } from './words.ts'

/** Screen readers hear that a report has ended: the page shows it, but nobody's focus is there. A cancellation is said by its call. */
export function useEndSaid(reports: readonly Report[] | undefined): void {
  const open = useRef<readonly number[]>([])
  useEffect(() => {
    if (!reports) return
    for (const { id, kind, status } of reports)
      if (open.current.includes(id) && (status.key === 'completed' || status.key === 'failed'))
        toast.aloud(`${kindLabel(kind)}: ${status.label}.`)
    open.current = reports.filter(({ can }) => can.cancel).map(({ id }) => id)
  }, [reports])
}

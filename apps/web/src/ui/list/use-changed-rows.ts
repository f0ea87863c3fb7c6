import { useEffect, useRef, useState } from 'react'

interface Row {
  id: number
  updated_at: string
}

const none: ReadonlySet<number> = new Set()
const glowMs = 1000

/**
 * The ids of rows that changed or arrived while a person looked at the list; they glow for a second. `question` is what
 * the rows answer: of another page, sort or filter they are no change, and stale rows are not yet its answer.
 */
export function useChangedRows(rows: Row[] | undefined, question: string, stale: boolean): ReadonlySet<number> {
  const seen = useRef<{ question: string; times: Map<number, string> }>(undefined)
  const [changed, setChanged] = useState(none)
  useEffect(() => {
    if (!rows || stale) return
    const before = seen.current
    seen.current = { question, times: new Map(rows.map((row) => [row.id, row.updated_at])) }
    if (before?.question !== question) return setChanged(none)
    const ids = rows.filter((row) => before.times.get(row.id) !== row.updated_at).map((row) => row.id)
    if (ids.length > 0) setChanged(new Set(ids))
  }, [rows, question, stale])
  useEffect(() => {
    if (changed === none) return
    const timer = setTimeout(() => setChanged(none), glowMs)
    return () => clearTimeout(timer)
  }, [changed])
  return changed
}

import { useEffect, useRef, useState } from 'react'

interface Row {
  id: number
  updated_at: string
}

const none: ReadonlySet<number> = new Set()
const glowMs = 1000

/**
 * The ids of rows that changed or arrived while a person looked at the list; they glow for a second. Another page, sort
 * or filter does not count: then most rows are new, and nothing glows.
 */
export function useChangedRows(rows: Row[] | undefined): ReadonlySet<number> {
  const seen = useRef<Map<number, string>>(undefined)
  const [changed, setChanged] = useState(none)
  useEffect(() => {
    if (!rows) return
    const before = seen.current
    seen.current = new Map(rows.map((row) => [row.id, row.updated_at]))
    if (!before) return
    const kept = rows.filter((row) => before.has(row.id)).length
    if (kept < rows.length / 2) return
    const ids = rows.filter((row) => before.get(row.id) !== row.updated_at).map((row) => row.id)
    if (ids.length === 0) return
    setChanged(new Set(ids))
    const timer = setTimeout(() => setChanged(none), glowMs)
    return () => clearTimeout(timer)
  }, [rows])
  return changed
}

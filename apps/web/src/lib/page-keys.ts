import { useEffect } from 'react'

/** Keys, and what they do. */
export type KeyRow = readonly [keys: string, does: string]

const shown = new Map<symbol, readonly KeyRow[]>()

/** Lists the keys of a part of the page in its key sheet as long as the part is shown; `rows` must stay the same. */
export function usePageKeys(rows: readonly KeyRow[]): void {
  useEffect(() => {
    const part = Symbol('part')
    shown.set(part, rows)
    return () => void shown.delete(part)
  }, [rows])
}

/** The keys of all parts that are shown, each once. */
export const pageKeys = (): KeyRow[] => [...new Set([...shown.values()].flat())]

export const noKeys: readonly KeyRow[] = []

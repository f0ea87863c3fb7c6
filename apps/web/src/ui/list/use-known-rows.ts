import { replaceEqualDeep } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Row } from './data-table.tsx'

/**
 * The rows, where a row that says the same as the one shown before is that object: another order or filter is another
 * answer of the server, mostly with rows that stand there already.
 */
export function useKnownRows<T extends Row>(rows: T[] | undefined): T[] | undefined {
  const [known] = useState(() => new Map<number, T>())
  return useMemo(() => {
    const shown = rows?.map((row): T => replaceEqualDeep(known.get(row.id), row))
    known.clear()
    for (const row of shown ?? []) known.set(row.id, row)
    return shown
  }, [rows, known])
}

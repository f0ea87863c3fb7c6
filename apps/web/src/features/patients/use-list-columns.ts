import type { CaseListColumn } from '@archwire/contract/patients/schema.ts'
import { useLocalStorage } from '@mantine/hooks'
import { useMemo } from 'react'
import { allColumns, usualColumns } from './list-columns.tsx'

/** The columns of the lab's list that a person chose; null: the usual ones. */
export interface ChosenColumns {
  chosen: readonly CaseListColumn[] | null
  choose: (columns: readonly CaseListColumn[] | null) => void
}

/** This browser remembers them per person (`work/columns`). */
export function useListColumns(userId: number): ChosenColumns {
  const [kept, setKept] = useLocalStorage<readonly string[] | null>({
    key: `archwire.case-columns.${userId}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  const text = JSON.stringify(kept)
  const chosen = useMemo(() => readColumns(JSON.parse(text)), [text])
  return {
    chosen,
    choose: (columns) => setKept(columns === null || sameColumns(columns, usualColumns) ? null : [...columns]),
  }
}

/** Kept columns in their order, without those that do not exist; null for anything else. */
function readColumns(kept: unknown): readonly CaseListColumn[] | null {
  if (!Array.isArray(kept)) return null
  const known = allColumns.filter((column) => kept.includes(column))
  return known.length === 0 ? null : known
}

const sameColumns = (some: readonly CaseListColumn[], others: readonly CaseListColumn[]): boolean =>
  some.length === others.length && some.every((column) => others.includes(column))

import type { ContactList } from '@archwire/contract/contacts/schema.ts'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { dropWork, heldWork, holdWork } from '../../lib/unsaved-work.ts'
import { differs, keptOf, merged, newRow, rowsOf, rowsOfKept, type ContactRow, type KeptRow } from './contact-rows.ts'

interface Kept {
  base: ContactList
  rows: KeptRow[]
}

/** A value that follows all rows. */
function useRowsPart(rows: readonly ContactRow[], select: () => boolean): boolean {
  const subscribe = useMemo(() => subscribeTo(rows), [rows])
  return useSyncExternalStore(subscribe, select)
}

const subscribeTo =
  (rows: readonly ContactRow[]) =>
  (listener: () => void): (() => void) => {
    const ends = rows.map(({ form }) => form.subscribe(listener))
    return () => ends.forEach((end) => end())
  }

/**
 * The rows of a list that is edited and saved as a whole. Untouched, they follow the list; touched, they stay, say that there
 * is a newer list, and are saved on the version that they started from. They are unsaved work (`screens/unsaved`).
 */
export function useContactRows(organizationId: number, list: ContactList) {
  const key = `contacts:${organizationId}`
  const [kept] = useState(() => heldWork<Kept>(key))
  const [base, setBase] = useState(kept?.base ?? list)
  const [rows, setRows] = useState(() => (kept ? rowsOfKept(kept.rows, kept.base) : rowsOf(list)))
  const changed = useRowsPart(rows, () => differs(rows, base))
  useEffect(() => {
    const hold = () => {
      const value: Kept = { base, rows: keptOf(rows) }
      if (differs(rows, base)) holdWork(key, 'Your changes to the contacts are not saved yet.', value)
      else dropWork(key)
    }
    hold()
    return subscribeTo(rows)(hold)
  }, [rows, base, key])
  const adopt = (next: ContactList) => {
    dropWork(key)
    setBase(next)
    setRows(rowsOf(next))
  }
  const isNewer = list.version > base.version
  if (isNewer && !changed) {
    setBase(list)
    setRows(rowsOf(list))
  }
  return {
    rows,
    changed,
    version: base.version,
    overtaken: isNewer && changed,
    takeTheirs: () => adopt(list),
    keepMine: () => {
      setRows(merged(rows, base, list))
      setBase(list)
    },
    saved: adopt,
    /** Adds an empty contact; returns it. */
    add: (): ContactRow => {
      const row = newRow()
      setRows([...rows, row])
      return row
    },
    remove: (row: ContactRow) => setRows(rows.filter((other) => other !== row)),
  }
}

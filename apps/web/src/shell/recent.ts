import { useRouter, type AnyRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * What a person opened lately, the last one first: `case-12,invoice-3`. This browser keeps kinds and ids alone, until
 * sign-out; what they are called the server says to who may read them (docs/decisions/162).
 */
const storageKey = (userId: number) => `archwire.recent.${userId}`
/** One more than are shown: the record that is open is none of them. */
const most = 9

/** The kind of record that a page shows. */
const kinds: Record<string, string> = {
  '/patient-details/$id': 'case',
  '/patient-workflow/$id': 'case',
  '/organizations/$id': 'organization',
  '/users/$id': 'person',
  '/requests/$id': 'request',
  '/case-trays/$caseTrayId': 'tray',
  '/orders/$id': 'invoice',
}

const kept = (userId: number): string[] => (localStorage.getItem(storageKey(userId)) ?? '').split(',').filter(Boolean)

/** The record whose page is open. */
function openRecord(router: AnyRouter): string | undefined {
  const match = router.state.matches.find(({ fullPath }) => fullPath in kinds)
  return match && `${kinds[match.fullPath]}-${Object.values(match.params as object)[0]}`
}

/** What was opened in this browser, without what is open now. */
export const recentRecords = (router: AnyRouter, userId: number): string[] => {
  const open = openRecord(router)
  return kept(userId).filter((record) => record !== open)
}

export const forgetRecent = (userId: number): void => localStorage.removeItem(storageKey(userId))

/** Remembers every record whose page was opened. */
export function useNoteRecent(userId: number): void {
  const router = useRouter()
  useEffect(() => {
    const note = () => {
      const open = openRecord(router)
      if (open) localStorage.setItem(storageKey(userId), [open, ...recentRecords(router, userId)].slice(0, most).join())
    }
    note()
    return router.subscribe('onResolved', note)
  }, [router, userId])
}

import { useRouter, type AnyRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Pages of one record that the palette can lead back to; the palette knows of what kind each is. */
const record = /^\/(patient-details|patient-workflow|organizations|users|requests|case-trays|orders)\/(\d+)$/

/** The record whose page is open: `orders-3`. */
export const openRecord = (router: AnyRouter): string | undefined =>
  record.exec(router.state.location.pathname)?.slice(1).join('-')

/**
 * What a person opened lately, the last one first: `patient-details-12,orders-3`. This browser keeps pages and ids alone,
 * until sign-out; what the records are called the server says to who may read them (docs/decisions/162).
 */
const storageKey = (userId: number) => `archwire.recent.${userId}`

export const recentRecords = (userId: number): string[] => localStorage.getItem(storageKey(userId))?.split(',') ?? []

export const forgetRecent = (userId: number): void => localStorage.removeItem(storageKey(userId))

/** Remembers every record whose page was opened; one more than are shown, because that of the open page is not. */
export function useNoteRecent(userId: number): void {
  const router = useRouter()
  useEffect(() => {
    const note = () => {
      const open = openRecord(router)
      if (open)
        localStorage.setItem(storageKey(userId), [...new Set([open, ...recentRecords(userId)])].slice(0, 9).join())
    }
    note()
    return router.subscribe('onResolved', note)
  }, [router, userId])
}

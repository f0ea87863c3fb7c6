import { redirect } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import type { Me } from './session.tsx'

/**
 * Which organizations a person of the lab looks at (`organizations/lab-filter`): a comma list of ids, empty for all.
 * Lists that it narrows carry it in their address, which then takes precedence; between them this browser keeps it
 * until sign-out.
 */
export const chosenKey = 'chosen_wi_organization_id'

const storageKey = (userId: number) => `archwire.chosen-organizations.${userId}`
const listeners = new Set<() => void>()

export const chosenOrganizations = (userId: number): string => {
  const kept = localStorage.getItem(storageKey(userId)) ?? ''
  return /^\d{1,9}(,\d{1,9}){0,199}$/.test(kept) ? kept : ''
}

export function chooseOrganizations(userId: number, ids: string): void {
  if (ids === '') localStorage.removeItem(storageKey(userId))
  else localStorage.setItem(storageKey(userId), ids)
  for (const tell of listeners) tell()
}

/** The stored ids, as they change here or in another tab. */
export function useChosenOrganizations(userId: number): string {
  return useSyncExternalStore(subscribe, () => chosenOrganizations(userId))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

interface Arriving {
  context: { me: Me }
  cause: 'preload' | 'enter' | 'stay'
  location: { pathname: string; search: object }
}

/**
 * For the guard of a list that it narrows: an address without the key gets the stored ids. Removing it on a shown list
 * stays in effect.
 */
export function withChosenOrganizations({ context: { me }, cause, location }: Arriving): void {
  const kept = chosenOrganizations(me.id)
  if (cause === 'stay' || kept === '' || chosenKey in location.search) return
  // oxlint-disable-next-line typescript/only-throw-error -- how the router is told where to go instead
  throw redirect({ to: location.pathname, search: { ...location.search, [chosenKey]: kept }, replace: true })
}

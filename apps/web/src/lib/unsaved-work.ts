import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { sessionIsOver } from './session.tsx'

/**
 * What a person typed on this page and no server has. It stays in the page's memory, never in the browser's storage,
 * and for that person alone: who signs in again after the session's end finds it where it was (`screens/unsaved`).
 */
interface Work {
  /** What would be lost, as a sentence. */
  what: string
  /** What shows it again; undefined where nothing can. */
  value: unknown
  /** False once a person put it aside: it stays, but nobody is asked about it. */
  asks: boolean
  /** Ends what goes on with it by itself. */
  end?: (() => void) | undefined
}

/** Asks whether the page may be left with this unsaved work; true when it may. */
type Ask = (what: string[]) => Promise<boolean>

const held = new Map<string, Work>()
let givenUp = 0
let ask: Ask | null = null

const warn = (event: BeforeUnloadEvent) => event.preventDefault()
const asking = () => [...held.values()].filter(({ asks }) => asks)

const listeners = new Set<() => void>()
/** The browser itself asks before a tab with unsaved work closes. */
function watchClosing() {
  if (asking().length > 0) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
  for (const tell of listeners) tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether there is work that leaving asks about: what asks has to be there by then. */
export const useAsks = (): boolean => useSyncExternalStore(subscribe, () => asking().length > 0)

/**
 * Holds unsaved work under its key, until it is saved or given up.
 * @param value what `heldWork` returns; undefined for work that cannot be shown again
 * @param end called when it is given up: ends what goes on with it by itself
 */
export function holdWork(key: string, what: string, value?: unknown, end?: () => void): void {
  held.set(key, { what, value, asks: true, end })
  watchClosing()
}

/** It has been saved, or a person gave it up. */
export function dropWork(key: string): void {
  held.delete(key)
  watchClosing()
}

/** A person put it aside: it is there again when they come back to it, and leaving asks no more about it. */
export function putWorkAside(key: string): void {
  const work = held.get(key)
  if (work) held.set(key, { ...work, asks: false })
  watchClosing()
}

let viewFailed = false

/**
 * For what is shown in place of a view that failed: until it is shown again, its work is kept and its files continue to
 * travel. A layout effect, because it precedes the clean-up of the view's own effects.
 */
export const useWorkKept = (): void =>
  useLayoutEffect(() => {
    viewFailed = true
    return () => void (viewFailed = false)
  }, [])

/** Whether the page goes although no one left it: what it holds is shown again later. */
export const isWorkKept = (): boolean => viewFailed || sessionIsOver()

/** Under keys that begin so are files on their way (features/files/register-uploads.ts). */
export const filesKey = 'files:'

/** Whether files are on their way to a case. */
export const holdsFiles = (): boolean => [...held.keys()].some((key) => key.startsWith(filesKey))

/** What is held under a key. */
export const heldWork = <T>(key: string): T | undefined => held.get(key)?.value as T | undefined

/** Whether anything waits that can be shown again. */
export const holdsWork = (): boolean => [...held.values()].some(({ value }) => value !== undefined)

/** Whether nothing at all waits: a new document would lose nothing. */
export const holdsNothing = (): boolean => held.size === 0

/** How often everything was given up: what was typed before the last time is not wanted any more. */
export const givenUpTimes = (): number => givenUp

/** Everything unsaved is given up. */
export function giveUpWork(): void {
  givenUp += 1
  const ended = [...held.values()]
  held.clear()
  for (const { end } of ended) end?.()
  watchClosing()
}

/** Sets who asks before unsaved work is left. Returns how to end that. */
export function askBeforeLeaving(question: Ask): () => void {
  ask = question
  return () => {
    if (ask === question) ask = null
  }
}

/** Whether the page may be left; call it before any irreversible change. After a yes the work is given up. */
export async function mayLeave(): Promise<boolean> {
  const work = asking()
  if (work.length === 0 || !ask) return true
  const leaves = await ask([...new Set(work.map(({ what }) => what))])
  if (leaves) giveUpWork()
  return leaves
}

/**
 * A state of React that is unsaved work while it is not null: leaving asks, the session's end keeps it.
 * @param what as in `holdWork`
 */
export function useUnsaved<T>(key: string, what: string): [T | null, (next: T | null) => void] {
  const [value, setValue] = useState<T | null>(() => heldWork<T>(key) ?? null)
  const hold = (next: T | null) => {
    setValue(next)
    if (next === null) dropWork(key)
    else holdWork(key, what, next)
  }
  return [value, hold]
}

import { useEffect, useId, useRef } from 'react'

/** An action that a part of the page offers, as the command palette lists it (`screens/palette`). */
export interface PageAction {
  label: string
  /** What it is about, shown beside it: a number, say. */
  detail?: string
  /** Why it is not possible now, as text; undefined when it is. */
  why?: string | undefined
  /** What the page is opened for: it comes first. */
  main?: boolean
  run: () => void
}

/** An action with a key that no other part's action has, whatever it is called. */
export type OfferedAction = PageAction & { key: string }

const parts = new Map<string, readonly PageAction[]>()
const listeners = new Set<() => void>()
let offered: OfferedAction[] = []

const rank = ({ main, why }: PageAction) => (why !== undefined ? 2 : main ? 0 : 1)

function change(part: string, actions: readonly PageAction[] | null): void {
  if (actions) parts.set(part, actions)
  else parts.delete(part)
  offered = [...parts]
    .toReversed()
    .flatMap(([key, each]) => each.map((action) => ({ ...action, key: `${key} ${action.label}` })))
    .toSorted((before, after) => rank(before) - rank(after))
  for (const tell of listeners) tell()
}

/** Offers actions in the command palette for as long as the part of the page that shows their buttons is there. */
export function usePageActions(actions: readonly PageAction[]): void {
  const part = useId()
  const latest = useRef(actions)
  const words = actions.map(({ label, detail, why, main }) => [label, detail, why, main].join('\n')).join('\n\n')
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    // What is done is what the button does by then.
    const now = (label: string) => latest.current.find((action) => action.label === label && action.why === undefined)
    change(
      part,
      latest.current.map((action) => ({ ...action, run: () => now(action.label)?.run() })),
    )
  }, [part, words])
  useEffect(() => () => change(part, null), [part])
}

/**
 * What the page in front of the person offers at this moment, what it is opened for first. Else the last part first,
 * because work stands below the head of a page and the main button last in it; what is not possible now comes last.
 */
export const pageActions = (): OfferedAction[] => offered

/** Calls back whenever the page offers something else. Returns the way to end it. */
export function onPageActions(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

import { useEffect, useRef, type RefObject } from 'react'

/** An action that a part of the page offers, as the command palette lists it (`screens/palette`). */
export interface PageAction {
  label: string
  /** What it is about, shown beside it: a number, say. */
  detail?: string
  /** Why it is not possible now, as text; undefined when it is. */
  why?: string | undefined
  run: () => void
}

const parts = new Set<RefObject<readonly PageAction[]>>()

/** Offers actions in the command palette for as long as the part of the page that shows their buttons is there. */
export function usePageActions(actions: readonly PageAction[]): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    parts.add(latest)
    return () => void parts.delete(latest)
  }, [])
}

const isBlocked = ({ why }: PageAction) => Number(why !== undefined)

/**
 * What the page in front of the person offers at this moment: the last part first, because work stands below the head of
 * a page and the main button last in it; what is not possible now at the end.
 */
export const pageActions = (): PageAction[] =>
  [...parts]
    .toReversed()
    .flatMap(({ current }) => current)
    .toSorted((one, other) => isBlocked(one) - isBlocked(other))

import { useLayoutEffect, type RefObject } from 'react'

const reachable = 'button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled)'

/** Where the keyboard goes when a row of a list is gone: to the row after it, the one before it, or what adds another. */
function placesBeside(element: HTMLElement): (HTMLElement | null | undefined)[] {
  const row = element.closest('li')
  const section = element.closest('section')
  return [row?.nextElementSibling, row?.previousElementSibling, section?.querySelector('h2, h3')].map((place) =>
    place instanceof HTMLHeadingElement ? place : place?.querySelector<HTMLElement>(reachable),
  )
}

/** Brings the keyboard to the first of these places that is still there. A heading can be read from, not pressed. */
function focusFirst(places: (HTMLElement | null | undefined)[]): void {
  const place = places.find((candidate) => candidate?.isConnected)
  if (place instanceof HTMLHeadingElement) place.tabIndex = -1
  place?.focus()
}

interface Kept {
  /** Where the keyboard goes, asked as the element goes; to the first that is there then. */
  places?: (leaving: HTMLElement) => (HTMLElement | null | undefined)[]
  /** Whether the focus is with something else of the element's, such as its question. */
  isElsewhere?: () => boolean
}

/** What goes with the focus in it leaves the keyboard beside it, not at the top of the page (`screens/focus`). */
export function useKeptFocus(
  ref: RefObject<HTMLElement | null>,
  { places = placesBeside, isElsewhere = () => false }: Kept = {},
): void {
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (!element || !(element.contains(document.activeElement) || isElsewhere())) return
      const candidates = places(element)
      // What takes its place is not drawn yet.
      setTimeout(() => {
        if (document.activeElement === document.body) focusFirst(candidates)
      })
    }
    // oxlint-disable-next-line react/exhaustive-deps -- asked once, as it goes
  }, [])
}

/** What the page before says: something was done, or something to know. */
export interface LastWords {
  text: string
  tone: 'done' | 'info'
}

let kept: LastWords | undefined

/**
 * Leaves a message for the next page before sign-in, or none: those pages have no toasts, which come with the component
 * library.
 */
export const sayOnNextPage = (text: string | undefined, tone: LastWords['tone'] = 'done'): void =>
  void (kept = text === undefined || text === '' ? undefined : { text, tone })

/** Returns the message that the previous page left, once. */
export function wordsOfLastPage(): LastWords | undefined {
  const words = kept
  kept = undefined
  return words
}

declare module '@tanstack/history' {
  interface HistoryState {
    /** The address typed on the page before: never part of an address bar. */
    email?: string
    /** The step of the sign-up that is shown. */
    step?: 2
  }
}

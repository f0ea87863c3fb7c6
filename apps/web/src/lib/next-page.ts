let kept: string | undefined

/**
 * Leaves a message for the next page before sign-in, or none: those pages have no toasts, which come with the component
 * library.
 */
export const sayOnNextPage = (words: string | undefined): void => void (kept = words)

/** Returns the message that the previous page left, once. */
export function wordsOfLastPage(): string | undefined {
  const words = kept
  kept = undefined
  return words
}

let kept: string | undefined

/** Leaves words for the next page before sign-in, or none: those pages have no toasts, which come with the component library. */
export const sayOnNextPage = (words: string | undefined): void => void (kept = words)

/** The words that the page before left, once. */
export function wordsOfLastPage(): string | undefined {
  const words = kept
  kept = undefined
  return words
}

/** How a search server is reached. */
export interface SearchServerSettings {
  url: string
  /** May search, write documents and make indexes. */
  key: string
}

/** The search server's settings; one without the other is an error in every mode. */
export function searchOf(env: {
  SEARCH_URL?: string | undefined
  SEARCH_KEY?: string | undefined
}): SearchServerSettings | undefined {
  if (!env.SEARCH_URL && !env.SEARCH_KEY) return undefined
  if (!env.SEARCH_URL || !env.SEARCH_KEY)
    throw new TypeError('SEARCH_URL and SEARCH_KEY belong together; one is missing.')
  return { url: env.SEARCH_URL, key: env.SEARCH_KEY }
}

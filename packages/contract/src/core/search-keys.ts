/** How a search value is written in an address. Free of schemas, so that the browser can import it. */
export type SearchKind = 'text' | 'flag' | 'id' | 'ids' | 'days' | 'page' | 'size' | 'cursor' | readonly string[]

import type { SearchHit } from '@archwire/contract/search/document.ts'

/** A document as a search server keeps it: with what the portal compares it by. */
export type KeptDocument = SearchHit & { checksum: string; phone_digits: string }

/**
 * A search server beside the portal (docs/search.md). Without one the portal answers searches from its own database. All
 * queries come through the portal, which adds what the person may not read: no key of the server reaches a browser.
 */
export interface SearchServer {
  /** A query in Meilisearch's terms, and its answer as it came. @throws SearchServerError */
  search(query: object): Promise<object>
  searchFacet(query: object): Promise<object>
  /** Writes and removes documents; resolves when the server has them. */
  write(changed: KeptDocument[], removed: string[]): Promise<void>
  /** Makes a new index of all documents and puts it in the place of the old one at once. */
  replace(documents: AsyncIterable<KeptDocument[]>): Promise<void>
  /** Ids and checksums of what the server has. */
  kept(): AsyncIterable<{ id: string; checksum: string }[]>
}

/** A refusal or a failure of the search server. */
export class SearchServerError extends Error {
  readonly status: number
  /** Meilisearch's own body; undefined where the server did not answer. */
  readonly body: object | undefined

  constructor(message: string, status: number, body?: object) {
    super(message)
    this.status = status
    this.body = body
  }
}

import { filterable, mostHits, searchable, searchIndex, sortable } from '@archwire/contract/search/document.ts'
import { Meilisearch, MeilisearchApiError, type Settings } from 'meilisearch'
import type { SearchServerSettings } from '../../search-settings.ts'
import { SearchServerError, type KeptDocument, type SearchServer } from './port.ts'

/** The index settings that the server gets (docs/search.md says what to check first on a real one). */
export const indexSettings: Settings = {
  searchableAttributes: [
    ...searchable.map((name) => (name === 'organization_names' ? 'organizations.name' : name)),
    'phone_digits',
  ],
  filterableAttributes: Object.keys(filterable),
  sortableAttributes: Object.keys(sortable),
  pagination: { maxTotalHits: mostHits },
  faceting: { maxValuesPerFacet: 100 },
  typoTolerance: { enabled: true, minWordSizeForTypos: { oneTypo: 5, twoTypos: 9 } },
}

const next = `${searchIndex}_next`
const batch = 1_000
const patience = { timeout: 120_000, interval: 50 }

/** A Meilisearch server, spoken to by its own client. */
export function meilisearchServer({ url, key }: SearchServerSettings): SearchServer {
  const client = new Meilisearch({ host: url, apiKey: key, timeout: 10_000 })
  const index = client.index<KeptDocument>(searchIndex)
  const done = async (task: { taskUid: number }): Promise<void> => {
    const { status, error } = await client.tasks.waitForTask(task.taskUid, patience)
    if (status !== 'succeeded')
      throw new SearchServerError(error?.message ?? `The search server's task ${status}.`, 503)
  }
  const asked = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      if (error instanceof MeilisearchApiError)
        throw new SearchServerError(error.message, error.response.status, error.cause as object | undefined)
      throw new SearchServerError('The search server does not answer.', 503)
    })
  /** The index with its settings; made where there is none. */
  const prepared = async (uid: string): Promise<void> => {
    await client
      .createIndex(uid, { primaryKey: 'id' })
      .then(({ taskUid }) => client.tasks.waitForTask(taskUid, patience))
    await done(await client.index(uid).updateSettings(indexSettings))
  }

  // That there is none is a task that failed, and as good.
  const gone = async (uid: string) => {
    await client.tasks.waitForTask((await client.deleteIndex(uid)).taskUid, patience)
  }

  return {
    search: (query) => asked(client.httpRequest.post({ path: `indexes/${searchIndex}/search`, body: query })),
    searchFacet: (query) =>
      asked(client.httpRequest.post({ path: `indexes/${searchIndex}/facet-search`, body: query })),
    write: (changed, removed) =>
      asked(
        (async () => {
          if (changed.length > 0) await done(await index.addDocuments(changed))
          if (removed.length > 0) await done(await index.deleteDocuments(removed))
        })(),
      ),
    replace: (documents) =>
      asked(
        (async () => {
          await prepared(searchIndex)
          await gone(next)
          await prepared(next)
          for await (const part of documents) await done(await client.index<KeptDocument>(next).addDocuments(part))
          await done(await client.swapIndexes([{ indexes: [searchIndex, next], rename: false }]))
          await gone(next)
        })(),
      ),
    async *kept() {
      for (let offset = 0; ; offset += batch) {
        const { results } = await asked(index.getDocuments({ fields: ['id', 'checksum'], limit: batch, offset }))
        if (results.length === 0) return
        yield results as { id: string; checksum: string }[]
      }
    },
  }
}

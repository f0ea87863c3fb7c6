import { afterAll, beforeAll, describe, expect, inject as provided, it } from 'vitest'
import { createDatabase, dropDatabase } from '../../../../tools/test-database.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { givenBooks } from './client-fixtures.ts'
import { givenIn } from '../given.ts'
import { searcherFor } from './search-calls.ts'

let test: TestApp
let ownerUrl: string
let books: Awaited<ReturnType<typeof searcherFor>>
beforeAll(async () => {
  ownerUrl = await createDatabase(provided('clusterUrl'), undefined, provided('template'))
  test = await openTestApp({ ownerUrl })
  await givenBooks(test.connection.db)
  books = await searcherFor(test, await givenIn(test).user('admin'))
})
afterAll(async () => {
  await test.close()
  await dropDatabase(provided('clusterUrl'), new URL(ownerUrl).pathname.slice(1))
})

/** Calls of the client's own tests, and what these expect a Meilisearch server to answer. */
describe('the books of the official client’s tests', () => {
  const sevenPages = { totalHits: 7 }
  it.each([
    ['Basic search', 'prince', {}, 2, { limit: 20, offset: 0, query: 'prince', estimatedTotalHits: 2 }],
    ['query in searchParams', 'other', { q: 'prince' }, 2, { query: 'prince' }],
    ['phrase search with ALL', '"french book" about', { matchingStrategy: 'all' }, 1, { limit: 20 }],
    ['search with LAST', 'french book', { matchingStrategy: 'last' }, 2, {}],
    ['phrase search', '"french book" about', {}, 2, { query: '"french book" about' }],
    ['options', 'prince', { limit: 1 }, 1, { limit: 1, estimatedTotalHits: 2 }],
    ['limit and offset', 'prince', { limit: 1, offset: 1 }, 1, { limit: 1, offset: 1, estimatedTotalHits: 2 }],
    ['array of attributes', 'prince', { attributesToRetrieve: ['*'] }, 2, {}],
    [
      'filter and facetDistribution',
      'a',
      { filter: ['fees = romance'], facets: ['fees', 'model_id'] },
      2,
      {
        facetDistribution: { fees: { romance: 2 }, model_id: { '123': 1, '2': 1 } },
        facetStats: { model_id: { min: 2, max: 123 } },
      },
    ],
    ['filter on number', 'a', { filter: 'model_id < 0' }, 0, {}],
    ['filter with spaces', 'h', { filter: ['fees = "sci fi"'] }, 1, {}],
    [
      'multiple filter',
      'a',
      { filter: ['fees = romance', ['fees = romance', 'fees = romance']], facets: ['fees'] },
      2,
      { facetDistribution: { fees: { romance: 2 } } },
    ],
    [
      'placeholder: null query',
      null,
      { filter: ['fees = fantasy'], facets: ['fees'] },
      2,
      { facetDistribution: { fees: { fantasy: 2 } } },
    ],
    [
      'placeholder: empty query',
      '',
      { filter: ['fees = fantasy'], facets: ['fees'] },
      2,
      { facetDistribution: { fees: { fantasy: 2 } } },
    ],
    ['hitsPerPage and page', '', { hitsPerPage: 1, page: 1 }, 1, { ...sevenPages, page: 1, totalPages: 7 }],
    [
      'hitsPerPage at 0, page at 1',
      '',
      { hitsPerPage: 0, page: 1 },
      0,
      { ...sevenPages, hitsPerPage: 0, totalPages: 0 },
    ],
    ['hitsPerPage at 0', '', { hitsPerPage: 0 }, 0, { ...sevenPages, page: 1, totalPages: 0 }],
    ['hitsPerPage at 1, page at 0', '', { hitsPerPage: 1, page: 0 }, 0, { ...sevenPages, page: 0, totalPages: 7 }],
    ['page at 0', '', { page: 0 }, 0, { ...sevenPages, hitsPerPage: 20, totalPages: 1 }],
    ['both at 0', '', { hitsPerPage: 0, page: 0 }, 0, { ...sevenPages, page: 0, totalPages: 0 }],
    [
      'hitsPerPage/page and offset/limit',
      '',
      { hitsPerPage: 1, page: 1, offset: 1, limit: 1 },
      1,
      { ...sevenPages, page: 1, hitsPerPage: 1, totalPages: 7 },
    ],
  ] as const)('%s', async (_name, q, options, hits, answer) => {
    const found = await books.index.search(q, options as object)
    expect(found.hits).toHaveLength(hits)
    expect(found).toMatchObject(answer)
    const paged = 'page' in options || 'hitsPerPage' in options
    for (const absent of paged
      ? ['limit', 'offset', 'estimatedTotalHits']
      : ['page', 'hitsPerPage', 'totalHits', 'totalPages'])
      expect(found).not.toHaveProperty(absent)
  })

  it('marks words with the tags of the query, and makes texts of numbers', async () => {
    const asked = { filter: 'model_id = 456', attributesToRetrieve: ['model_id', 'full_name'] }
    const marked = await books.index.search('prince', { ...asked, attributesToHighlight: ['*'] })
    expect(marked.hits).toEqual([
      {
        model_id: 456,
        full_name: 'Le Petit Prince',
        _formatted: { model_id: '456', full_name: 'Le Petit <em>Prince</em>' },
      },
    ])
    const own = await books.index.search('prince', {
      filter: 'model_id = 456',
      attributesToHighlight: ['*'],
      highlightPreTag: '(⊃｡•́‿•̀｡)⊃ ',
      highlightPostTag: ' ⊂(´• ω •`⊂)',
    })
    expect(own.hits[0]!._formatted).toMatchObject({
      contact_name: 'A french book about a (⊃｡•́‿•̀｡)⊃ prince ⊂(´• ω •`⊂) that walks on little cute planets',
      status: null,
      is_archived: false,
    })
  })

  it('sorts by a number, and answers several queries at once', async () => {
    const sorted = await books.index.search('', { sort: ['joined_timestamp:asc'], limit: 1 })
    expect(sorted.hits).toHaveLength(1)
    expect((await books.client.multiSearch({ queries: [] })).results).toEqual([])
    const { results } = await books.client.multiSearch({ queries: [{ indexUid: 'organizations_users', q: 'prince' }] })
    expect(results[0]!.hits).toHaveLength(2)
  })

  // tests/__snapshots__/facet_search.test.ts.snap
  it('searches the values of a facet', async () => {
    expect(await books.index.searchForFacetValues({ facetName: 'fees', facetQuery: 'a' })).toMatchObject({
      facetHits: [{ value: 'adventure', count: 2 }],
      facetQuery: 'a',
    })
    const all = await books.index.searchForFacetValues({ facetName: 'fees' })
    expect(all.facetQuery).toBeNull()
    expect(all.facetHits).toHaveLength(4)
    const filtered = { facetName: 'fees', facetQuery: 'a', filter: ['fees = adventure'] }
    expect((await books.index.searchForFacetValues(filtered)).facetHits).toHaveLength(1)
    expect(
      (await books.index.searchForFacetValues({ facetName: 'fees', facetQuery: 'a', q: 'Alice' })).facetHits,
    ).toEqual([{ value: 'adventure', count: 1 }])
  })

  it.each([
    ['a deleted index', (client: typeof books.client) => client.index('movies').search('prince'), 'index_not_found'],
    ['federation', (client: typeof books.client) => client.multiSearch({ federation: {}, queries: [] }), 'bad_request'],
  ])('refuses %s', async (_what, ask, code) => {
    await expect(ask(books.client)).rejects.toHaveProperty('cause.code', code)
  })
})

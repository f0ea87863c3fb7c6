import type { SearchHit } from '@archwire/contract/search/document.ts'
import { vi } from 'vitest'

/** A hit of the global search, with what a test says of it. */
export function givenHit(said: Partial<SearchHit> = {}): SearchHit {
  const { model = 'organization', model_id = 7 } = said
  return {
    id: `${model}-${model_id}`,
    model,
    model_id,
    filter: 'organization',
    full_name: 'Summit',
    account_number: 'O-000007',
    kind: 'practice',
    organizations: [{ id: 7, name: 'Summit' }],
    organization_ids: [7],
    is_archived: false,
    is_disabled: false,
    status: 4,
    onboarding: 10,
    payment: 'PAID',
    customized_fees: [],
    organization_type: 'Orthodontist',
    invoice_version: 'New',
    joined_at: '2026-01-05T19:00:00.000Z',
    first_case_submission: '2026-01-09T21:05:09.000Z',
    newest_case_submission: '2026-07-21T20:05:09.000Z',
    number_of_patients: 12,
    number_of_cases: 1234,
    average_cases: 2.5,
    number_of_users: 3,
    email: 'desk@summit.example',
    phone_number: '+13035550142',
    contact_name: 'Dana Desk',
    street_address: '9 North Road',
    street_address_line_2: '',
    city: 'Boulder',
    state: 'CO',
    zip_code: '80301',
    country: 'USA',
    payments: ['PAID'],
    fees: [],
    organization_types: [1],
    invoice_versions: ['New'],
    onboardings: [10],
    full_name_sort: 'summit',
    joined_timestamp: 1,
    first_case_timestamp: 1,
    newest_case_timestamp: 1,
    ...said,
  }
}

export const doctorHit = givenHit({
  model: 'user',
  model_id: 5,
  filter: 'doctor',
  full_name: 'Jane Marsh',
  account_number: 'U-000005',
  kind: null,
  number_of_users: null,
})

/** A query that reached the index of a test. */
export interface AskedQuery {
  q: string
  filter: string[]
  page: number
  hitsPerPage: number
  sort?: string[]
  facets?: string[]
}

interface Given {
  /** What is found by a query. */
  hits: (query: AskedQuery) => SearchHit[] | Promise<SearchHit[]>
  total?: (query: AskedQuery) => number
  counts?: Record<string, Record<string, number>>
  /** A refusal of the index instead of an answer. */
  refuses?: (key: string) => { status: number; code: string; type: string } | undefined
  /** Bodies of other calls, by path. */
  others?: Record<string, unknown>
}

/** A portal with an index of the global search. Returns the paths of its calls, and the queries of each search. */
export function indexOf({ hits, total, counts = {}, refuses, others = {} }: Given) {
  const calls: string[] = []
  const searches: AskedQuery[][] = []
  let keys = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (given, init) => {
    const { pathname } = new URL(given as string | URL, 'http://portal.test')
    const path = pathname.replace('/api/v1', '')
    calls.push(path)
    if (path === '/meilisearch/config') {
      keys += 1
      const expires_at = new Date(Date.now() + 3_600_000).toISOString()
      const config = { url: 'http://index.test/meilisearch', key: `key-${keys}`, index_name: 'all', expires_at }
      return Response.json({ config })
    }
    if (path !== '/meilisearch/multi-search')
      return Response.json(others[path] ?? { error: 'Nothing is there.' }, { status: path in others ? 200 : 404 })
    const key = new Headers(init?.headers).get('authorization')!.replace('Bearer ', '')
    const refusal = refuses?.(key)
    if (refusal) return Response.json({ message: refusal.code, link: '', ...refusal }, { status: refusal.status })
    const { queries } = JSON.parse(init?.body as string) as { queries: AskedQuery[] }
    searches.push(queries)
    const results = await Promise.all(
      queries.map(async (query) => {
        const found = await hits(query)
        const totalHits = total?.(query) ?? found.length
        return {
          indexUid: 'all',
          hits: query.hitsPerPage === 0 ? [] : found,
          page: query.page,
          hitsPerPage: query.hitsPerPage,
          totalHits,
          totalPages: Math.ceil(totalHits / Math.max(1, query.hitsPerPage)),
          facetDistribution: counts,
        }
      }),
    )
    return Response.json({ results })
  })
  return { calls, searches }
}

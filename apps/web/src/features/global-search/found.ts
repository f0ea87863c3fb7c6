import type { SearchHit } from '@archwire/contract/search/document.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { formatCount } from '../../lib/format.ts'
import { askIndex, type IndexAnswer } from './ask-index.ts'
import { facets, type Facet } from './facets.ts'
import { queriesOf, type Counts, type GlobalTexts, type Reader } from './queries.ts'

/** How many hits each value of a facet has. */
export type FacetCounts = Record<Facet['key'], Record<string, number>>

/** A hit, and its texts with marks around what it was found by. */
export type FoundHit = SearchHit & { _formatted?: Partial<Record<keyof SearchHit, unknown>> }

export interface Found {
  hits: FoundHit[]
  page: number
  perPage: number
  pages: number
  /** All hits; with a keyword the relevant ones. */
  total: number
  /** With a keyword: how many there are without it. */
  sortedOut: number | undefined
  facets: FacetCounts
}

/** The answers of the index to `queriesOf`, as the page shows them. */
export function foundIn(counts: readonly Counts[], answers: readonly IndexAnswer[]): Found {
  const of = (what: Counts) => answers[counts.indexOf(what)]
  const hits = of('hits')!
  return {
    hits: hits.hits,
    page: hits.page ?? 1,
    perPage: hits.hitsPerPage ?? hits.hits.length,
    pages: hits.totalPages ?? 0,
    total: hits.totalHits ?? 0,
    sortedOut: of('found')?.totalHits,
    facets: Object.fromEntries(
      facets.map(({ key, attribute }) => [key, (of(key) ?? hits).facetDistribution?.[attribute] ?? {}]),
    ) as FacetCounts,
  }
}

/** The sentence above the hits, word for word as the lab wants it. */
export const summaryOf = ({ total, sortedOut }: Pick<Found, 'total' | 'sortedOut'>): string =>
  sortedOut === undefined
    ? `${formatCount(total)} results found`
    : `${formatCount(total)} relevant results sorted out of ${formatCount(sortedOut)} found`

/** What the index finds; while the next answer is on its way, the one before. */
export function useFound(search: GlobalTexts, reader: Reader) {
  const client = useQueryClient()
  const asked = queriesOf(search, reader)
  return useQuery({
    queryKey: ['search', 'found', asked],
    queryFn: async ({ signal }) =>
      foundIn(
        asked.map(({ counts }) => counts),
        await askIndex(
          client,
          asked.map((each) => each.query),
          signal,
        ),
      ),
    placeholderData: keepPreviousData,
    // People come back from a record that they changed: the index knows within a second (`search/index`).
    staleTime: 0,
  })
}

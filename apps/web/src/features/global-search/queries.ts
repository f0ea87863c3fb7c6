import { addDays, instantIn } from '@archwire/contract/core/dates.ts'
import { archivedStatus, mostHits, pageSizes } from '@archwire/contract/search/document.ts'
import type { SearchTexts } from '../../ui/list/list-state.ts'
import { facets, type Facet } from './facets.ts'
import type { globalSearch } from './search.ts'

export type GlobalTexts = SearchTexts<typeof globalSearch>

/** What a search is asked with, besides its address. */
export interface Reader {
  /** Whether the person may see archived records (`search/archived`). */
  seesArchived: boolean
  /** The lab's time zone: in it lie the days of the filter. */
  zone: string
}

/** A query of Meilisearch's `multi-search`, without its index. */
export interface IndexQuery {
  q: string
  filter: string[]
  matchingStrategy: 'all'
  page: number
  hitsPerPage: number
  sort?: string[]
  facets?: string[]
  attributesToRetrieve?: string[]
  attributesToHighlight?: string[]
  highlightPreTag?: string
  highlightPostTag?: string
}

const secondsOf = (instant: Date): number => Math.floor(instant.getTime() / 1000)

/** The days of joining as seconds, the last day with all of its hours. */
function joinedIn(days: string, zone: string): string[] {
  const [from = '', to = ''] = days.split(',')
  return [
    ...(from === '' ? [] : [`joined_timestamp >= ${secondsOf(instantIn(zone, from, 0))}`]),
    ...(to === '' ? [] : [`joined_timestamp < ${secondsOf(instantIn(zone, addDays(to, 1), 0))}`]),
  ]
}

const among = ({ attribute }: Facet, values: string): string => `${attribute} IN [${values.split(',').join(', ')}]`

/** Whether archived records are among those that a search looks at (`search/archived`). */
export const looksAtArchived = (search: GlobalTexts, { seesArchived }: Reader): boolean =>
  seesArchived &&
  (search['filter[archived]'] === '1' || (search['filter[status]'] ?? '').split(',').includes(String(archivedStatus)))

/** The filters of a search, all of which have to hold; `without` leaves out one facet. */
export function filterOf(search: GlobalTexts, reader: Reader, without?: Facet): string[] {
  const chosen = search.chosen_wi_organization_id ?? ''
  // A number of the status Archived widens what is looked at: counted beside the other numbers, it has to be there.
  const archived = looksAtArchived(search, reader) || (reader.seesArchived && without?.key === 'filter[status]')
  return [
    ...(archived ? [] : ['is_archived = false']),
    ...(chosen === '' ? [] : [`organization_ids IN [${chosen.split(',').join(', ')}]`]),
    ...joinedIn(search['filter[joined_between]'] ?? '', reader.zone),
    ...facets.flatMap((facet) => {
      const values = search[facet.key] ?? ''
      return values === '' || facet === without ? [] : [among(facet, values)]
    }),
  ]
}

/** Hits, in their order: by relevance while a keyword is set. */
export function hitsQuery(search: GlobalTexts, reader: Reader): IndexQuery {
  const q = search['filter[search]'] ?? ''
  const sort = search.sort ?? 'full_name_sort'
  return {
    q,
    filter: filterOf(search, reader),
    matchingStrategy: 'all',
    // No page beyond the last hit that is counted.
    page: Math.min(Number(search.page ?? 1), mostHits),
    hitsPerPage: Number(search.perPage ?? pageSizes[0]),
    ...(q === '' && { sort: [sort.startsWith('-') ? `${sort.slice(1)}:desc` : `${sort}:asc`] }),
  }
}

/** Around what a hit was found by, in texts of people: signs that no keyboard has. */
export const markTags = ['\uE000', '\uE001'] as const
const marked = {
  attributesToHighlight: ['full_name', 'account_number', 'email', 'phone_number', 'contact_name'],
  highlightPreTag: markTags[0],
  highlightPostTag: markTags[1],
}

/** What the queries of a search count, in their order. */
export type Counts = 'hits' | 'found' | Facet['key']

/**
 * The queries of a page: its hits with the counts of all facets; with a keyword, how many there are without it; and for each
 * facet that filters, its counts without itself, so that they say what another box would add.
 */
export function queriesOf(search: GlobalTexts, reader: Reader): { counts: Counts; query: IndexQuery }[] {
  const hits = hitsQuery(search, reader)
  const { q, filter } = hits
  const count = { matchingStrategy: 'all', page: 1, hitsPerPage: 0 } as const
  const alone = facets.filter(
    ({ key }) => (search[key] ?? '') !== '' || (key === 'filter[status]' && reader.seesArchived),
  )
  return [
    { counts: 'hits', query: { ...hits, ...(q !== '' && marked), facets: facets.map(({ attribute }) => attribute) } },
    ...(q === '' ? [] : [{ counts: 'found' as const, query: { ...count, q: '', filter } }]),
    ...alone.map((facet) => ({
      counts: facet.key,
      query: { ...count, q, filter: filterOf(search, reader, facet), facets: [facet.attribute] },
    })),
  ]
}

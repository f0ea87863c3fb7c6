import { mostHits, sortable, type Sortable } from '@archwire/contract/search/document.ts'
import { z } from 'zod'
import { SearchError } from './errors.ts'
import { readFilter, type Filter } from './filter.ts'

/** A query, read and checked; whatever is not answered is refused, not left out silently. */
export interface SearchQuery {
  q: string
  filter: Filter | undefined
  sort: { attribute: Sortable; descending: boolean }[]
  facets: string[]
  /** Pages count all hits; offset and limit say what they are estimated at. */
  page: { number: number; size: number } | undefined
  offset: number
  limit: number
  /** Null: all of them. */
  retrieve: ReadonlySet<string> | null
  highlight: { attributes: ReadonlySet<string> | null; before: string; after: string } | undefined
  /** Whether all words have to be found, or the last ones may be left out until something is. */
  everyWord: boolean
}

const words = z.array(z.string().max(200)).max(50).nullish()
const whole = z.int().min(0).max(mostHits)
const most = 1_000

const SearchBody = z.strictObject({
  q: z.string().max(500).nullish(),
  filter: z.unknown().optional(),
  sort: z.array(z.string().max(100)).max(10).nullish(),
  facets: words,
  page: whole.nullish(),
  hitsPerPage: z.int().min(0).max(most).nullish(),
  offset: whole.nullish(),
  limit: z.int().min(0).max(most).nullish(),
  attributesToRetrieve: words,
  attributesToHighlight: words,
  highlightPreTag: z.string().max(50).nullish(),
  highlightPostTag: z.string().max(50).nullish(),
  matchingStrategy: z.enum(['last', 'all']).nullish(),
})

/** Parameters by the error that Meilisearch has for a bad value of theirs. */
const codes: Record<string, string> = Object.fromEntries(
  Object.keys(SearchBody.shape).map((name) => [
    name,
    `invalid_search_${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
  ]),
)

/** Reads the body of a search. @throws SearchError with the code of the parameter that is wrong */
export function readQuery(sent: unknown): SearchQuery {
  const read = SearchBody.safeParse(sent ?? {})
  if (!read.success) {
    const [issue] = read.error.issues
    if (issue!.code === 'unrecognized_keys')
      throw new SearchError(
        'bad_request',
        `Unknown field \`${issue!.keys[0]!.slice(0, 100)}\`: expected one of ${Object.keys(SearchBody.shape)
          .map((name) => `\`${name}\``)
          .join(', ')}`,
      )
    const name = String(issue!.path[0] ?? '')
    throw new SearchError(
      codes[name] ?? 'bad_request',
      `Invalid value at \`.${issue!.path.join('.')}\`: ${issue!.message}`,
    )
  }
  const body = read.data
  const paged = (body.page ?? null) !== null || (body.hitsPerPage ?? null) !== null
  const page = { number: body.page ?? 1, size: body.hitsPerPage ?? 20 }
  const highlighted = body.attributesToHighlight ?? []
  return {
    // PostgreSQL has no text with NUL; between words it is as good as a space.
    q: (body.q ?? '').replaceAll('\0', ' '),
    filter: readFilter(body.filter),
    sort: (body.sort ?? []).map(readSort),
    facets: body.facets ?? [],
    page: paged ? page : undefined,
    offset: paged ? Math.max(0, page.number - 1) * page.size : (body.offset ?? 0),
    limit: paged ? (page.number === 0 ? 0 : page.size) : (body.limit ?? 20),
    retrieve: setOf(body.attributesToRetrieve ?? ['*']),
    highlight:
      highlighted.length === 0
        ? undefined
        : {
            attributes: setOf(highlighted),
            before: body.highlightPreTag ?? '<em>',
            after: body.highlightPostTag ?? '</em>',
          },
    everyWord: body.matchingStrategy === 'all',
  }
}

const setOf = (names: string[]): ReadonlySet<string> | null => (names.includes('*') ? null : new Set(names))

function readSort(text: string): SearchQuery['sort'][number] {
  const [, attribute = '', way] = /^(.*):(asc|desc)$/.exec(text) ?? []
  if (way === undefined)
    throw new SearchError(
      'invalid_search_sort',
      `Invalid syntax for the sort parameter: expected expression ending by \`:asc\` or \`:desc\`, found \`${text}\`.`,
    )
  if (!Object.hasOwn(sortable, attribute))
    throw new SearchError(
      'invalid_search_sort',
      `Attribute \`${attribute}\` is not sortable. Available sortable attributes are: ${Object.keys(sortable)
        .map((name) => `\`${name}\``)
        .join(', ')}.`,
    )
  return { attribute: attribute as Sortable, descending: way === 'desc' }
}

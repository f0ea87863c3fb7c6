import { z } from 'zod'
import { Meta } from './paging.ts'
import { searchSchema } from './search.ts'
import type { SearchTable } from './search-keys.ts'

/**
 * A list as its route declares it: `get('/locations', { …, ...listOf({ key, row, search }) })`. The query string is
 * defined by the table of search keys, which the browser's address bar uses too; the response is `{ <key>: row[], meta
 * }`.
 */
export const listOf = <const K extends string, R extends z.ZodType, const T extends SearchTable>({
  key,
  row,
  search,
  perPage = 25,
}: {
  key: K
  row: R
  search: T
  perPage?: number
}) => ({
  query: searchSchema(search, perPage),
  returns: z.strictObject({ [key]: z.array(row), meta: Meta } as { [P in K]: z.ZodArray<R> } & { meta: typeof Meta }),
})

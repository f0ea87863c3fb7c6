import { z } from 'zod'

/**
 * Pages of every list: numbered from 1, at most 200 rows (`calls/pages`). A list with a cursor also accepts `after`.
 */
export const pageKeys = (defaultPerPage = 25) => ({
  /** Which page, from 1. */
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  /** Rows per page. */
  perPage: z.coerce.number().int().min(1).max(200).default(defaultPerPage),
})

/**
 * `page` repeats the number asked, `last_page` is the number of the last page. `total` is exact up to 10,000; beyond, `total_is_at_least` is set. `next` is an opaque cursor for
 * `after`.
 */
export const Meta = z.strictObject({
  total: z.int(),
  page: z.int(),
  per_page: z.int(),
  last_page: z.int(),
  next: z.string().nullable(),
  total_is_at_least: z.boolean().optional(),
})
export type Meta = z.infer<typeof Meta>

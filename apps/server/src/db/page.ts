import type { Meta } from '@archwire/contract/core/paging.ts'
import { Invalid } from '../kernel/errors.ts'

/** Totals are counted up to here; beyond, the reply says "at least" (decisions §1). */
export const countedRows = 10_000

/** The `meta` of a list. `counted` may be one more than `countedRows`: then there are at least that many. */
export function metaOf(input: { counted: number; page: number; perPage: number; next: string | null }): Meta {
  const total = Math.min(input.counted, countedRows)
  return {
    total,
    page: input.page,
    per_page: input.perPage,
    last_page: Math.max(1, Math.ceil(total / input.perPage)),
    next: input.next,
    ...(input.counted > countedRows ? { total_is_at_least: true } : {}),
  }
}

/** A cursor is the sort value and id of a page's last row, opaque to callers. */
export const encodeCursor = (value: string | number | null, id: number): string =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url')

export function decodeCursor(cursor: string): { value: string | number | null; id: number } {
  try {
    const [value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as [unknown, unknown]
    const fine = value === null || typeof value === 'string' || typeof value === 'number'
    if (fine && Number.isInteger(id)) return { value: value as string | number | null, id: id as number }
  } catch {
    // Falls through: whatever is wrong with it, it is no cursor of ours.
  }
  throw new Invalid({ after: ['This is not a cursor of this list.'] })
}

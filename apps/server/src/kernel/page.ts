import { isDay, parseInstant } from '@archwire/contract/core/dates.ts'
import type { Meta } from '@archwire/contract/core/paging.ts'
import { Invalid } from './errors.ts'

/** Totals are counted up to here; beyond, the reply states "at least" (`work/total`). */
export const countedRows = 10_000

/** The `meta` of a list, whose first page is 1 unless it says 0. `counted` may be one more than `countedRows`: then there are at least that many. */
export function metaOf(input: {
  counted: number
  page: number
  perPage: number
  next: string | null
  firstPage?: 0 | 1
}): Meta {
  const first = input.firstPage ?? 1
  const total = Math.min(input.counted, countedRows)
  return {
    total,
    page: input.page,
    per_page: input.perPage,
    last_page: first + Math.max(1, Math.ceil(total / input.perPage)) - 1,
    next: input.next,
    ...(input.counted > countedRows ? { total_is_at_least: true } : {}),
  }
}

/** The possible values of a cursor's sort key. */
interface CursorKey {
  kind: 'text' | 'number' | 'day' | 'instant'
  nullable?: true
}

/** A cursor names its order and holds sort values and id of a page's last row; opaque to callers. */
export const encodeCursor = (order: string, values: (string | number | null)[], id: number): string =>
  Buffer.from(JSON.stringify([order, ...values, id])).toString('base64url')

/** Reads a cursor of this order; 422 for a cursor of another list or a made-up one. */
export function decodeCursor(
  cursor: string,
  order: string,
  keys: readonly CursorKey[],
): { values: (string | number | null)[]; id: number } {
  try {
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[]
    const values = parts.slice(1, -1)
    const id = parts.at(-1)
    const fine =
      parts[0] === order && values.length === keys.length && values.every((value, index) => fits(value, keys[index]!))
    if (fine && isId(id)) return { values: values as (string | number | null)[], id }
  } catch {
    // Falls through: whatever is wrong with it, it is not a cursor of ours.
  }
  throw new Invalid({ after: ['This is not a cursor of this list.'] })
}

const isId = (value: unknown): value is number => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31

function fits(value: unknown, { kind, nullable }: CursorKey): boolean {
  if (value === null) return nullable === true
  if (kind === 'number') return isId(value)
  if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) return false
  if (kind === 'text') return true
  if (kind === 'day') return isDay(value)
  // As PostgreSQL writes them into JSON.
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d:\d\d$/.test(value) && parseInstant(value) !== undefined
}

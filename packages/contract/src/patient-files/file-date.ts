import { z } from 'zod'
import { utcInstant } from '../core/fields.ts'
import { parseInstant } from '../core/dates.ts'

/**
 * A file's date as its computer says, in milliseconds since 1970; null where it is no moment of 1900 to 2199. Copies and
 * programs leave such dates (1601, 9999), and they say nothing of the file (`scans/file-date`).
 */
export function dateOfFile(at: number): string | null {
  const date = new Date(at)
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString()
  return parseInstant(text) ? text : null
}

/** Drops a moment outside the years that the server keeps; text that is no moment stays, to be refused. */
function withoutAbsurd(said: string | null): string | null {
  const year = /^([+-]?\d{4,6})-\d{2}-\d{2}[ T]/.exec(said ?? '')?.[1]
  if (said === null || year === undefined || parseInstant(said)) return said
  return Number(year) <= 1900 || Number(year) >= 2199 ? null : said
}

/** The date of a file in a call: an absurd one is dropped, and the file is taken (`scans/file-date`). */
export const fileDate = () => z.string().max(40).nullable().overwrite(withoutAbsurd).pipe(utcInstant().nullable())

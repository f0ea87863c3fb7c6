import { z } from 'zod'
import { isDay, parseInstant } from './dates.ts'

/** Kinds of values that many routes share. Every string has a maximum; NUL and lone surrogates are refused (rule 10). */
const clean = (text: string) => !text.includes('\0') && text.isWellFormed()

/** One line of text of 1 to `max` characters, trimmed. */
export const line = (max = 255) => z.string().trim().min(1, 'Required').max(max).refine(clean, 'Invalid characters')

/** Text that may be empty or have several lines. */
export const text = (max = 10_000) => z.string().max(max).refine(clean, 'Invalid characters')

/** An id in a body or query. */
export const id = () => z.coerce.number().int().min(1).max(2_147_483_647)

/** An id in a path; one that cannot exist is a 404, not a 422 (decisions §1). */
export const IdParams = z.strictObject({
  id: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number),
})

export const day = () => z.string().refine(isDay, 'Invalid date')
export const instant = () =>
  z
    .string()
    .max(40)
    .refine((value) => parseInstant(value) !== undefined, 'Invalid date')

/** `1`, `0`, `true`, `false` in an address. */
export const flag = () => z.enum(['1', '0', 'true', 'false']).transform((value) => value === '1' || value === 'true')

/** A comma list in an address: `1,2,5`. */
export const ids = () =>
  z
    .string()
    .regex(/^\d{1,9}(,\d{1,9}){0,199}$/)
    .transform((value) => value.split(',').map(Number))

/** First and last day of a range; null where it is open. */
export type DayRange = [from: string | null, to: string | null]

/** `2026-01-01,2026-01-31`; both ends belong to it, one of them may be missing. */
export const dayRange = () =>
  z
    .string()
    .refine((value) => {
      const [from = '', to = '', ...rest] = value.split(',')
      if (rest.length > 0 || (from === '' && to === '')) return false
      return [from, to].every((one) => one === '' || isDay(one)) && (from === '' || to === '' || from <= to)
    }, 'Invalid date range')
    .transform((value) => value.split(',').map((one) => (one === '' ? null : one)) as DayRange)

/** How instants leave the server. */
export const Instant = z.iso.datetime()
export const Day = z.iso.date()

export const Message = z.strictObject({ message: z.string() })

/** A state as people see it: id and key of the specification, label, colour. */
export const Status = z.strictObject({ id: z.int(), key: z.string(), label: z.string(), color: z.string() })
export type Status = z.infer<typeof Status>

/** What the caller may do with a record, by action; the client never derives it again. */
export const Can = z.record(z.string(), z.boolean())

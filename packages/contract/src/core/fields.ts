import { z } from 'zod'
import { isDay, parseInstant } from './dates.ts'
import { emailPattern, keptEmail } from './email.ts'
import {
  clean,
  distinct,
  invalidCharacters as invalid,
  invalidEmail,
  invalidName,
  nameProblem,
  oneLine,
  singleSpaced,
  visible,
} from './text.ts'

/**
 * Kinds of values that many routes share. Every string has a maximum; NUL and lone surrogates are refused, in one line
 * of text control characters and line breaks too (`safety/bounds`). `bounds.test.ts` checks every field of every route.
 */

/** Text without what nobody sees (`calls/unseen`). */
const seenText = () => z.string().overwrite(visible)

/** The same, trimmed: what every field of one line begins with. */
export const trimmedText = () => seenText().trim()

/** What is kept of a line: runs of spaces are one (`calls/one-space`). */
export const lineText = () => trimmedText().overwrite(singleSpaced)

/** One line of text of 1 to `max` characters, trimmed. */
export const line = (max = 255) => lineText().min(1, 'Required').max(max).refine(oneLine, invalid)

/** The name of a person, practice, location, contact, library or patient: 1 to `max` characters (`safety/names`). */
export const name = (max = 100) => line(max).refine((text) => nameProblem(text) === undefined, invalidName)

/** One line of text that may be empty. */
export const optionalLine = (max = 255) => lineText().max(max).refine(oneLine, invalid)

/** A name that may be empty. */
export const optionalName = (max = 100) =>
  optionalLine(max).refine((text) => nameProblem(text) === undefined, invalidName)

/** Text from one person to another: 1 to `max` characters, trimmed, of any number of lines. */
export const words = (max = 10_000) => trimmedText().min(1, 'Required').max(max).refine(clean, invalid)

/** An email address. */
export const email = () =>
  trimmedText()
    .overwrite(keptEmail)
    .max(255)
    .email({ pattern: emailPattern, error: invalidEmail })
    .refine(oneLine, invalid)

/** Text that must arrive unchanged, spaces included: passwords, tokens, keys. One line of 1 to `max` characters. */
export const secret = (max = 200) => z.string().min(1, 'Required').max(max).refine(oneLine, invalid)

/** Text that may be empty or have several lines. */
export const text = (max = 10_000) => seenText().max(max).refine(clean, invalid)

/** The largest number that our columns hold. */
const most = 2_147_483_647

/** An id in a body. */
export const id = () => z.int().min(1).max(most)

/** An id in an address or its query, where everything is text. */
export const idText = () => z.coerce.number().int().min(1).max(most)

/** A version in a query, where everything is text; 0: of before there was any. */
export const versionText = () => z.coerce.number().int().min(0).max(most)

/** The version of a record that an edit was based on. */
export const version = () => z.int().min(1).max(most)

/**
 * What the caller saw of a record, as an opaque text that comes with it: a decision sends it back, and a different one
 * is a 409 that states what changed (`cases/seen`). Not its `version`, which only people's edits raise.
 */
export const seen = () => secret(200)

/** A list of ids, each counted once. */
export const idList = (max: number) => z.array(id()).max(max).refine(distinct, 'Each once')

/**
 * Any JSON that a page makes for itself, to be returned unchanged: no NUL, no unpaired surrogate, at most `values`
 * values.
 */
export const json = (values = 5_000) =>
  z.record(z.string().max(60), z.unknown()).refine((sent) => cleanJson(sent, { left: values }), invalid)

function cleanJson(value: unknown, budget: { left: number }): boolean {
  budget.left -= 1
  if (budget.left < 0) return false
  if (typeof value === 'string') return value.length <= 10_000 && clean(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => clean(key) && cleanJson(inner, budget))
}

/** An id in a path; one that cannot exist is a 404, not a 422 (`calls/ids`). */
export const IdParams = z.strictObject({
  /** The record’s id. One that cannot exist is a 404. */
  id: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .refine((value) => Number(value) <= most)
    .transform(Number),
})

/** A calendar day of 1900 to 2199. */
export const day = () => z.string().refine(isDay, 'Invalid date')
export const instant = () =>
  z
    .string()
    .max(40)
    .refine((value) => parseInstant(value) !== undefined, 'Invalid date')

/** A moment in the one form that the server keeps, however it is written; other texts stay as they are. */
const asUtc = (value: string): string => (value.endsWith('Z') ? value : (parseInstant(value)?.toISOString() ?? value))

/** An instant of 1900 to 2199, as ISO 8601 or `YYYY-MM-DD HH:mm:ss` (`calls/times`); the server reads it as ISO 8601 in UTC. */
export const utcInstant = () =>
  z
    .string()
    .overwrite(asUtc)
    .check(z.iso.datetime())
    .refine((value) => parseInstant(value) !== undefined, 'Invalid date')

/** `1`, `0`, `true`, `false` in an address. */
export const flag = () => z.enum(['1', '0', 'true', 'false']).transform((value) => value === '1' || value === 'true')

/** A comma list in an address: `1,2,5`. */
export const ids = () =>
  z
    .string()
    .regex(/^\d{1,9}(,\d{1,9}){0,199}$/, 'Numbers with commas between them, like 1,2,5.')
    .transform((value) => value.split(',').map(Number))

/** First and last day of a range; null where it is open. */
export type DayRange = [from: string | null, to: string | null]

/** `2026-01-01,2026-01-31`; both ends are included, one of them may be missing. */
export const dayRange = () =>
  z
    .string()
    .refine((value) => {
      const [from = '', to = '', ...rest] = value.split(',')
      if (rest.length > 0 || (from === '' && to === '')) return false
      return [from, to].every((end) => end === '' || isDay(end)) && (from === '' || to === '' || from <= to)
    }, 'Invalid date range')
    .transform((value) => value.split(',').map((end) => (end === '' ? null : end)) as DayRange)

/** How instants leave the server. */
export const Instant = z.iso.datetime()
export const Day = z.iso.date()

export const Message = z.strictObject({ message: z.string() })

/** A state as people see it: id, key, label, color. */
const StatusColor = z.enum(['gray', 'grape', 'blue', 'teal', 'green', 'red', 'orange'])
export type StatusColor = z.infer<typeof StatusColor>
export const Status = z.strictObject({ id: z.int(), key: z.string(), label: z.string(), color: StatusColor })
export type Status = z.infer<typeof Status>

/** What the caller may do with a record, each action by its name; the client never derives it again. */
export const actions = <const A extends readonly string[]>(...names: A) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, z.boolean()])) as Record<A[number], z.ZodBoolean>)

/**
 * Why an action that the caller's role may do is not possible now, as the refusal words it. On a full record, never on
 * rows of lists.
 */
export const reasons = <const A extends readonly string[]>(...names: A) =>
  z.strictObject(
    Object.fromEntries(names.map((name) => [name, z.string().optional()])) as Record<
      A[number],
      z.ZodOptional<z.ZodString>
    >,
  )

/**
 * A comma list of records to send along, from a fixed list: accepted as programs write it, and without effect where the
 * answer holds them anyway.
 */
export const includes = <const Name extends string>(...names: Name[]) =>
  z
    .string()
    .max(400)
    .refine(
      (value) => value.split(',').every((name) => (names as string[]).includes(name)),
      `Any of ${names.join(', ')}`,
    )
    .optional()

/** An organization as the records of others name it. */
export const OrganizationName = z.strictObject({ id: z.int(), name: z.string(), account_number: z.string() })

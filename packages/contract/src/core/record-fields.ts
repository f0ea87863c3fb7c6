import { isDay, type Day } from './dates.ts'
import { isEmail } from './email.ts'
import {
  clean,
  distinct,
  invalidCharacters,
  invalidEmail,
  nameProblem,
  oneLine,
  required,
  singleSpaced,
  visible,
} from './text.ts'

/**
 * The fields of a record's form, in one table: what the server accepts (`record-schema.ts`) and what the browser says
 * beside a field follow from it. Free of schemas, so that the browser can import it.
 */

/** What is wrong with a text that is filled in, as a message; undefined for nothing. */
type Check = (text: string) => string | undefined

/** What a field holds. `mayBeEmpty`: an empty text, or null. */
export type Rule =
  | {
      kind: 'line'
      max: number
      check?: Check | undefined
      settle?: ((text: string) => string) | undefined
      mayBeEmpty: boolean
      missing?: string | undefined
    }
  | { kind: 'text'; max: number; check?: Check | undefined; mayBeEmpty: boolean }
  | { kind: 'email'; check?: Check | undefined; mayBeEmpty: boolean; words: string }
  | { kind: 'amount'; min: number; max: number; mayBeEmpty: boolean }
  | { kind: 'day'; mayBeEmpty: boolean }
  | { kind: 'choice'; ids: readonly (number | string)[]; mayBeEmpty: boolean }
  | { kind: 'flag' }
  | { kind: 'ids'; max: number }

/** A field whose value has to be sent. */
export interface Field<Value> {
  rule: Rule
  /** What a record that is made gets when the field is left out; undefined: it has to be sent. */
  usual: Value | undefined
}
/** A field that may be left out of a record that is made. */
export interface UsualField<Value> extends Field<Value> {
  usual: Value
}

/** A field of a kind that can be empty; `Empty` is what it then holds. */
interface Fillable<Value, Empty> extends Field<Value> {
  /** It may be empty, which it is when it is left out. */
  optional(): UsualField<Value | Empty>
  /** It may be left out of a record that is made, and is then this. */
  usually(value: Value): UsualField<Value>
}

function fillable<Value, Empty>(rule: Extract<Rule, { mayBeEmpty: boolean }>, empty: Empty): Fillable<Value, Empty> {
  return {
    rule,
    usual: undefined,
    optional: () => ({ rule: { ...rule, mayBeEmpty: true }, usual: empty }),
    usually: (value) => ({ rule, usual: value }),
  }
}

interface LineOptions {
  /** The form that the text has, and the words for one of another form. */
  pattern?: RegExp
  words?: string
  /** Any other check. */
  check?: Check
  /** How a text that is right is written: in capitals, say. */
  settle?: (text: string) => string
  /** The words for an empty one that has to be filled in. */
  missing?: string | undefined
}

/** One line of text of 1 to `max` characters, trimmed. */
export const line = (max = 255, { pattern, words, check, settle, missing }: LineOptions = {}) =>
  fillable<string, ''>(
    {
      kind: 'line',
      max,
      settle,
      mayBeEmpty: false,
      missing,
      check: pattern ? (text) => (pattern.test(text) ? check?.(text) : (words ?? 'Invalid format.')) : check,
    },
    '',
  )

/** The name of a person, practice, location, contact, library or patient (`safety/names`). */
export const name = (max = 100, { missing }: Pick<LineOptions, 'missing'> = {}) =>
  line(max, { check: nameProblem, missing })

/** Text from one person to another: 1 to `max` characters of any number of lines. */
export const words = (max = 10_000) => fillable<string, ''>({ kind: 'text', max, mayBeEmpty: false }, '')

/** Text of any number of lines, up to `max` characters; it may be empty. */
export const notes = (max: number) => words(max).optional()

/** An email address; `words` for what is none. */
export const email = ({ words = invalidEmail }: { words?: string } = {}) =>
  fillable<string, ''>({ kind: 'email', mayBeEmpty: false, words }, '')

/** Dollars or percent with at most two decimals. */
export const amount = ({ min, max }: { min: number; max: number }) =>
  fillable<number, null>({ kind: 'amount', min, max, mayBeEmpty: false }, null)

/** A calendar day. */
export const day = () => fillable<Day, null>({ kind: 'day', mayBeEmpty: false }, null)

/** One of these, by its id. */
export const choice = <const Id extends number | string>(options: readonly { id: Id }[]) =>
  fillable<Id, null>({ kind: 'choice', ids: options.map(({ id }) => id), mayBeEmpty: false }, null)

/** Yes or no; with `usual` it may be left out of a record that is made. */
export function flag(): Field<boolean>
export function flag(usual: boolean): UsualField<boolean>
export function flag(usual?: boolean): Field<boolean> {
  return { rule: { kind: 'flag' }, usual }
}

/** Ids of other records, each once; none when they are left out. */
export const idList = (max: number): UsualField<number[]> => ({ rule: { kind: 'ids', max }, usual: [] })

export type FieldTable = Record<string, Field<unknown>>
export type ValueOf<F> = F extends Field<infer Value> ? Value : never
/** What a form holds: fields that are not filled in yet are null. */
export type FormOf<T extends FieldTable> = { [K in keyof T]: ValueOf<T[K]> | null }
/** What a record holds in these fields. */
export type ValuesOf<T extends FieldTable> = { [K in keyof T]: ValueOf<T[K]> }
/** What an empty form holds: empty texts, usual values, and null for what is not chosen yet. */
export type EmptyOf<T extends FieldTable> = {
  [K in keyof T]: undefined extends T[K]['usual']
    ? T[K] extends { optional: () => UsualField<infer Empty> }
      ? Empty
      : ValueOf<T[K]> | null
    : ValueOf<T[K]>
}
type Names<T, Kind> = { [K in keyof T]: [ValueOf<T[K]>] extends [Kind] ? K : never }[keyof T]

/** The fields of a record's form. */
export interface RecordFields<T extends FieldTable> {
  table: T
  /** The values that an empty form begins with. */
  empty: () => EmptyOf<T>
  /** What is wrong with these values, by field: the messages of the server. Values of other names are left alone. */
  problems: <V extends Partial<FormOf<T>>>(values: V) => Partial<Record<keyof T & keyof V & string, string[]>>
  /** What the input of a text has to know: `<TextField form={form} {...fields.input('city')} label="City" />`. */
  input: <K extends Names<T, string> & string>(name: K) => { name: K; required: boolean; maxLength: number | undefined }
}

/** Puts the fields of a record's form together. */
export function fieldsOf<const T extends FieldTable>(table: T): RecordFields<T> {
  return {
    table,
    empty: () =>
      Object.fromEntries(
        Object.entries(table).map(([name, { rule, usual }]) => [name, usual ?? (isText(rule) ? '' : null)]),
      ) as never,
    problems: (values) =>
      Object.fromEntries(
        Object.entries(table).flatMap(([name, { rule }]) => {
          const problem = name in values ? problemOf(rule, (values as Record<string, unknown>)[name]) : undefined
          return problem === undefined ? [] : [[name, [problem]]]
        }),
      ) as never,
    input: (name) => {
      const { rule } = table[name]!
      const maxLength =
        rule.kind === 'line' || rule.kind === 'text' ? rule.max : rule.kind === 'email' ? emailMax : undefined
      return { name, required: !('mayBeEmpty' in rule && rule.mayBeEmpty), maxLength }
    },
  }
}

/** Characters of an email address. */
export const emailMax = 255
export const wordsOf = {
  tooLong: (max: number) => `At most ${max} characters.`,
  tooSmall: (min: number) => (min === 0.01 ? 'Must be more than 0.' : `At least ${min.toLocaleString('en-US')}.`),
  tooLarge: (max: number) => `At most ${max.toLocaleString('en-US')}.`,
  noAmount: 'A number with at most two decimals.',
  tooFine: 'At most two decimals.',
  noDay: 'Invalid date',
  noOption: 'Choose one of the options.',
  tooMany: (max: number) => `At most ${max}.`,
  twice: 'Each once',
}

/** Whether a number has at most two decimals. */
export const isHundredths = (value: number): boolean => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6

const isText = ({ kind }: Rule): boolean => kind === 'line' || kind === 'email' || kind === 'text'

/** A line as it is kept (`calls/one-space`). */
const lineOf = (text: string): string => singleSpaced(visible(text).trim())

function textProblem(text: string, max: number, check: Check | undefined): string | undefined {
  if (Array.from(text).length > max) return wordsOf.tooLong(max)
  return oneLine(text) ? check?.(text) : invalidCharacters
}

function amountProblem(value: unknown, { min, max }: { min: number; max: number }): string | undefined {
  if (typeof value !== 'number' || Number.isNaN(value)) return wordsOf.noAmount
  if (value < min) return wordsOf.tooSmall(min)
  if (value > max) return wordsOf.tooLarge(max)
  return isHundredths(value) ? undefined : wordsOf.tooFine
}

function idsProblem(value: unknown, max: number): string | undefined {
  if (!Array.isArray(value)) return required
  if (value.length > max) return wordsOf.tooMany(max)
  return distinct(value) ? undefined : wordsOf.twice
}

const emailCheck =
  (words: string): Check =>
  (text) =>
    isEmail(text) ? undefined : words

const missingOf = (rule: Rule): string => (rule.kind === 'line' && rule.missing) || required

/** What is wrong with the value of a field, as a message; undefined for nothing. */
export function problemOf(rule: Rule, given: unknown): string | undefined {
  const value =
    isText(rule) && typeof given === 'string' ? (rule.kind === 'text' ? visible : lineOf)(given).trim() : given
  if (isText(rule) ? value === '' : value === null)
    return 'mayBeEmpty' in rule && rule.mayBeEmpty ? undefined : missingOf(rule)
  if (value === null || value === undefined) return required
  switch (rule.kind) {
    case 'line':
      return textProblem(value as string, rule.max, rule.check)
    case 'email':
      return textProblem(value as string, emailMax, (text) => emailCheck(rule.words)(text) ?? rule.check?.(text))
    case 'text':
      if (Array.from(value as string).length > rule.max) return wordsOf.tooLong(rule.max)
      return clean(value as string) ? rule.check?.(value as string) : invalidCharacters
    case 'amount':
      return amountProblem(value, rule)
    case 'day':
      return isDay(value as string) ? undefined : wordsOf.noDay
    case 'choice':
      return rule.ids.includes(value as number | string) ? undefined : wordsOf.noOption
    case 'flag':
      return typeof value === 'boolean' ? undefined : required
    case 'ids':
      return idsProblem(value, rule.max)
  }
}

import { z } from 'zod'
import {
  isNames,
  isPairs,
  isSort,
  patternOf,
  type Names,
  type Pairs,
  type SearchKind,
  type SearchTable,
  type Sort,
} from './search-keys.ts'
import { dayRange, type DayRange, flag, ids, idText, optionalLine, secret } from './fields.ts'

/**
 * Builds the schema of a list's query string from its table of search keys: unknown keys and impossible values are a
 * 422. `besides` are keys that programs send and no address bar holds.
 */
export function searchSchema<const T extends SearchTable>(
  table: T,
  defaultPerPage: number,
  besides: Record<string, z.ZodType<string | undefined>> = {},
) {
  const schemaOf = (kind: SearchKind): z.ZodType => {
    if (isSort(kind)) return sort(kind)
    if (isPairs(kind)) return pairs(kind).optional()
    if (isNames(kind)) return nameList(kind).optional()
    if (typeof kind !== 'string') return z.enum(kind as [string, ...string[]]).optional()
    switch (kind) {
      case 'text':
        return optionalLine(100).optional()
      case 'flag':
        return flag().optional()
      case 'id':
        return idText().optional()
      case 'ids':
        return ids().optional()
      case 'days':
        return dayRange().optional()
      case 'amount':
        return written('amount').transform(hundredths).optional()
      case 'amounts':
        return amounts().optional()
      case 'cursor':
        return secret(400).optional()
      case 'page':
        return z.coerce.number().int().min(1).max(1_000_000).default(1)
      case 'page_from_0':
        return z.coerce.number().int().min(0).max(1_000_000).default(0)
      case 'size':
        return z.coerce.number().int().min(1).max(200).default(defaultPerPage)
      case 'size_of_people':
        return z.coerce.number().int().min(1).max(500).default(defaultPerPage)
    }
  }
  return z.strictObject({
    ...Object.fromEntries(Object.entries(table).map(([key, kind]) => [key, schemaOf(kind)])),
    ...besides,
  }) as unknown as z.ZodType<SearchOf<T>, Partial<Record<keyof T & string, string | number | boolean>>>
}

const written = (kind: Exclude<SearchKind, Sort | readonly string[]>) =>
  z.string().regex(patternOf(kind), howWritten(kind))

/** How a kind is written, as a sentence for who wrote it otherwise. */
function howWritten(kind: Exclude<SearchKind, Sort | readonly string[]>): string | undefined {
  if (kind === 'amount') return 'An amount like 12.50.'
  if (kind === 'amounts') return 'A range of amounts like 10,20 or 10, for all from 10.'
  if (isNames(kind)) return `One or more of ${kind.names.join(', ')}, with commas between them.`
  if (isPairs(kind)) return `Pairs like ${kind.kinds[0]}.0, with commas between them, of ${kind.kinds.join(', ')}.`
  return undefined
}

/** Dollars or percent as text, exactly in whole hundredths: `12.5` is 1250. */
const hundredths = (text: string): number =>
  Number(text.replace('.', '')) * 10 ** (2 - (text.split('.')[1]?.length ?? 0))

/** Least and most of a range, in whole hundredths; null where it is open. */
export type AmountRange = [least: number | null, most: number | null]

const amounts = () =>
  written('amounts')
    .transform((text) => text.split(',').map((end) => (end === '' ? null : hundredths(end))) as AmountRange)
    .refine(([least, most]) => least === null || most === null || least <= most, 'Invalid range')

const nameList = (kind: Names) => written(kind).transform((value) => value.split(','))

/** The order of a list: by which key, and which way. */
export interface Sorted<By extends string = string> {
  by: By
  way: 'asc' | 'desc'
}

/** `-created_at` descends; `+created_at`, which arrives as a space, and no sign at all ascend. */
const sort = ({ orders, initial }: Sort) =>
  z
    .string()
    .max(60)
    .default(initial)
    .transform((text): Sorted => ({ by: text.replace(/^[-+ ]/, ''), way: text.startsWith('-') ? 'desc' : 'asc' }))
    .refine(({ by }) => orders.includes(by), `One of ${orders.join(', ')}, descending with a minus before it`)

/** Work of one kind in one state; 0 is any state. */
export interface KindAndState<Kind extends string = string> {
  kind: Kind
  status: number
}

const pairs = (kind: Pairs) =>
  written(kind).transform((value) =>
    value.split(',').map((pair): KindAndState => {
      const [kind, status] = pair.split('.')
      return { kind: kind!, status: Number(status) }
    }),
  )

type Value<K> = K extends 'text' | 'cursor'
  ? string | undefined
  : K extends 'flag'
    ? boolean | undefined
    : K extends 'id'
      ? number | undefined
      : K extends 'ids'
        ? number[] | undefined
        : K extends 'days'
          ? DayRange | undefined
          : K extends 'amount'
            ? number | undefined
            : K extends 'amounts'
              ? AmountRange | undefined
              : K extends { names: readonly (infer V extends string)[] }
                ? V[] | undefined
                : K extends { kinds: readonly (infer V extends string)[] }
                  ? KindAndState<V>[] | undefined
                  : K extends 'page' | 'page_from_0' | 'size' | 'size_of_people'
                    ? number
                    : K extends { orders: readonly (infer V extends string)[] }
                      ? Sorted<V>
                      : K extends readonly (infer V)[]
                        ? V | undefined
                        : never
/** The parsed values of a search table. */
export type SearchOf<T extends SearchTable> = { [K in keyof T]: Value<T[K]> }

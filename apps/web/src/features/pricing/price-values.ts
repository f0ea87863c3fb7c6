import {
  delayProblem,
  discountProblem,
  feeProblem,
  priceWords,
  volumeProblem,
  volumesTwice,
  type Delay,
} from '@archwire/contract/pricing/limits.ts'
import type { PriceChange, PriceValue } from '@archwire/contract/pricing/schema.ts'
import { readNumber } from '../../ui/form/numbers.ts'
import { createForm, type Errors, type FormStore } from '../../ui/form/store.ts'
import { priceGroups, tiersField, unitOf, type PriceFieldSpec } from './price-groups.ts'

/** A volume discount as it is typed. */
export interface TierRow {
  /** Stays the row's while others are removed. */
  key: number
  volume: string
  discount: string
}
/** Null: the list's. */
export type TierRows = readonly TierRow[] | null
/** Prices as they are typed, by their field; an empty text of a practice's own price means the list's. */
export interface PriceValues {
  [field: string]: string | TierRows
}
export type PriceForm = FormStore<PriceValues>
/** Prices by their field: dollars, days, volume discounts; null or absent: as in the list. */
export type PriceFields = Partial<Record<string, PriceValue>>
type Tiers = Exclude<PriceValue, number | null>

const specs: readonly PriceFieldSpec[] = priceGroups.flatMap(({ fields }) => fields)
/** All fields in the order of the form: who reads the form from its top meets its messages in this order. */
const fieldsInOrder = priceGroups.flatMap(({ fields }) =>
  fields.length === 0 ? [tiersField] : fields.map(({ field }) => field),
)

/** The name under which the form keeps the messages of a part of a tier. */
export const tierName = (key: number, part: 'volume' | 'discount'): string => `${tiersField}.${key}.${part}`
/** The text that a field begins with. */
export const textOf = (field: string, value: number): string =>
  unitOf(field) === 'dollars' ? value.toFixed(2) : String(value)
const rowsOf = (tiers: Tiers): TierRow[] =>
  tiers.map(({ volume, discount }, key) => ({ key, volume: String(volume), discount: String(discount) }))

/** A form that begins with these prices; those that are not there begin empty. */
const begunWith = (fields: PriceFields): PriceValues =>
  Object.fromEntries(
    fieldsInOrder.map((field) => {
      const value = fields[field] ?? null
      if (field === tiersField) return [field, value === null ? null : rowsOf(value as Tiers)]
      return [field, value === null ? '' : textOf(field, value as number)]
    }),
  )

// A minus is read, so that a delay below its least says so.
const read = (field: string, text: string): number | null =>
  readNumber(text, unitOf(field) === 'dollars' ? { decimals: 2, sign: '$' } : { negative: true })
const readTier = ({ volume, discount }: TierRow) => ({
  volume: readNumber(volume),
  discount: readNumber(discount, { decimals: 4, sign: '%' }),
})
const tiersOf = (rows: readonly TierRow[]): Tiers =>
  (rows.map(readTier) as Tiers).toSorted((a, b) => a.volume - b.volume)

/** The prices that are typed; what cannot be read is not a number. */
export const fieldsTyped = (values: PriceValues): Record<string, PriceValue> =>
  Object.fromEntries(
    fieldsInOrder.map((field) => {
      const value = values[field]!
      if (typeof value === 'string') return [field, read(field, value)]
      return [field, value === null ? null : tiersOf(value)]
    }),
  )

const isDelay = (field: string): field is `settings.${Delay}` => unitOf(field) === 'days'
const problemOf = (field: string, value: number | null): string | undefined =>
  isDelay(field) ? delayProblem(field.slice('settings.'.length) as Delay, value) : feeProblem(value)

function tierProblems(rows: readonly TierRow[]): Errors<PriceValues> {
  const tiers = rows.map(readTier)
  const twice = volumesTwice(tiers)
  const problems: Errors<PriceValues> = {}
  tiers.forEach(({ volume, discount }, at) => {
    const { key } = rows[at]!
    const ofVolume = volumeProblem(volume) ?? (twice.includes(at) ? priceWords.volumeTwice : undefined)
    const ofDiscount = discountProblem(discount)
    if (ofVolume !== undefined) problems[tierName(key, 'volume')] = [ofVolume]
    if (ofDiscount !== undefined) problems[tierName(key, 'discount')] = [ofDiscount]
  })
  return problems
}

const validate =
  (isOwn: boolean) =>
  (values: PriceValues): Errors<PriceValues> => {
    const problems: Errors<PriceValues> = {}
    for (const { field } of specs) {
      const value = read(field, values[field] as string)
      const problem = isOwn && value === null ? undefined : problemOf(field, value)
      if (problem !== undefined) problems[field] = [problem]
    }
    return { ...problems, ...tierProblems((values[tiersField] as TierRows) ?? []) }
  }

/** The prices of a record whose form is shown. */
export interface PriceRecord {
  id: number
  version: number
  fields: PriceFields
}

/** The form of the lab's list, where every field has a price. */
export const makeListForm = (record: PriceRecord | undefined): PriceForm =>
  createForm({ initial: begunWith(record?.fields ?? {}), validate: validate(false) })
/** The form of a practice's own prices, where an empty field is the list's price and 0.00 is none. */
export const makeOwnForm = (record: PriceRecord | undefined): PriceForm =>
  createForm({ initial: begunWith(record?.fields ?? {}), validate: validate(true) })

/** Whether two prices are the same; `Object.is`, because what cannot be read is NaN. */
export const isSame = (one: PriceValue, other: PriceValue): boolean =>
  Array.isArray(one) ? JSON.stringify(one) === JSON.stringify(other) : Object.is(one, other)

/** What differs, in the order of the form. */
export const changesBetween = (before: PriceFields, after: PriceFields): PriceChange['changes'] =>
  fieldsInOrder.flatMap((field) => {
    const change = { field, before: before[field] ?? null, after: after[field] ?? null }
    return isSame(change.before, change.after) ? [] : [change]
  })

/** Changes in the order of the form: versions name them in any. */
export const inOrder = (changes: PriceChange['changes']): PriceChange['changes'] =>
  changes.toSorted((a, b) => fieldsInOrder.indexOf(a.field) - fieldsInOrder.indexOf(b.field))

/** What was saved since the form began: the fields that differ, as they are now. */
export const savedSince = (begun: PriceFields, now: PriceFields): PriceFields =>
  Object.fromEntries(changesBetween(begun, now).map(({ field, after }) => [field, after]))

/** Prices as a tree, as they are sent: `arch.print` → `{ arch: { print } }`. */
export function treeOf(fields: Record<string, PriceValue>): object {
  const tree: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(fields)) {
    const names = field.split('.')
    const last = names.pop()!
    let branch = tree
    for (const name of names) branch = (branch[name] ??= {}) as Record<string, unknown>
    branch[last] = value
  }
  return tree
}

import { isDay } from '@archwire/contract/core/dates.ts'
import { isSort, patternOf, type SearchKind, type SearchTable } from '@archwire/contract/core/search-keys.ts'

/** The query string: texts by key, `filter[only_on_hold]=1` as it reads. */
export type Search = Record<string, string>

const refused = new Set(['__proto__', 'constructor', 'prototype'])

/** `?filter[only_on_hold]=1&page=2` → an object of texts. */
export function parseSearch(text: string): Search {
  const search: Search = {}
  for (const [key, value] of new URLSearchParams(text)) if (!refused.has(key) && value !== '') search[key] = value
  return search
}

/** How a value is written in an address; empty for one that is left out. */
export function searchText(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Brackets and commas stay literal, booleans are 1 and 0, empty values are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parts: string[] = []
  for (const [key, value] of Object.entries(search)) {
    const text = searchText(value)
    if (text !== '' && !refused.has(key)) parts.push(`${encode(key)}=${encode(text)}`)
  }
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll('%5B', '[').replaceAll('%5D', ']').replaceAll('%2C', ',').replaceAll('%2F', '/')

/**
 * Keeps the keys and values that a table of search keys defines; a hand-edited address never breaks a page. A value that
 * does not fit is undefined rather than absent: the router would put it back from the address.
 */
export function searchOf<const T extends SearchTable>(table: T) {
  return (raw: Record<string, unknown>): { [K in keyof T]?: string } => {
    const kept: Record<string, string | undefined> = {}
    for (const [key, kind] of Object.entries(table)) {
      if (!(key in raw)) continue
      const value = written(kind, searchText(raw[key]))
      kept[key] = fits(kind, value) ? value : undefined
    }
    return kept as { [K in keyof T]?: string }
  }
}

const flags: Partial<Record<string, string>> = { true: '1', false: '0' }

/** A value in the one form that pages know: the API also takes `true` and `false`. */
const written = (kind: SearchKind, value: string): string => (kind === 'flag' ? (flags[value] ?? value) : value)

const isChoice = (kind: SearchKind): kind is readonly string[] => Array.isArray(kind)

function fits(kind: SearchKind, value: string): boolean {
  if (isSort(kind)) return kind.orders.includes(value.replace(/^[-+ ]/, ''))
  if (isChoice(kind)) return kind.includes(value)
  return patternOf(kind).test(value) && (kind !== 'days' || areDays(value))
}

/** Days that exist, the first not after the last. */
function areDays(value: string): boolean {
  const [from = '', to = ''] = value.split(',')
  return [from, to].every((day) => day === '' || isDay(day)) && (from === '' || to === '' || from <= to)
}

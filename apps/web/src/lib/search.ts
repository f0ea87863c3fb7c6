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

/** Keeps the keys and values that a table of search keys defines; a hand-edited address never breaks a page. */
export function searchOf<const T extends SearchTable>(table: T) {
  return (raw: Record<string, unknown>): { [K in keyof T]?: string } => {
    const kept: Search = {}
    for (const [key, kind] of Object.entries(table)) {
      const value = searchText(raw[key])
      if (fits(kind, value)) kept[key] = value
    }
    return kept as { [K in keyof T]?: string }
  }
}

const isChoice = (kind: SearchKind): kind is readonly string[] => Array.isArray(kind)

function fits(kind: SearchKind, value: string): boolean {
  if (isSort(kind)) return kind.orders.includes(value.replace(/^[-+ ]/, ''))
  return isChoice(kind) ? kind.includes(value) : patternOf(kind).test(value)
}

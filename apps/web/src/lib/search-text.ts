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

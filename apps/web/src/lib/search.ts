import { isDay } from '@archwire/contract/core/dates.ts'
import { isSort, patternOf, type SearchKind, type SearchTable } from '@archwire/contract/core/search-keys.ts'
import { searchText } from './search-text.ts'

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

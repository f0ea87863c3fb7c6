/** How a search value is written in an address. Free of schemas, so that the browser can import it. */
export type SearchKind =
  | 'text'
  | 'flag'
  | 'id'
  | 'ids'
  | 'days'
  | 'amount'
  | 'amounts'
  | 'page'
  | 'page_from_0'
  | 'size'
  | 'size_of_people'
  | 'cursor'
  | Sort
  | Pairs
  | Names
  | readonly string[]

/** `sort=-created_at`: one of these orders, descending with a minus; `initial` when none is given. */
export interface Sort {
  orders: readonly string[]
  initial: string
}

/** The number of a list's first page: 1, or 0 where its table says so (`calls/pages`). */
export const firstPageOf = (table: SearchTable): 0 | 1 => (table.page === 'page_from_0' ? 0 : 1)

/** Pairs `kind.state` of these kinds, a comma list; state 0 is any. */
export interface Pairs {
  kinds: readonly string[]
}

/** Some of these names, a comma list. */
export interface Names<Name extends string = string> {
  names: readonly Name[]
}
export const names = <const Name extends string>(...list: readonly Name[]): Names<Name> => ({ names: list })

/** A table of search keys: one for the address bar, the API and the filters of a list. */
export type SearchTable = Record<string, SearchKind>

export const isPairs = (kind: SearchKind): kind is Pairs => typeof kind === 'object' && 'kinds' in kind
export const isNames = (kind: SearchKind): kind is Names => typeof kind === 'object' && 'names' in kind
export const isSort = (kind: SearchKind): kind is Sort => typeof kind === 'object' && 'orders' in kind

/** What every list accepts beside its filters; `initial` as `sort` writes it. */
export const listKeys = <const O extends readonly string[]>(orders: O, initial: `-${O[number]}` | O[number]) =>
  ({
    /** Which page, from 1. */
    page: 'page',
    /** Rows per page. */
    perPage: 'size',
    /** The column that the rows are ordered by, descending with a minus before it. */
    sort: { orders, initial },
  }) as const

/** How an amount is written: dollars, or percent, with at most two decimals. */
const amount = String.raw`\d{1,7}(\.\d{1,2})?`

/** How each kind is written. `days` and `amounts` may be open at one end: `,2026-11-21`, `12.50,`. */
export const searchPatterns: Record<Extract<SearchKind, string>, RegExp> = {
  text: /^.{1,100}$/,
  cursor: /^.{1,400}$/,
  flag: /^[01]$/,
  id: /^[1-9]\d{0,9}$/,
  ids: /^\d{1,9}(,\d{1,9}){0,199}$/,
  days: /^(\d{4}-\d{2}-\d{2},(\d{4}-\d{2}-\d{2})?|,\d{4}-\d{2}-\d{2})$/,
  amount: new RegExp(`^${amount}$`),
  amounts: new RegExp(`^(${amount},(${amount})?|,${amount})$`),
  page: /^[1-9]\d{0,5}$/,
  page_from_0: /^(0|[1-9]\d{0,5})$/,
  size: /^([1-9]\d?|1\d\d|200)$/,
  size_of_people: /^([1-9]\d?|[1-4]\d\d|500)$/,
}

/** How pairs are written: at most twenty. */
export const pairsPattern = ({ kinds }: Pairs): RegExp => {
  const pair = `(${kinds.join('|')})\\.\\d`
  return new RegExp(`^${pair}(,${pair}){0,19}$`)
}

/** How names are written: at most as many as there are. */
export const namesPattern = ({ names: list }: Names): RegExp => {
  const name = `(${list.join('|')})`
  return new RegExp(`^${name}(,${name}){0,${list.length - 1}}$`)
}

/** How a kind is written, for the browser's address and, of the newer kinds, for the server. */
export function patternOf(kind: Exclude<SearchKind, Sort | readonly string[]>): RegExp {
  if (typeof kind === 'string') return searchPatterns[kind]
  return isPairs(kind) ? pairsPattern(kind) : namesPattern(kind)
}

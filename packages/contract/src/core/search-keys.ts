/** How a search value is written in an address. Free of schemas, so that the browser can import it. */
export type SearchKind =
  | 'text'
  | 'flag'
  | 'id'
  | 'ids'
  | 'days'
  | 'page'
  | 'size'
  | 'cursor'
  | Sort
  | Pairs
  | readonly string[]

/** `sort=-created_at`: one of these orders, descending with a minus; `initial` when none is given. */
export interface Sort {
  orders: readonly string[]
  initial: string
}

/** Pairs `kind.state` of these kinds, a comma list; state 0 is any. */
export interface Pairs {
  kinds: readonly string[]
}

/** A table of search keys: one for the address bar, the API and the filters of a list. */
export type SearchTable = Record<string, SearchKind>

export const isPairs = (kind: SearchKind): kind is Pairs => typeof kind === 'object' && 'kinds' in kind
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

/** How each kind is written. `days` may be open at one end: `,2026-11-21`. */
export const searchPatterns: Record<Extract<SearchKind, string>, RegExp> = {
  text: /^.{1,100}$/,
  cursor: /^.{1,400}$/,
  flag: /^[01]$/,
  id: /^[1-9]\d{0,9}$/,
  ids: /^\d{1,9}(,\d{1,9}){0,199}$/,
  days: /^(\d{4}-\d{2}-\d{2},(\d{4}-\d{2}-\d{2})?|,\d{4}-\d{2}-\d{2})$/,
  page: /^[1-9]\d{0,5}$/,
  size: /^([1-9]\d?|1\d\d|200)$/,
}

/** How pairs are written: at most twenty. */
export const pairsPattern = ({ kinds }: Pairs): RegExp => {
  const pair = `(${kinds.join('|')})\\.\\d`
  return new RegExp(`^${pair}(,${pair}){0,19}$`)
}

/** A page of a list, as far as walking through it needs it. */
export interface ListPage {
  ids: readonly number[]
  page: number
  perPage: number
  total: number
}

/** Rows of the list, numbered from 0, across the edges of its pages. */
export interface Neighbors {
  /** Undefined when the case has left the list, or its page, since it was opened. */
  position: number | undefined
  before: number | undefined
  after: number | undefined
}

/**
 * What stands before and after a case in its list. A case that has left the list, by a decision say, had the place `at`:
 * what has moved up into it is the next one.
 */
export function neighborsOf({ ids, page, perPage, total }: ListPage, id: number, at: number): Neighbors {
  const index = ids.indexOf(id)
  const position = index === -1 ? undefined : (page - 1) * perPage + index
  const before = (position ?? Math.min(at, total)) - 1
  const after = position === undefined ? at : position + 1
  return {
    position,
    before: before >= 0 ? before : undefined,
    after: after < total ? after : undefined,
  }
}

/** On which page a row stands, and where there. */
export const placeOf = (row: number, perPage: number) => ({
  page: Math.floor(row / perPage) + 1,
  index: row % perPage,
})

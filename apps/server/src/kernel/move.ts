import { next, type Lifecycle } from '@archwire/contract/core/lifecycle.ts'
import { Conflict } from './errors.ts'

/** The state that an event leads to; 409 in words where the present state does not allow it. */
export function move<S extends string, E extends string>(
  table: Lifecycle<S, E>,
  state: S,
  event: E,
  label: (state: S) => string,
): S {
  const to = next(table, state, event)
  if (to === undefined) throw new Conflict(`This is not possible while the case is ${label(state)}.`)
  return to
}

import { next, type Lifecycle } from '@archwire/contract/core/lifecycle.ts'
import { Conflict } from './errors.ts'

/** How a refusal caused by a record's state reads ("the case is New"). */
export const notWhile = (condition: string): string => `This is not possible while ${condition}.`

/** The state that an event leads to; 409 with a text where the current state does not allow it. */
export function move<S extends string, E extends string>(
  table: Lifecycle<S, E>,
  state: S,
  event: E,
  condition: (state: S) => string,
): S {
  const to = next(table, state, event)
  if (to === undefined) throw new Conflict(notWhile(condition(state)))
  return to
}

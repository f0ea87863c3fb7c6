/**
 * A life cycle as data: which event leads from which states to which. The server moves records with it, and the generated
 * tests walk every (state, event) pair of it.
 */
export interface Lifecycle<S extends string, E extends string> {
  states: readonly S[]
  events: Record<E, { from: readonly S[]; to: S }>
}

/** Declares a life cycle; the types of states and events follow from the table. */
export const lifecycle = <const S extends string, const E extends string>(table: Lifecycle<S, E>): Lifecycle<S, E> =>
  table

/** The state that `event` leads to, or undefined where the current state does not allow it. */
export function next<S extends string, E extends string>(table: Lifecycle<S, E>, state: S, event: E): S | undefined {
  const { from, to } = table.events[event]
  return from.includes(state) ? to : undefined
}

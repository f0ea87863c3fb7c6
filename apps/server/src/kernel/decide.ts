/** What an actor can do with a record now, and why not what the actor's role may. */
export interface Decided<A extends string> {
  can: Record<A, boolean>
  why_not: Partial<Record<A, string>>
}

/**
 * For every action: whether the actor is allowed to do it and, if so, what blocks it now. Buttons and refusals use the
 * same answer.
 */
export function decide<A extends string>(
  actions: readonly A[],
  may: (action: A) => boolean,
  blocked: (action: A) => string | null,
): Decided<A> {
  const can: Partial<Record<A, boolean>> = {}
  const why_not: Partial<Record<A, string>> = {}
  for (const action of actions) {
    const reason = may(action) ? blocked(action) : undefined
    can[action] = reason === null
    if (typeof reason === 'string') why_not[action] = reason
  }
  return { can: can as Record<A, boolean>, why_not }
}

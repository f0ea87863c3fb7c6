interface Decided<A extends string> {
  can: Record<A, boolean>
  why_not: Partial<Record<A, string | undefined>>
}

/** How an action is offered: as possible, or with the reason why it is not possible now. */
export interface Offer {
  why?: string
}

/**
 * What the button of an action shows; null for none. `ahead`: whether the action lies ahead of the record at all, so
 * that a temporary reason is worth a disabled button.
 */
export function offer<A extends string>({ can, why_not }: Decided<A>, action: A, ahead: boolean): Offer | null {
  if (can[action]) return {}
  const why = why_not[action]
  return ahead && why !== undefined ? { why } : null
}

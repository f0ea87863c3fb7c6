/**
 * The key of the draft that begins again what a canceled form held: one for each, so that a second press comes back to it;
 * `also` for a further one, once the first is a case.
 */
export const againDraft = (formId: number, also = ''): string => `again${formId}${also}`

/** The canceled form that a draft began from, if it did. */
export const formerFormOf = (draft: string): number | null => {
  const [, id] = /^again([1-9]\d{0,9})(?:d[a-z0-9]+)?$/.exec(draft) ?? []
  return id ? Number(id) : null
}

import type { rxForms } from '@archwire/contract/client/rx-forms'
import type { OutputOf } from '@archwire/contract/core/client-route.ts'

/** A case that a person began and did not submit. */
export type DraftLine = OutputOf<typeof rxForms.listDrafts>['drafts'][number]

/** The key of a draft that begins now: part of the page's address, so that a reload comes back to it. */
export const newDraft = (): string =>
  // A letter first: an address reads digits alone as a number.
  crypto.getRandomValues(new Uint32Array(2)).reduce((text, part) => text + part.toString(36), 'd')

/** The key of a draft that an address names. */
export const draftOf = ({ draft }: { draft?: unknown }): { draft?: string | undefined } => ({
  draft: /^[a-z0-9]{1,32}$/.test(draft as string) ? (draft as string) : undefined,
})

/** "Vega, Marisol" */
export const draftName = ({ first_name, last_name }: DraftLine): string =>
  [last_name, first_name].filter(Boolean).join(', ') || 'no name yet'

import { statusById } from '@archwire/contract/core/statuses.ts'
import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { Conflict } from '../../kernel/errors.ts'

/** How a refusal describes a part of the text that has changed. */
export type SaysChanged = (present: string) => string

/** The setup of a case that has none and had none: the hash of an empty text (`setupText` of facts.ts). */
const noSetup = 'd41d8cd98f00b204'

/**
 * What a person saw of a case when they decided (`cases/seen`), as `seenText` of facts.ts builds it: state, setup
 * files' hashes, Rx revision and the open request for changes. Callers treat it as opaque text.
 */
export const seenOfCase: readonly SaysChanged[] = [
  (state) => `the case became ${patientStatuses[statusById(patientStatuses, Number(state))].label}`,
  (setup) => (setup === noSetup ? 'the setup was deleted' : 'the setup was replaced'),
  () => 'the Rx form was changed',
  (asked) => (asked === '0' ? 'the request for changes was resolved' : 'changes were requested'),
]

/** The setup within that text. */
export const setupSeen = (seen: string): string => seen.split('.')[1] ?? ''

/** What changed since `sent`, in words; null: nothing. `parts` are those of the text, in order. */
export function changedSince(sent: string, present: string, parts = seenOfCase): string | null {
  if (sent === present) return null
  const [before, after] = [sent.split('.'), present.split('.')]
  const changed = after.flatMap((part, index) => (part === before[index] ? [] : [parts[index]!(part)]))
  return before.length === after.length && changed.length > 0 ? changed.join(' and ') : 'this case was changed'
}

/** Refuses a decision on anything other than what was seen, with a 409 that states what changed. Skipped without `sent`. @throws Conflict */
export function checkSeen(sent: string | undefined, present: string, parts = seenOfCase): void {
  const what = sent === undefined ? null : changedSince(sent, present, parts)
  if (what !== null)
    throw new Conflict(`Since you last looked, ${what}. Nothing was changed. Please review the case again.`)
}

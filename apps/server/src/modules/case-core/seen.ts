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

/**
 * Refuses a decision on anything other than what was seen, with a 409 that states what changed. Skipped without `sent`.
 * `parts` are those of the text, in order. @throws Conflict
 */
export function checkSeen(sent: string | undefined, present: string, parts = seenOfCase): void {
  if (sent === undefined || sent === present) return
  const [before, after] = [sent.split('.'), present.split('.')]
  const changed = after.flatMap((part, index) => (part === before[index] ? [] : [parts[index]!(part)]))
  const what = before.length === after.length && changed.length > 0 ? changed.join(' and ') : 'this case was changed'
  throw new Conflict(`Since you last looked, ${what}. Nothing was changed. Please review the case again.`)
}

import { patientStatusById, patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { Conflict } from '../../kernel/errors.ts'
import type { CaseFacts } from './facts.ts'
import type { RequestFacts } from '../requests/index.ts'

/**
 * What a person saw when they decided (rule 59): state, setup files' hashes and Rx revision, for requests also the request's
 * state and the print's revision. Pure; callers hold it as an opaque text.
 */
export const seenOfRequest = ({ seen }: Pick<CaseFacts, 'seen'>, request: RequestFacts): string =>
  `${seen}.${request.status}.${request.print_version}`

/** What each part says when it is another one; in the order of the text. */
const changes: ((present: string) => string)[] = [
  (state) => `the case became ${patientStatuses[patientStatusById(Number(state))].label}`,
  () => 'the setup was replaced',
  () => 'the Rx form was changed',
  (status) => `the request became ${status}`,
  () => 'the shipping was changed',
]

/** Refuses a decision on something else than what was seen, with a 409 that says what changed. Without `sent` it holds. */
export function checkSeen(sent: string | undefined, present: string): void {
  if (sent === undefined || sent === present) return
  const [before, after] = [sent.split('.'), present.split('.')]
  const changed = after.flatMap((part, index) => (part === before[index] ? [] : [changes[index]!(part)]))
  const what = before.length === after.length && changed.length > 0 ? changed.join(' and ') : 'this case was changed'
  throw new Conflict(`Since you looked, ${what}. Nothing was done; please look again.`)
}

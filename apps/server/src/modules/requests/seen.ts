import { changedSince, checkSeen, seenOfCase, type CaseFacts } from '../case-core/index.ts'
import type { RequestFacts } from './facts.ts'

/**
 * What a person saw of a request when they decided (`cases/seen`): the text of its case, the request's state, the
 * print's revision.
 */
export const seenOfRequest = ({ seen }: Pick<CaseFacts, 'seen'>, request: RequestFacts): string =>
  `${seen}.${request.status}.${request.print_version}`

const parts = [...seenOfCase, (status: string) => `the request became ${status}`, () => 'the print was changed']

/** Like `checkSeen` of a case. @throws Conflict */
export const checkRequestSeen = (sent: string | undefined, facts: CaseFacts, request: RequestFacts): void =>
  checkSeen(sent, seenOfRequest(facts, request), parts)

/** What changed of a request since it was seen, in words; null: nothing. */
export const requestChangedSince = (sent: string, facts: CaseFacts, request: RequestFacts): string | null =>
  changedSince(sent, seenOfRequest(facts, request), parts)

import { isRecord, LoadingError, reach } from './scene-api.ts'

export const STRANGE = 'The server gave an answer that this viewer does not understand.'

/**
 * Calls the API about what hangs on a case, with the session's cookie; the browser itself says which page asks.
 * @param intent one for all tries of the same new thing, so that it is there once
 * @throws {LoadingError} with the server's own words where it gave some
 */
export async function askApi(
  path: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  body?: object,
  intent?: string,
): Promise<Record<string, unknown>> {
  const response = await reach(`/api/v1/${path}`, {
    method,
    headers: {
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...(intent !== undefined && { 'idempotency-key': intent }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!isRecord(answer)) throw new LoadingError(STRANGE)
  return answer
}

/** Whether an answer allows to add something. */
export const mayAddTo = ({ can }: Record<string, unknown>): boolean => isRecord(can) && can['add'] === true

/** An intent for `askApi`. A module shared with the portal would be one request more on each of its pages. */
export const newIntent = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** What went wrong, in words for people. */
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

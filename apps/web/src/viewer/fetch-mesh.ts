import { ApiError } from '../lib/api.ts'
import { fetchInTurn } from '../lib/fetch-in-turn.ts'

/** A mesh that could not be loaded, as text for people. */
export class LoadingError extends Error {}

/** How much of a file has arrived; `total` is null when the server does not send it. */
export type Progress = (received: number, total: number | null) => void

/**
 * Fetches the bytes of a mesh by its signed link, which leads to this site or to the storage that the page's security
 * policy names; no other origin can be reached. Only this site gets the cookie.
 * @param renew returns a new link, if the one at hand has expired: it is valid for five minutes, and a slow connection
 * may take longer to come to it
 * @throws {LoadingError}
 */
export async function fetchMesh(
  url: string,
  signal: AbortSignal,
  progress: Progress,
  renew?: () => Promise<string | undefined>,
): Promise<Uint8Array> {
  let response = await reach(url, signal)
  if (response.status === 403 && renew) response = await reach((await renew()) ?? url, signal)
  if (!response.ok) throw new LoadingError(wordsFor(response.status))
  const length = Number(response.headers.get('content-length'))
  const total = length > 0 && !response.headers.has('content-encoding') ? length : null
  if (!response.body) return new Uint8Array(await response.arrayBuffer())
  const parts: Uint8Array[] = []
  let received = 0
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    received += value.length
    progress(received, total)
  }
  return joined(parts, received)
}

/** The bytes of a scan's first picture; null when it has none, or when they cannot be loaded. */
export const fetchCoarseMesh = async (url: string | null, signal: AbortSignal): Promise<Uint8Array | null> =>
  url === null ? null : fetchMesh(url, signal, () => undefined).catch(() => null)

/** Why a scan is not visible, as text for people. */
export const loadingProblem = (error: unknown): string =>
  error instanceof LoadingError || error instanceof ApiError
    ? error.message
    : 'The scan arrived damaged and cannot be shown.'

async function reach(url: string, signal: AbortSignal): Promise<Response> {
  try {
    const headers = { accept: 'model/gltf-binary' }
    return await fetchInTurn(new URL(url, location.href).href, { signal, headers, credentials: 'same-origin' })
  } catch (error) {
    if (signal.aborted) throw error
    throw new LoadingError('The server cannot be reached. Check the connection and try again.', { cause: error })
  }
}

function wordsFor(status: number): string {
  if (status === 403 || status === 404) return 'This scan does not exist, or you may not see it.'
  if (status === 429) return 'Too many requests. Wait a moment and try again.'
  return 'The scan could not be loaded.'
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

import type { UploadLink } from '@archwire/contract/patient-files/schema.ts'
import { mediaTypeOf } from '@archwire/contract/patient-files/types.ts'
import { ApiError } from '../api.ts'

/**
 * Retries a part (or a whole small file, or the call before or after it) after these pauses: four times, each twice as
 * long.
 */
const pausesMs = [1_000, 2_000, 4_000, 8_000]

/** The response of the server or the network to one PUT. */
class PutError extends Error {
  readonly status: number
  constructor(status: number) {
    super(status === 0 ? 'Connection lost.' : `The storage refused the file (${status}).`)
    this.status = status
  }
}

/** A file on its way: where it goes, and how many of its parts have arrived there. */
export interface Underway {
  link: UploadLink
  arrived: number
}

/**
 * Sends the bytes of a file to its link, in parts if there is one link per part. Only an interrupted part is sent
 * again, and those that `underway` counts as arrived are not.
 * @param onProgress bytes that are sent so far; fewer than before when a part begins anew
 */
export async function putFile(
  file: File,
  underway: Underway,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<void> {
  const { url: only, part_urls, part_size } = underway.link
  const urls = only === null ? part_urls : [only]
  const size = part_size ?? file.size
  while (underway.arrived < urls.length) {
    const from = underway.arrived * size
    const part = file.slice(from, from + size)
    const url = urls[underway.arrived]!
    await patiently(signal, () => put(url, part, mediaTypeOf(file.type), signal, (sent) => onProgress(from + sent)))
    underway.arrived += 1
  }
}

/** Whether the storage takes nothing under this link any more, as after its time is over. */
export const isRefused = (error: unknown): boolean => error instanceof PutError && !worthRetrying(error)

/**
 * Retries `once` while the connection is interrupted or the server busy or unavailable, for about a quarter of a
 * minute.
 */
export async function patiently<T>(signal: AbortSignal | undefined, once: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await once()
    } catch (error) {
      const pause = pausesMs[attempt]
      if (signal?.aborted || pause === undefined || !worthRetrying(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause * (0.75 + Math.random() / 2)))
      if (signal?.aborted) throw error
    }
  }
}

/** An interrupted connection, a busy or broken server; not a refusal, which would only be repeated. */
const worthRetrying = (error: unknown) =>
  (error instanceof PutError || error instanceof ApiError) &&
  (error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500)

/** `XMLHttpRequest`, because `fetch` does not report how much has been sent. */
function put(
  url: string,
  body: Blob,
  type: string,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const fail = () => reject(new PutError(request.status))
    request.open('PUT', url)
    request.setRequestHeader('content-type', type || 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
    request.addEventListener('load', () => {
      if (request.status < 200 || request.status > 299) return fail()
      onProgress(body.size)
      resolve()
    })
    request.addEventListener('error', fail)
    request.addEventListener('timeout', fail)
    request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    request.send(body)
  })
}

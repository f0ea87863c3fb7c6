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
    super(status === 0 ? 'The connection was cut.' : `The storage refused the file (${status}).`)
    this.status = status
  }
}

/**
 * Sends the bytes of a file to its link, in parts if there is one link per part. Only an interrupted part is sent
 * again.
 * @param onProgress bytes that have arrived so far
 */
export async function putFile(
  file: File,
  link: UploadLink,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<void> {
  if (link.url !== null) return putPatiently(link.url, file, mediaTypeOf(file.type), signal, onProgress)
  const size = link.part_size!
  for (const [index, url] of link.part_urls.entries()) {
    const from = index * size
    const part = file.slice(from, from + size)
    await putPatiently(url, part, mediaTypeOf(file.type), signal, (sent) => onProgress(from + sent))
  }
}

async function putPatiently(
  url: string,
  body: Blob,
  type: string,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<void> {
  await patiently(signal, () =>
    put(url, body, type, signal, onProgress).catch((error: unknown) => {
      onProgress(0)
      throw error
    }),
  )
}

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

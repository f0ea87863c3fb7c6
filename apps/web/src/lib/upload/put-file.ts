import type { UploadLink } from '@archwire/contract/patient-files/schema.ts'
import { mediaTypeOf, uploadLinkMinutes } from '@archwire/contract/patient-files/types.ts'
import { ApiError } from '../api.ts'
import { FileGone, isThere } from './file-gone.ts'

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
  /** When its links are renewed, by this machine's clock: well before they expire. */
  renewAt: number
  /** No part has arrived yet under these links in this try: a refusal is not due to their age. */
  fresh: boolean
}

/** Gets the links of an upload for the first time, or new ones for it. */
export async function underwayBy(getLink: () => Promise<UploadLink>): Promise<Underway> {
  const renewAt = Date.now() + uploadLinkMinutes * 40_000
  return { link: await getLink(), arrived: 0, renewAt, fresh: true }
}

interface Putting {
  signal: AbortSignal
  /** Bytes that are sent so far; fewer than before when a part begins anew. */
  onProgress: (sent: number) => void
  /** Asks for new links of the same upload. */
  renew: () => Promise<UploadLink>
}

/**
 * Sends the bytes of a file to its link, in parts if there is one link per part. Only an interrupted part is sent
 * again, and those that `underway` counts as arrived are not. Links that get too old on the way are renewed.
 */
export async function putFile(file: File, underway: Underway, putting: Putting): Promise<void> {
  while (underway.arrived < linksOf(underway.link).length) {
    await patiently(putting.signal, () => putNext(file, underway, putting))
    underway.arrived += 1
    underway.fresh = false
  }
}

const linksOf = ({ url, part_urls }: UploadLink): string[] => (url === null ? part_urls : [url])

async function putNext(file: File, underway: Underway, putting: Putting): Promise<void> {
  const { signal, onProgress } = putting
  if (Date.now() >= underway.renewAt) await renew(underway, putting)
  const size = underway.link.part_size ?? file.size
  const from = underway.arrived * size
  const part = file.slice(from, from + size)
  try {
    const url = linksOf(underway.link)[underway.arrived]!
    await put(url, part, mediaTypeOf(file.type), signal, (sent) => onProgress(from + sent))
  } catch (error) {
    // The browser tells a file that it cannot read any more like a lost connection.
    if (error instanceof PutError && error.status === 0 && !(await isThere(part))) throw new FileGone(file.name)
    if (underway.fresh || !(error instanceof PutError) || worthRetrying(error)) throw error
    await renew(underway, putting)
    await putNext(file, underway, putting)
  }
}

/** Parts that have arrived are kept, unless the upload itself is no longer open and another one takes its place. */
async function renew(underway: Underway, { signal, renew: getLink }: Putting): Promise<void> {
  const before = underway.link.file_path
  const { arrived, ...renewed } = await underwayBy(getLink)
  signal.throwIfAborted()
  Object.assign(underway, renewed)
  if (renewed.link.file_path !== before) underway.arrived = arrived
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

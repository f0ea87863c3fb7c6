import type { UploadLink } from '@archwire/contract/patient-files/schema.ts'
import { mediaTypeOf, type CaseUploadPurpose, type UploadPurpose } from '@archwire/contract/patient-files/types.ts'
import { messageOf } from '../api.ts'
import { hashFile } from './hash-file.ts'
import { patiently, putFile, underwayBy, type Underway } from './put-file.ts'

/** What an upload link is requested with. */
export interface LinkQuery<P extends UploadPurpose = CaseUploadPurpose> {
  name: string
  size: number
  type: string
  sha256: string
  purpose: P
  /** The upload whose links are renewed. */
  file_path?: string
}

/** What is known of a file that was sent before, and broken off: its caller keeps it for the next try. */
export interface Begun {
  sha256?: string
  underway?: Underway
}

interface Sending<P extends UploadPurpose> {
  getLink: (query: LinkQuery<P>) => Promise<UploadLink>
  signal: AbortSignal
  /** Called once the file was read and has its link; what it returns is called with the bytes that have arrived so far. */
  onSending?: () => (sent: number) => void
  /** What an earlier try left; this one leaves its own in it. */
  begun?: Begun
}

/**
 * Uploads any file to the storage: hash, link, bytes. Returns the path under which the caller registers it with its
 * case or its practice. Rejects with the signal's reason when aborted.
 */
export async function sendFile<P extends UploadPurpose>(
  file: File,
  purpose: P,
  { getLink, signal, onSending, begun = {} }: Sending<P>,
): Promise<string> {
  begun.sha256 ??= await hashFile(file)
  signal.throwIfAborted()
  const query = { name: file.name, size: file.size, type: mediaTypeOf(file.type), sha256: begun.sha256, purpose }
  // What an earlier try left may be old by now.
  if (begun.underway) begun.underway.fresh = false
  begun.underway ??= await patiently(signal, () => underwayBy(() => getLink(query)))
  signal.throwIfAborted()
  const { underway } = begun
  await putFile(file, underway, {
    signal,
    onProgress: onSending?.() ?? (() => undefined),
    renew: () => getLink({ ...query, file_path: underway.link.file_path }),
  })
  return underway.link.file_path
}

/** Why a file did not arrive, as text for people. */
export const sendingProblem = (error: unknown): string => (error instanceof Error ? error.message : messageOf(error))

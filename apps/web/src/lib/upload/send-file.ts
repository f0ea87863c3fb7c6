import type { UploadLink } from '@archwire/contract/patient-files/schema.ts'
import { mediaTypeOf, type CaseUploadPurpose, type UploadPurpose } from '@archwire/contract/patient-files/types.ts'
import { messageOf } from '../api.ts'
import { hashFile } from './hash-file.ts'
import { isRefused, patiently, putFile, type Underway } from './put-file.ts'

/** What an upload link is requested with. */
export interface LinkQuery<P extends UploadPurpose = CaseUploadPurpose> {
  name: string
  size: number
  type: string
  sha256: string
  purpose: P
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
  const wasUnderway = begun.underway !== undefined
  const query = { name: file.name, size: file.size, type: mediaTypeOf(file.type), sha256: begun.sha256, purpose }
  begun.underway ??= { link: await patiently(signal, () => getLink(query)), arrived: 0 }
  signal.throwIfAborted()
  try {
    await putFile(file, begun.underway, signal, onSending?.() ?? (() => undefined))
  } catch (error) {
    if (!isRefused(error)) throw error
    begun.underway = undefined
    // Its link was too old to go on with: the file goes anew, once.
    if (wasUnderway) return sendFile(file, purpose, { getLink, signal, onSending, begun })
    throw error
  }
  return begun.underway.link.file_path
}

/** Why a file did not arrive, as text for people. */
export const sendingProblem = (error: unknown): string => (error instanceof Error ? error.message : messageOf(error))

import type { UploadLink } from '@archwire/contract/patient-files/schema.ts'
import { mediaTypeOf, type UploadPurpose } from '@archwire/contract/patient-files/types.ts'
import { messageOf } from '../api.ts'
import { hashFile } from './hash-file.ts'
import { patiently, putFile } from './put-file.ts'

/** What an upload link is requested with. */
export interface LinkQuery {
  name: string
  size: number
  type: string
  sha256: string
  purpose: UploadPurpose
}

interface Sending {
  getLink: (query: LinkQuery) => Promise<UploadLink>
  signal: AbortSignal
  /** Called once the file was read and has its link; what it returns is called with the bytes that have arrived so far. */
  onSending?: () => (sent: number) => void
}

/**
 * Uploads any file to the storage: hash, link, bytes. Returns the path under which the caller registers it with its
 * case. Rejects with the signal's reason when aborted.
 */
export async function sendFile(
  file: File,
  purpose: UploadPurpose,
  { getLink, signal, onSending }: Sending,
): Promise<string> {
  const sha256 = await hashFile(file)
  signal.throwIfAborted()
  const query = { name: file.name, size: file.size, type: mediaTypeOf(file.type), sha256, purpose }
  const link = await patiently(signal, () => getLink(query))
  signal.throwIfAborted()
  await putFile(file, link, signal, onSending?.() ?? (() => undefined))
  return link.file_path
}

/** Why a file did not arrive, as text for people. */
export const sendingProblem = (error: unknown): string => (error instanceof Error ? error.message : messageOf(error))

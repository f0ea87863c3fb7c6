import { takenNameMessage } from '@archwire/contract/patient-files/file-names.ts'
import type { UploadPurpose } from '@archwire/contract/patient-files/types.ts'
import { fittingName, headBytes, refusal } from '@archwire/mesh/parse/upload-content.ts'
import { formatSize } from '../../lib/format.ts'
import { hasEnding, type UploadKind } from './upload-kinds.ts'
import type { Upload } from './upload-queue.ts'

/** Advice for common files that are not accepted. */
const wayOut: readonly (readonly [ending: string, help: string])[] = [
  ['.zip', 'Unpack the archive and add what is in it.'],
]

/** Why a file is not taken beside those that are there, as text for people; null when it is. */
export function refusalOf(file: File, kind: UploadKind, uploads: readonly Upload[], isBite: boolean): string | null {
  const { maxBytes, maxFiles, maxBites } = kind
  const taken = uploads.filter((upload) => upload.state !== 'failed')
  const alike = taken.filter(({ arch }) => (arch === 'bite') === isBite).length
  if (!kind.anyEnding && !hasEnding(kind, file.name)) return otherEnding(file.name, kind)
  if (file.size === 0) return 'The file is empty.'
  if (file.size > maxBytes) return `The file is larger than ${formatSize(maxBytes)}.`
  if (isBite && alike >= maxBites) return `At most ${maxBites} bite scans.`
  if (!isBite && alike >= maxFiles) return `At most ${maxFiles} files.`
  // Cameras give one name to many photos: they get an index.
  if (kind.purpose !== 'photo' && taken.some((upload) => upload.name === file.name)) return takenNameMessage
  return null
}

function otherEnding(name: string, { endings, notOne }: UploadKind): string {
  const only = `${notOne ? `${notOne}. ` : ''}Only ${endings.join(', ')} files can be used here.`
  const help = wayOut.find(([ending]) => name.toLowerCase().endsWith(ending))?.[1]
  return help ? `${only} ${help}` : only
}

/** What the first bytes of a file say: why it is not taken, or the name that fits them. */
export interface Looked {
  problem: string | null
  name: string
}

/**
 * Looks at the first bytes of a file before it travels, with the server's own function: they decide, not its name
 * (`scans/content`). A file that cannot be read is left to what reads it next.
 */
export async function lookAtContent(
  file: File,
  kind: { purpose: UploadPurpose; anyEnding?: boolean },
): Promise<Looked> {
  const head = await file
    .slice(0, headBytes)
    .arrayBuffer()
    .then((bytes) => new Uint8Array(bytes))
    .catch(() => null)
  if (!head) return { problem: null, name: file.name }
  return { problem: refusal(kind.purpose, head), name: kind.anyEnding ? fittingName(file.name, head) : file.name }
}

/** The file of a form that holds the same triangles as another one. */
export const twinOf = (key: string, check: Upload['check'], uploads: readonly Upload[]): Upload | undefined =>
  uploads.find(
    (other) =>
      other.key !== key &&
      other.state !== 'failed' &&
      other.check?.geometry &&
      other.check.geometry === check?.geometry,
  )

/** Why a scan that was checked is not sent, as text for people; nothing when it is. */
export async function problemFound(
  check: Upload['check'],
  twin: Upload | undefined,
  file: File,
  kind: UploadKind,
): Promise<string | null> {
  if (check?.verdict === 'block') return check.remarks.map(({ message }) => message).join(' ')
  if (twin) return `This is the same scan as ${twin.name}.`
  // Too large to be checked here: its first bytes are not.
  return check === null ? (await lookAtContent(file, kind)).problem : null
}

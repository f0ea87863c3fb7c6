import { takenNameMessage } from '@archwire/contract/patient-files/file-names.ts'
import { formatSize } from '../../lib/format.ts'
import { hasEnding, type UploadKind } from './upload-kinds.ts'
import type { Upload } from './upload-queue.ts'

/** Advice for common files that are not accepted. */
const wayOut: readonly (readonly [ending: string, help: string])[] = [
  ['.zip', 'Unpack the archive and add what is in it.'],
  ['.heic', 'Save the photo as JPEG and add that.'],
  ['.heif', 'Save the photo as JPEG and add that.'],
]

/** Why a file is not taken beside those that are there, as text for people; null when it is. */
export function refusalOf(file: File, kind: UploadKind, uploads: readonly Upload[], isBite: boolean): string | null {
  const { endings, notOne, maxBytes, maxFiles, maxBites } = kind
  const taken = uploads.filter((upload) => upload.state !== 'failed')
  const alike = taken.filter(({ arch }) => (arch === 'bite') === isBite).length
  const name = file.name.toLowerCase()
  if (!hasEnding(kind, name)) {
    const only = `${notOne ? `${notOne}. ` : ''}Only ${endings.join(', ')} files can be used here.`
    const help = wayOut.find(([ending]) => name.endsWith(ending))?.[1]
    return help ? `${only} ${help}` : only
  }
  if (file.size === 0) return 'The file is empty.'
  if (file.size > maxBytes) return `The file is larger than ${formatSize(maxBytes)}.`
  if (isBite && alike >= maxBites) return `At most ${maxBites} bite scans.`
  if (!isBite && alike >= maxFiles) return `At most ${maxFiles} files.`
  // Cameras give one name to many photos; on the case they get an index.
  if (kind.purpose !== 'photo' && taken.some((upload) => upload.name === file.name)) return takenNameMessage
  return null
}

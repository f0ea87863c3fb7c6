import { lostIn, useQueuePart, type UploadQueue } from '../../features/files/index.ts'
import { Note } from '../../ui/states.tsx'
import { useCaseForm } from './case-form.ts'

/** Names the files of a reopened draft that were not uploaded (`rx-form/draft`); refused ones say themselves why. */
export function FilesNotUploaded() {
  const { scans, photos } = useCaseForm()
  const lines = [useLine(scans, 'scan'), useLine(photos, 'photo')].filter((line) => line !== null)
  if (lines.length === 0) return null
  return <Note tone="warning">{lines.join(' ')}</Note>
}

function useLine(queue: UploadQueue, word: string): string | null {
  const names = useQueuePart(queue, () => lostIn(queue).join(', '))
  if (names === '') return null
  const one = lostIn(queue).length === 1
  return one
    ? `1 ${word} of this draft was not uploaded: ${names}. Add it again or remove it.`
    : `${lostIn(queue).length} ${word}s of this draft were not uploaded: ${names}. Add them again or remove them.`
}

import { patientFiles } from '@archwire/contract/client/patient-files'
import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import type { PhotoView } from '@archwire/contract/patient-files/types.ts'
import { useCall } from '../../lib/query.ts'

/** Says what a photo shows. `view` and `caption` are what was said, before the page has it, too. */
export function useDescribe(photo: PatientFile, onSaved?: (saved: PatientFile) => void) {
  const save = useCall(patientFiles.update, {
    // What was said is in sight at once: a toast for each of eight photos would say nothing more.
    announce: false,
    onSuccess: ({ patient_file }) => onSaved?.(patient_file),
  })
  // One thing after the other may be said before the page has fetched the first.
  const newest = save.data && save.data.patient_file.version > photo.version ? save.data.patient_file : photo
  const sent = save.isPending ? save.variables.body : {}
  return {
    view: sent.photo_view === undefined ? newest.photo_view : sent.photo_view,
    caption: newest.caption,
    saves: { view: sent.photo_view !== undefined, caption: sent.caption !== undefined },
    say: (words: { photo_view?: PhotoView | null; caption?: string }) =>
      save.mutate({ params: { id: photo.id }, body: { ...words, version: newest.version } }),
  }
}

import { patientFiles } from '@archwire/contract/client/patient-files'
import { patients } from '@archwire/contract/client/patients'
import { rxForms } from '@archwire/contract/client/rx-forms'
import { counted } from '@archwire/contract/core/counted.ts'
import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasEnding, useUploads, type UploadQueue } from '../../features/files/index.ts'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { query } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { Note } from '../../ui/states.tsx'
import { useCaseForm, useShown } from './case-form.ts'
import { formerFormOf } from './former-form.ts'

/**
 * Offers the scans and photos of the canceled case that this draft began from; none is copied without a press
 * (`rx-form/again`).
 */
export function FormerFiles({ draftKey }: { draftKey: string }) {
  const formId = formerFormOf(draftKey)
  return formId && <FilesOf formId={formId} />
}

function FilesOf({ formId }: { formId: number }) {
  const { data: form } = useQuery(query(rxForms.get, { params: { id: formId } }))
  const patientId = form?.rx_form.patient_id
  const { data } = useQuery({
    ...query(patients.get, { params: { id: patientId ?? 0 } }),
    enabled: patientId !== undefined,
  })
  const { scans, photos } = useCaseForm()
  const takesScans = useShown('stl_files')
  const ofScans = useOffered(scans, takesScans ? (data?.patient.patient_files ?? []) : [])
  const ofPhotos = useOffered(photos, data?.patient.patient_files ?? [])
  const [busy, setBusy] = useState(false)
  if (!data?.patient.cancelled_at || (ofScans.length === 0 && ofPhotos.length === 0)) return null
  async function add() {
    setBusy(true)
    try {
      for (const file of ofScans) addFile(scans, file, await bytesOf(file))
      for (const file of ofPhotos) addFile(photos, file, await bytesOf(file))
    } catch (error) {
      toast.error(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  const count = (number: number, word: string) => number > 0 && counted(number, word)
  return (
    <Note>
      <span>
        The canceled case has{' '}
        {[count(ofScans.length, 'scan'), count(ofPhotos.length, 'photo')].filter(Boolean).join(' and ')} that this one
        does not have.
      </span>
      <Button size="compact-sm" variant="default" loading={busy} onClick={() => void add()}>
        Add them
      </Button>
    </Note>
  )
}

/** Files of the other case that this form takes and does not have yet. */
function useOffered(queue: UploadQueue, files: readonly PatientFile[]): PatientFile[] {
  // A photo may have got another ending here, the one that fits its bytes.
  const known = (name: string) => (queue.kind.anyEnding ? name.replace(/\.\w{2,4}$/, '') : name)
  const present = new Set(useUploads(queue).map(({ name }) => known(name)))
  const { fileType } = queue.kind
  return files.filter(
    ({ patient_file_type_id: type, kind, name }) =>
      type === patientFileTypes[fileType].id &&
      kind !== 'setup' &&
      kind !== 'correction' &&
      (queue.kind.anyEnding || hasEnding(queue.kind, name)) &&
      !present.has(known(name)),
  )
}

async function bytesOf({ id }: PatientFile): Promise<Blob> {
  const { url } = await call(patientFiles.downloadLink, { params: { id } })
  const answer = await fetch(url, { credentials: 'same-origin' })
  if (!answer.ok) throw new ApiError(answer.status, 0, 'The file could not be loaded. Try again.')
  return answer.blob()
}

/** The file travels again like one that a person chose, with what was said of it. */
function addFile(queue: UploadQueue, file: PatientFile, bytes: Blob): void {
  const { name, kind, jaws_id, check_note, file_modification_date: modified } = file
  queue.add([new File([bytes], name, { type: bytes.type, lastModified: Date.parse(modified ?? file.created_at) })])
  const { key, problem } = queue.list().at(-1)!
  if (problem || !queue.kind.asksArch) return
  const arch = kind === 'bite' ? kind : ([1, 2, 3] as const).find((id) => id === jaws_id)
  if (arch) queue.setArch(key, arch)
  if (check_note) queue.setNote(key, check_note)
}

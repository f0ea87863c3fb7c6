import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { useState } from 'react'
import { Conversation } from '../../features/conversation/index.ts'
import { FreePrint } from '../../features/requests/index.ts'
import { pinWanted, useCasePins } from '../../features/pins/index.ts'
import { Attachments } from './attachments.tsx'
import { Lightbox } from './lightbox.tsx'
import { visitsOf } from './visits.ts'

/** The conversation of a case with what it can show: its photos, and the comments on its scans. */
export function CaseConversation({ patient }: { patient: Patient }) {
  const photos = patient.patient_files.filter((file) => file.patient_file_type_id === patientFileTypes.photo.id)
  const { pins } = useCasePins(patient.id)
  const [open, setOpen] = useState<number | null>(null)
  return (
    <>
      <Conversation
        patientId={patient.id}
        photos={photos}
        onPhoto={setOpen}
        onPin={(id) => pinWanted.send(patient.id, id)}
        renderAttachments={(draft, change) => (
          <Attachments patient={patient} photos={photos} pins={pins} draft={draft} onChange={change} />
        )}
        renderMisfit={({ at, misfit }) =>
          // Once a print was requested since, it is on its way.
          misfit &&
          !patient.customer_requests.some(({ created_at }) => created_at > at) && (
            <FreePrint patient={patient} arches={misfit.arches} reason="Tray does not fit" />
          )
        }
      />
      <Lightbox patient={patient} visits={visitsOf(photos)} open={open} onOpen={setOpen} />
    </>
  )
}

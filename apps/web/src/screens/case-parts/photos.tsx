import { counted } from '@archwire/contract/core/counted.ts'
import { mostOfCase, patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { useState } from 'react'
import { TakePhotos } from '../../features/camera/take-photos.tsx'
import { FilePart, photos as photoFiles, useCaseUploads } from '../../features/files/index.ts'
import { formatDay } from '../../lib/format.ts'
import { Lightbox } from './lightbox.tsx'
import { PhotoTile } from './photo-tile.tsx'
import styles from './photos.module.css'
import { visitsOf } from './visits.ts'

/** The photos of a case by visit, from the face to the teeth; a click opens one large (`scans/photo-views`). */
export function Photos({ patient }: { patient: Patient }) {
  const photos = patient.patient_files.filter((file) => file.patient_file_type_id === patientFileTypes.photo.id)
  const visits = visitsOf(photos)
  const [open, setOpen] = useState<number | null>(null)
  const { add_files: mayAdd } = patient.can
  const queue = useCaseUploads({ patientId: patient.id, patient, kind: photoFiles(mostOfCase.photo) })
  const unsaid = photos.some(({ photo_view, url }) => photo_view === null && url !== null)
  return (
    <FilePart
      title="Photos"
      empty={photos.length === 0 && 'No photos yet.'}
      queue={queue}
      words="Photos"
      add={mayAdd ? 'Add photos' : null}
      actions={
        <TakePhotos
          compact
          present={new Set(photos.flatMap(({ photo_view }) => photo_view ?? []))}
          onPhotos={(files) => queue.add(files)}
        />
      }
    >
      {visits.map(({ day, photos: some }) => (
        <div key={day} className={styles.visit}>
          {visits.length > 1 && (
            <h4>
              {formatDay(day, true)}
              <small>{counted(some.length, 'photo')}</small>
            </h4>
          )}
          <ul>
            {some.map((photo) => (
              <PhotoTile key={photo.id} patient={patient} photo={photo} onOpen={() => setOpen(photo.id)} />
            ))}
          </ul>
        </div>
      ))}
      {mayAdd && unsaid && (
        <p className={styles.hint} data-screen-only>
          Choose what each photo shows, to sort and compare them. Names like “upper occlusal” are understood, too.
        </p>
      )}
      <Lightbox patient={patient} visits={visits} open={open} onOpen={setOpen} />
    </FilePart>
  )
}

import { mostPhotos } from '@archwire/contract/conversations/limits.ts'
import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import { mostOfCase } from '@archwire/contract/patient-files/types.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import type { Pin } from '@archwire/contract/pins/routes.ts'
import { ActionIcon, Button } from '@mantine/core'
import { IconMapPin, IconPhoto, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Draft } from '../../features/conversation/index.ts'
import { FileDrop, photos as photoFiles, useCaseUploads } from '../../features/files/index.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Picture } from '../../ui/picture.tsx'
import styles from './attachments.module.css'
import { viewLabel } from './visits.ts'

interface Props {
  patient: Patient
  photos: readonly PatientFile[]
  pins: readonly Pin[]
  draft: Draft
  onChange: (next: Draft) => void
}

/** The attachments of a message, photos of the case and a comment on its scans, and how to choose them. */
export function Attachments({ patient, photos, pins, draft, onChange }: Props) {
  const [choosing, setChoosing] = useState<'photos' | 'pin'>()
  const pin = pins.find(({ id }) => id === draft.pinId)
  const chosen = draft.photoIds.flatMap((id) => photos.find((photo) => photo.id === id) ?? [])
  const close = () => setChoosing(undefined)
  return (
    <>
      {(pin || chosen.length > 0) && (
        <ul className={styles.chosen} aria-label="Shown with the message">
          {pin && (
            <li>
              <IconMapPin size={14} aria-hidden="true" />
              <span>Comment {pin.number}</span>
              <Remove label={`comment ${pin.number}`} onClick={() => onChange({ ...draft, pinId: null })} />
            </li>
          )}
          {chosen.map((photo) => (
            <li key={photo.id}>
              {photo.thumbnail_url ? <Picture src={photo.thumbnail_url} instead={photoIcon} /> : photoIcon}
              <span>{nameOfPhoto(photo)}</span>
              <Remove
                label={nameOfPhoto(photo)}
                onClick={() => onChange({ ...draft, photoIds: draft.photoIds.filter((id) => id !== photo.id) })}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.ways}>
        {(photos.length > 0 || patient.can.add_files) && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPhoto size={15} aria-hidden="true" />}
            onClick={() => setChoosing('photos')}
          >
            Photo
          </Button>
        )}
        {pins.length > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconMapPin size={15} aria-hidden="true" />}
            onClick={() => setChoosing('pin')}
          >
            Comment on the scan
          </Button>
        )}
      </div>
      {choosing === 'photos' && (
        <ChoosePhotos patient={patient} photos={photos} draft={draft} onChange={onChange} onClose={close} />
      )}
      {choosing === 'pin' && <ChoosePin pins={pins} draft={draft} onChange={onChange} onClose={close} />}
    </>
  )
}

const photoIcon = <IconPhoto size={14} aria-hidden="true" />

const nameOfPhoto = (photo: PatientFile): string => photo.caption || viewLabel(photo) || photo.name

const Remove = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <ActionIcon variant="subtle" color="gray" size={24} aria-label={`Leave out ${label}`} onClick={onClick}>
    <IconX size={14} />
  </ActionIcon>
)

/** Photos of the case, the newest first; a new one is added to the case and chosen at once. */
function ChoosePhotos({ patient, photos, draft, onChange, onClose }: Omit<Props, 'pins'> & { onClose: () => void }) {
  const toggle = (id: number, on: boolean) =>
    onChange({ ...draft, photoIds: on ? [...draft.photoIds, id] : draft.photoIds.filter((other) => other !== id) })
  const full = draft.photoIds.length >= mostPhotos
  return (
    <Dialog
      opened
      holdsInput
      title="Photos of the case"
      onClose={onClose}
      actions={<Button onClick={onClose}>Done</Button>}
    >
      {photos.length === 0 && <p className={styles.quiet}>The case has no photos yet. Add one here.</p>}
      {full && <p className={styles.quiet}>A message shows {mostPhotos} photos at most.</p>}
      <ul className={styles.tiles}>
        {photos
          .toSorted((a, b) => b.id - a.id)
          .map((photo) => {
            const on = draft.photoIds.includes(photo.id)
            return (
              <li key={photo.id}>
                <button
                  type="button"
                  aria-pressed={on}
                  disabled={full && !on}
                  onClick={() => toggle(photo.id, !on)}
                  title={nameOfPhoto(photo)}
                >
                  {photo.thumbnail_url ? (
                    <Picture src={photo.thumbnail_url} instead={<span>Cannot be shown here</span>} />
                  ) : (
                    <span>Being prepared…</span>
                  )}
                  <small>{nameOfPhoto(photo)}</small>
                </button>
              </li>
            )
          })}
      </ul>
      {patient.can.add_files && <AddPhoto patient={patient} onAdded={({ id }) => !full && toggle(id, true)} />}
    </Dialog>
  )
}

function AddPhoto({ patient, onAdded }: { patient: Patient; onAdded: (photo: PatientFile) => void }) {
  const queue = useCaseUploads({
    patientId: patient.id,
    patient,
    kind: photoFiles(mostOfCase.photo),
    place: 'message',
    onRegistered: onAdded,
  })
  return <FileDrop queue={queue} hint="Add photos to the case" />
}

function ChoosePin({
  pins,
  draft,
  onChange,
  onClose,
}: Pick<Props, 'pins' | 'draft' | 'onChange'> & { onClose: () => void }) {
  return (
    <Dialog
      opened
      title="Which comment is it about?"
      onClose={onClose}
      actions={
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <ul className={styles.list}>
        {pins
          .toSorted((a, b) => Number(a.done_at !== null) - Number(b.done_at !== null) || b.number - a.number)
          .map((pin) => (
            <li key={pin.id}>
              <button
                type="button"
                aria-pressed={pin.id === draft.pinId}
                onClick={() => {
                  onChange({ ...draft, pinId: pin.id })
                  onClose()
                }}
              >
                <b>{pin.number}</b> {pin.text}
                {pin.done_at !== null && <small> · done</small>}
              </button>
            </li>
          ))}
      </ul>
    </Dialog>
  )
}

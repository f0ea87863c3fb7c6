import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { ActionIcon, Modal } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import styles from './patient-details.module.css'

/** The photos of a case; a click opens one large, arrow keys move on. */
export function Photos({ files }: { files: PatientFile[] }) {
  const photos = files.filter((file) => file.patient_file_type_id === patientFileTypes.photo.id)
  const [open, setOpen] = useState<number | null>(null)
  if (photos.length === 0) return <p className={styles.quiet}>No photos yet.</p>
  const shown = open === null ? undefined : photos[open]
  const move = (step: number) => setOpen((now) => (now === null ? null : (now + step + photos.length) % photos.length))
  return (
    <>
      <ul className={styles.photos}>
        {photos.map((photo, index) => (
          <li key={photo.id}>
            <button
              type="button"
              disabled={photo.url === null}
              onClick={() => setOpen(index)}
              aria-label={`Open ${photo.caption || photo.name}`}
            >
              {photo.thumbnail_url ? (
                <img src={photo.thumbnail_url} alt="" loading="lazy" />
              ) : (
                <span>Being prepared…</span>
              )}
            </button>
            {photo.problem ? (
              <small className={styles.problem}>{photo.problem}</small>
            ) : (
              photo.caption && <small>{photo.caption}</small>
            )}
          </li>
        ))}
      </ul>
      <Modal
        opened={shown !== undefined}
        onClose={() => setOpen(null)}
        fullScreen
        title={shown && (shown.caption || shown.name)}
        classNames={{ body: styles.lightbox, content: styles.lightboxContent }}
        closeButtonProps={{ 'aria-label': 'Close' }}
        transitionProps={{ duration: 0 }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight') move(1)
          if (event.key === 'ArrowLeft') move(-1)
        }}
      >
        {shown?.url && <img src={shown.url} alt={shown.caption || shown.name} />}
        {photos.length > 1 && (
          <div className={styles.lightboxMoves}>
            <ActionIcon variant="default" size={44} radius="xl" aria-label="Previous photo" onClick={() => move(-1)}>
              <IconChevronLeft />
            </ActionIcon>
            <span className="numeric">
              {open! + 1} / {photos.length}
            </span>
            <ActionIcon variant="default" size={44} radius="xl" aria-label="Next photo" onClick={() => move(1)}>
              <IconChevronRight />
            </ActionIcon>
          </div>
        )}
      </Modal>
    </>
  )
}

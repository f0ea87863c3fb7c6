import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import { photoViews } from '@archwire/contract/patient-files/types.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { DeleteFile, downloadFile } from '../../features/files/index.ts'
import { useKeptFocus } from '../../lib/kept-focus.ts'
import { SelectWithHiddenLabel } from '../../ui/form/select-field.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Tip } from '../../ui/tip.tsx'
import { useFileMark } from './use-file-mark.ts'
import styles from './photos.module.css'
import { useDescribe } from './use-describe.ts'
import { viewLabel } from './visits.ts'

interface Props {
  patient: Patient
  photo: PatientFile
  onOpen: () => void
}

/** The id of the button that opens a photo. */
export const photoTileId = (id: number): string => `photo-${id}`

/**
 * A photo in small: what it shows, or the question what it shows to who may say so. One that cannot be shown says so, and is
 * handed out as it came (`scans/left-alone`).
 */
export function PhotoTile({ patient, photo, onOpen }: Props) {
  const label = viewLabel(photo)
  const called = photo.caption || label || photo.name
  const instead = photo.problem ? 'Not shown' : 'Being prepared…'
  const [brokenUrl, setBroken] = useState<string | null>(null)
  const broken = brokenUrl !== null && brokenUrl === photo.thumbnail_url
  const isShown = photo.url !== null && !broken
  const asks = label === undefined && photo.url !== null && patient.can.add_files
  return (
    <li {...useFileMark(photo.id)}>
      <button
        id={photoTileId(photo.id)}
        type="button"
        disabled={photo.url === null}
        onClick={onOpen}
        aria-label={`${photo.thumbnail_url ? 'Open' : instead} ${called}`}
      >
        {photo.thumbnail_url ? (
          <Picture
            src={photo.thumbnail_url}
            loading="lazy"
            instead={<span>Cannot be shown here</span>}
            onBroken={setBroken}
          />
        ) : (
          <span>{instead}</span>
        )}
      </button>
      <div className={styles.below}>
        <span className={styles.words}>
          {label && <strong>{label}</strong>}
          {asks && <AskView photo={photo} called={called} />}
          {photo.problem ? (
            <small className={styles.problem}>{photo.problem}</small>
          ) : (
            photo.caption && <small title={photo.caption}>{photo.caption}</small>
          )}
        </span>
        {(broken || (!isShown && photo.problem)) && (
          <Tip label="Download">
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={`Download ${called}`}
              onClick={() => void downloadFile(photo.id)}
            >
              <IconDownload size={17} stroke={1.7} />
            </ActionIcon>
          </Tip>
        )}
        <DeleteFile patient={patient} file={photo} name={called} size={32} />
      </div>
    </li>
  )
}

function AskView({ photo, called }: { photo: PatientFile; called: string }) {
  const { view, saves, say } = useDescribe(photo)
  const question = useRef<HTMLSpanElement>(null)
  // Once it is answered the next photo is asked about, or the answered one can be opened.
  useKeptFocus(question, {
    places: (leaving) => {
      const rest = [...(leaving.closest('section')?.querySelectorAll('select') ?? [])]
      const after = rest.findIndex((select) => leaving.contains(select)) + 1
      return [rest[after], leaving.closest('li')?.querySelector('button')]
    },
  })
  return (
    <span className={styles.ask} ref={question} data-screen-only>
      <SelectWithHiddenLabel
        label={`What ${called} shows`}
        options={photoViews}
        value={view}
        placeholder="Shows…"
        // Not disabled meanwhile: that would take the focus away.
        onChange={(chosen) => !saves.view && say({ photo_view: chosen })}
      />
    </span>
  )
}

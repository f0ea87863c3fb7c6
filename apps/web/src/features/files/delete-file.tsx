import { patientFiles } from '@archwire/contract/client/patient-files'
import { deleteActionOf } from '@archwire/contract/patient-files/delete-action.ts'
import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useKeptFocus } from '../../lib/kept-focus.ts'
import { offer } from '../../lib/offer.ts'
import { useCall } from '../../lib/query.ts'
import { CarefulDialog } from '../../ui/dialog.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Tip } from '../../ui/tip.tsx'
import styles from './delete-file.module.css'

interface Props {
  patient: Pick<Patient, 'can' | 'why_not'>
  file: PatientFile
  /** What people call it; its name where nothing else is said. */
  name?: string
  size?: number
  onDeleted?: () => void
}

/**
 * Deletes a file after a question (`scans/who-deletes`). Where it is not possible now it says why; whoever may not at all
 * sees nothing.
 */
export function DeleteFile({ patient, file, name = file.name, size = 36, onDeleted }: Props) {
  const offered = offer(patient, deleteActionOf(file), true)
  if (!offered) return null
  return <DeleteButton {...{ file, name, size, onDeleted, why: offered.why }} />
}

interface ButtonProps {
  file: PatientFile
  name: string
  size: number
  why: string | undefined
  onDeleted: (() => void) | undefined
}

function DeleteButton({ file, name, size, why, onDeleted }: ButtonProps) {
  const [asking, setAsking] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const asked = useRef(false)
  useEffect(() => {
    asked.current = asking
  }, [asking])
  // Where the row goes with its question, the keyboard is beside it.
  useKeptFocus(button, { isElsewhere: () => asked.current })
  const blocked = why !== undefined && { 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': id }
  return (
    <>
      <Tip label={why ?? 'Delete'} focus touch={why !== undefined}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={size}
          ref={button}
          aria-label={`Delete ${name}`}
          onClick={why === undefined ? () => setAsking(true) : undefined}
          {...blocked}
        >
          <IconTrash size={17} stroke={1.7} />
        </ActionIcon>
      </Tip>
      {why !== undefined && <VisuallyHidden id={id}>{why}</VisuallyHidden>}
      {asking && <Question file={file} name={name} onClose={() => setAsking(false)} onDeleted={onDeleted} />}
    </>
  )
}

interface QuestionProps {
  file: PatientFile
  name: string
  onClose: () => void
  onDeleted: (() => void) | undefined
}

function Question({ file, name, onClose, onDeleted }: QuestionProps) {
  const isPhoto = file.patient_file_type_id === patientFileTypes.photo.id
  const remove = useCall(patientFiles.remove, {
    onSuccess: () => {
      onClose()
      onDeleted?.()
    },
    onError: onClose,
  })
  return (
    <CarefulDialog
      opened
      title={
        isPhoto
          ? 'Are you sure that you want to remove this image?'
          : `Are you sure you want to delete file ${file.name}?`
      }
      confirm={isPhoto ? 'Remove' : 'Delete'}
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: file.id } })}
      onClose={onClose}
    >
      <div className={styles.what}>
        {file.thumbnail_url && <Picture src={file.thumbnail_url} instead={null} />}
        <span>
          <strong>{name}</strong>
          {name !== file.name && <small>{file.name}</small>}
        </span>
      </div>
      <p>{consequenceOf(file)}</p>
    </CarefulDialog>
  )
}

/** What goes with the file, besides itself. */
function consequenceOf({ patient_file_type_id: type, kind, viewer_id }: PatientFile): string {
  const everybody = 'It is deleted for both the practice and the lab. The case history shows who deleted it.'
  if (type === patientFileTypes.photo.id || type === patientFileTypes.analysis_report.id) return everybody
  if (kind === 'setup') return `${everybody} The setup will lack this arch until another file is uploaded.`
  return viewer_id === null
    ? everybody
    : `${everybody} The 3D view continues without it. Its comments and measurements are kept as those of an earlier scan.`
}

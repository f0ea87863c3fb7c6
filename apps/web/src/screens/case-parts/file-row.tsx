import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { jaws, labelOf } from '@archwire/contract/rx-forms/options.ts'
import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconCube, IconDownload, IconFileText } from '@tabler/icons-react'
import { DeleteFile, downloadFile } from '../../features/files/index.ts'
import { formatSize } from '../../lib/format.ts'
import { Ago } from '../../ui/badges.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Tip } from '../../ui/tip.tsx'
import styles from './case-parts.module.css'
import { useFileMark } from './use-file-mark.ts'

/** A list of files, each with what can be done with it. */
export const FileRows = ({ patient, files }: { patient: Patient; files: PatientFile[] }) => (
  <ul>
    {files.map((file) => (
      <FileRow key={file.id} patient={patient} file={file} />
    ))}
  </ul>
)

/** A file of a case: what it is, whose, and what is wrong with it. */
function FileRow({ patient, file }: { patient: Patient; file: PatientFile }) {
  const isReport = file.patient_file_type_id === patientFileTypes.analysis_report.id
  const icon = isReport ? <IconFileText size={20} stroke={1.5} /> : <IconCube size={20} stroke={1.5} />
  return (
    <li {...useFileMark(file.id)}>
      <span className={styles.picture} aria-hidden="true">
        {file.thumbnail_url ? <Picture src={file.thumbnail_url} loading="lazy" instead={icon} /> : icon}
      </span>
      <span className={styles.fileWords}>
        <span className={styles.fileName} title={file.name} translate="no">
          {file.name}
        </span>
        <small className="numeric">
          {file.jaws_id !== null && file.kind !== 'bite' && `${labelOf(jaws, file.jaws_id)} · `}
          {formatSize(file.size)} · {file.uploaded_by} · <Ago at={file.created_at} />
        </small>
        {file.processing === 'waiting' && !isReport && <small>Being checked…</small>}
        {file.problem && (
          <small className={styles.problem}>
            <IconAlertTriangle size={14} aria-hidden="true" /> {file.problem}
          </small>
        )}
        {file.check_note && <Remarks file={file} />}
      </span>
      <span className={styles.fileActions}>
        <Tip label="Download">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={`Download ${file.name}`}
            onClick={() => void downloadFile(file.id)}
          >
            <IconDownload size={17} stroke={1.7} />
          </ActionIcon>
        </Tip>
        <DeleteFile patient={patient} file={file} />
      </span>
    </li>
  )
}

/** The remarks of the check before the upload, and the sender's response. */
function Remarks({ file: { report, check_note, uploaded_by } }: { file: PatientFile }) {
  const remarks = report?.findings.map(({ message }) => message).join(' ')
  return (
    <small className={styles.remark}>
      {remarks} {uploaded_by}: “{check_note}”
    </small>
  )
}

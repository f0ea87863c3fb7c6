import { patientFiles } from '@archwire/contract/client/patient-files'
import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconCube, IconDownload } from '@tabler/icons-react'
import { call, messageOf } from '../../lib/api.ts'
import { formatSize } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { Ago } from '../../ui/badges.tsx'
import styles from './case-parts.module.css'

const arches: Record<number, string> = { 1: 'Upper', 2: 'Lower', 3: 'Both arches' }
const groups = [
  { kind: 'setup', title: 'Setup' },
  { kind: 'submission', title: 'Submitted' },
  { kind: 'correction', title: 'Corrections' },
] as const

/** The scans of a case by what they belong to; a scan with a problem states it. */
export function ScanFiles({ files, untitled }: { files: PatientFile[]; untitled?: boolean }) {
  const scans = files.filter(
    ({ patient_file_type_id: type }) => type === patientFileTypes.stl.id || type === patientFileTypes.ios.id,
  )
  if (scans.length === 0) return <p className={styles.quiet}>No scans yet.</p>
  return groups.map(({ kind, title }) => {
    const some = scans.filter((file) => (file.kind ?? 'submission') === kind)
    return (
      some.length > 0 && (
        <div key={kind} className={styles.files}>
          {!untitled && <h3>{title}</h3>}
          <ul>
            {some.map((file) => (
              <ScanRow key={file.id} file={file} />
            ))}
          </ul>
        </div>
      )
    )
  })
}

function ScanRow({ file }: { file: PatientFile }) {
  return (
    <li>
      <span className={styles.picture} aria-hidden="true">
        {file.thumbnail_url ? (
          <img src={file.thumbnail_url} alt="" loading="lazy" />
        ) : (
          <IconCube size={20} stroke={1.5} />
        )}
      </span>
      <span className={styles.fileWords}>
        <span className={styles.fileName}>{file.name}</span>
        <small className="numeric">
          {file.jaws_id !== null && `${arches[file.jaws_id]} · `}
          {formatSize(file.size)} · {file.uploaded_by} · <Ago at={file.created_at} />
        </small>
        {file.processing === 'waiting' && <small>Being checked…</small>}
        {file.problem && (
          <small className={styles.problem}>
            <IconAlertTriangle size={14} aria-hidden="true" /> {file.problem}
          </small>
        )}
        {file.check_note && <Remarks file={file} />}
      </span>
      <Tooltip label="Download">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`Download ${file.name}`}
          onClick={() => void download(file.id)}
        >
          <IconDownload size={17} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
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

/** The link is valid for five minutes, so it is requested when it is needed. */
async function download(id: number): Promise<void> {
  try {
    const { url } = await call(patientFiles.downloadLink, { params: { id } })
    const link = document.createElement('a')
    link.href = url
    link.download = ''
    link.click()
  } catch (error) {
    toast.error(messageOf(error))
  }
}

import { patientFiles } from '@archwire/contract/client/patient-files'
import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import { scanKindLabels } from '@archwire/contract/patient-files/types.ts'
import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { jaws, labelOf } from '@archwire/contract/rx-forms/options.ts'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatSize } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { ErrorState } from '../../ui/states.tsx'
import { downloadFile } from '../files/index.ts'
import styles from './requests.module.css'

/** IOS and STL files. */
const printable = '1,2'
const iosFile = 1

/**
 * What a print is made from: the files of the setup, else the IOS file; of an arch whose tray was corrected the corrected
 * file instead (`requests/files`).
 */
export function printFilesOf(
  files: readonly PatientFile[],
  { corrected_files }: Pick<CustomerRequest, 'corrected_files'>,
): PatientFile[] {
  const corrected = corrected_files.flatMap(({ arch, file_id }) =>
    files.filter(({ id }) => id === file_id).map((file) => ({ arch, file })),
  )
  const replaced = new Set<number | null>(corrected.map(({ arch }) => arch))
  const setup = files.filter(({ kind }) => kind === 'setup')
  const made = setup.length > 0 ? setup : files.filter((file) => file.patient_file_type_id === iosFile)
  return [
    ...new Set(corrected.map(({ file }) => file)),
    ...made.filter(({ jaws_id: arch }) => (arch === 3 ? replaced.size < 2 : !replaced.has(arch))),
  ]
}

/** The files that a print is made from, each with its download. */
export function PrintFiles({ request }: { request: CustomerRequest }) {
  const { data, error, refetch } = useQuery(
    query(patientFiles.list, {
      query: { patient_id: request.patient_id, patient_file_type_id: printable, perPage: 200 },
    }),
  )
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className={styles.loading} aria-hidden="true" />
  const files = printFilesOf(data.patient_files, request)
  if (files.length === 0) return <p className={styles.quiet}>No setup and no IOS file found.</p>
  return (
    <ul className={styles.files} aria-label="Files to print">
      {files.map((file) => (
        <li key={file.id}>
          <span className={styles.file}>
            <span title={file.original_name}>{file.name}</span>
            <small className="numeric">{aboutFile(file)}</small>
            {isFlawed(file, request) && <small className={styles.problem}>Waits for its correction</small>}
            {file.problem && (
              <small className={styles.problem}>
                <IconAlertTriangle size={14} aria-hidden="true" /> {file.problem}
              </small>
            )}
          </span>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={15} stroke={1.7} aria-hidden="true" />}
            aria-label={`Download ${file.name}`}
            onClick={() => void downloadFile(file.id)}
          >
            Download
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** What the tray was made from that is not corrected yet. */
const isFlawed = ({ jaws_id: jaws }: PatientFile, { flawed_trays: trays }: CustomerRequest): boolean =>
  trays.some(({ arch, status }) => status.key === 'awaiting_fix' && (jaws === arch || jaws === 3))

const aboutFile = ({ kind, jaws_id: arch, size }: PatientFile): string =>
  [
    kind === 'setup' || kind === 'correction' ? scanKindLabels[kind] : 'IOS file',
    arch === null ? '' : labelOf(jaws, arch),
    formatSize(size),
  ]
    .filter((part) => part !== '')
    .join(' · ')

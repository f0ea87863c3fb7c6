import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { downloadFile } from '../files/index.ts'
import styles from './flawed-trays.module.css'

interface Props {
  /** What the file is. */
  label: string
  file: { id: number; name: string }
}

/** A file of a tray, with its download. */
export const TrayFile = ({ label, file }: Props) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <FileDownload label={label} file={file} />
    </dd>
  </div>
)

/** The name of a file; pressed, it is downloaded. */
export const FileDownload = ({ label, file: { id, name } }: Props) => (
  <Button
    className={styles.file}
    variant="subtle"
    size="compact-sm"
    leftSection={<IconDownload size={15} stroke={1.7} aria-hidden="true" />}
    aria-label={`Download ${label}: ${name}`}
    title={name}
    onClick={() => void downloadFile(id)}
  >
    <span translate="no">{name}</span>
  </Button>
)

import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { formatCount } from '../../lib/format.ts'
import styles from './global-search.module.css'
import type { CsvProgress } from './use-csv.ts'

interface Props {
  /** How many hits there are; undefined while that is not known. */
  count: number | undefined
  progress: CsvProgress | undefined
  onStart: () => void
  onCancel: () => void
}

/** Download CSV; while a file is made, how far it is. */
export function DownloadCsv({ count, progress, onStart, onCancel }: Props) {
  return (
    <div className={styles.csv}>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        disabled={!count || progress !== undefined}
        title={count === 0 ? 'Nothing was found.' : undefined}
        onClick={onStart}
      >
        Download CSV
      </Button>
      {progress && (
        <div className={styles.progress}>
          <progress aria-label="Rows of the CSV" value={progress.done} max={Math.max(1, progress.of)} />
          <span className="numeric">
            {formatCount(progress.done)} of {formatCount(progress.of)}
          </span>
          <button type="button" className={styles.clear} onClick={onCancel}>
            Cancel
          </button>
        </div>
      )}
    </div>
  )
}

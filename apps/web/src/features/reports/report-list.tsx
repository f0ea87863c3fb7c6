import { reports as calls } from '@archwire/contract/client/reports'
import { isTooLong } from '@archwire/contract/reports/kinds.ts'
import type { Report } from '@archwire/contract/reports/schema.ts'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { call } from '../../lib/api.ts'
import { downloadFrom } from '../../lib/download-from.ts'
import { formatCount, formatDayOf, formatDays, formatSize } from '../../lib/format.ts'
import { useCall } from '../../lib/query.ts'
import { Ago, StatusBadge } from '../../ui/badges.tsx'
import styles from './reports.module.css'
import { formatLabel, kindLabel } from './words.ts'

/** A person's reports, the newest first: how far each is, and its file. */
export const ReportList = ({ reports }: { reports: readonly Report[] }) => (
  <ul className={styles.list} aria-label="My reports">
    {reports.map((report) => (
      <ReportItem key={report.id} report={report} />
    ))}
  </ul>
)

function ReportItem({ report }: { report: Report }) {
  const { id, kind, format, from, to, status, created_at, can } = report
  const name = `${kindLabel(kind)}, ${formatDays(`${from},${to}`)}, ${formatLabel(format)}`
  const cancel = useCall(calls.cancel, { announce: 'aloud' })
  return (
    <li className={styles.item} aria-label={name}>
      <div className={styles.what}>
        <strong>{kindLabel(kind)}</strong>
        <span className={styles.quiet}>
          {formatDays(`${from},${to}`)} <span className={styles.format}>· {formatLabel(format)}</span>
        </span>
      </div>
      <div className={styles.state}>
        <StatusBadge status={status} />
        <span className={styles.quiet}>
          <Ago at={created_at} />
        </span>
      </div>
      <div className={styles.end}>
        {can.cancel && <Progress report={report} />}
        {can.cancel && (
          <Button
            variant="default"
            size="xs"
            aria-label={`Cancel ${name}`}
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ params: { id } })}
          >
            Cancel
          </Button>
        )}
        {can.download && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={15} aria-hidden="true" />}
            aria-label={`Download ${name}`}
            onClick={() => void downloadFrom(() => call(calls.downloadLink, { params: { id } }))}
          >
            Download
          </Button>
        )}
        <Remark report={report} />
      </div>
    </li>
  )
}

/** How many rows are written; how many there are is counted first. */
function Progress({ report: { rows_done, rows_total, status } }: { report: Report }) {
  if (rows_total === null)
    return <span className={styles.quiet}>{status.key === 'waiting' ? 'Starts soon.' : 'Counting rows …'}</span>
  return (
    <div className={styles.progress}>
      <progress aria-label="Rows written" value={Math.min(rows_done, rows_total)} max={Math.max(1, rows_total)} />
      <span className="numeric">
        {formatCount(rows_done)} of {formatCount(rows_total)} rows
      </span>
    </div>
  )
}

/** What there is to know of a report that has ended. */
function Remark({ report: { format, status, rows_done, rows_total, size, expires_at } }: { report: Report }) {
  if (status.key === 'failed' && isTooLong(format, rows_total))
    return (
      <span className={styles.quiet}>
        {formatCount(rows_total!)} rows are more than a workbook holds. Choose CSV or fewer days.
      </span>
    )
  if (status.key === 'failed') return <span className={styles.quiet}>It could not be made. Please try again.</span>
  if (size === null || expires_at === null) return null
  return (
    <span className={`${styles.quiet} numeric`}>
      {formatCount(rows_done)} {rows_done === 1 ? 'row' : 'rows'}, {formatSize(size)}. Kept until{' '}
      {formatDayOf(expires_at)}.
    </span>
  )
}

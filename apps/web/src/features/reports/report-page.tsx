import { reports } from '@archwire/contract/client/reports'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/query.ts'
import { Page, Section } from '../../ui/page.tsx'
import { PagePending } from '../../ui/page-states.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { ReportForm } from './report-form.tsx'
import { ReportList } from './report-list.tsx'
import styles from './reports.module.css'
import { useEndSaid } from './use-end-said.ts'

/** How often the page asks while a report is made. */
const pollMs = 1_500

/** Reports as files: what to make, and what was made (docs/product/exports.md). */
export function ReportPage() {
  const answer = useQuery({
    ...query(reports.list, {}),
    refetchInterval: ({ state }) => (state.data?.reports.some(({ can }) => can.cancel) ? pollMs : false),
  })
  const rows = answer.data?.reports
  useEndSaid(rows)
  return (
    <Page title="Reports" subtitle="Cases of all practices, as files for a spreadsheet.">
      <div className={styles.columns}>
        <ReportForm isBusy={rows?.some(({ can }) => can.cancel) === true} />
        <Section title="My reports">
          {rows ? (
            rows.length > 0 ? (
              <ReportList reports={rows} />
            ) : (
              <EmptyState
                title="No reports yet."
                text="Choose a report and its days. Its file is kept here for 7 days."
              />
            )
          ) : answer.isError ? (
            <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
          ) : (
            <PagePending />
          )}
        </Section>
      </div>
    </Page>
  )
}

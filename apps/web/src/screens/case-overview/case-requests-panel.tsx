import { customerRequests } from '@archwire/contract/client/customer-requests'
import { customerRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { assignments, labelOf } from '@archwire/contract/rx-forms/options.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RequestLine, RequestLines } from '../../features/requests/index.ts'
import { formatDay } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { ToggleChip } from '../../ui/list/filter-chips.tsx'
import { TableFoot } from '../../ui/list/table-foot.tsx'
import { Section } from '../../ui/page.tsx'
import { ErrorState } from '../../ui/states.tsx'
import styles from './case-overview.module.css'

const perPage = 5
/** Canceled requests are left out until 'All' is switched on. */
const notCanceled = [customerRequestStatuses.pending.id, customerRequestStatuses.completed.id].join(',')

/** The customer requests of a case, newest change first, in pages; 'All' includes canceled ones. */
export function CaseRequestsPanel({ patientId }: { patientId: number }) {
  const [page, setPage] = useState(1)
  const [all, setAll] = useState(false)
  const { data, error, refetch } = useQuery({
    ...query(customerRequests.list, {
      query: {
        'filter[patient_id]': String(patientId),
        page: String(page),
        perPage: String(perPage),
        ...(all ? {} : { 'filter[status_id]': notCanceled }),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const requests = data?.customer_requests
  return (
    <Section
      title="Customer Requests"
      actions={
        <ToggleChip
          label="All"
          on={all}
          onChange={(on) => {
            setPage(1)
            setAll(on)
          }}
        />
      }
    >
      {error && !requests ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !requests ? (
        <div className={styles.loading} aria-hidden="true" />
      ) : requests.length === 0 ? (
        <p className={styles.quiet}>{all ? 'No requests found.' : 'No requests found. Canceled ones are left out.'}</p>
      ) : (
        <RequestLines label="Customer requests">
          {requests.map((request) => (
            <RequestLine key={request.id} request={request} duplicated={request.duplicated}>
              {request.flawed_trays_status_id !== null && ` · ${request.type}`}
              {` · ${labelOf(assignments, request.assign_to)}`}
              {request.ship_date && !request.tracking_number && ` · ships ${formatDay(request.ship_date)}`}
            </RequestLine>
          ))}
        </RequestLines>
      )}
      {data && data.meta.total > perPage && <TableFoot meta={data.meta} onPage={setPage} />}
    </Section>
  )
}

import { customerRequests } from '@archwire/contract/client/customer-requests'
import type { OutputOf } from '@archwire/contract/core/client-route.ts'
import { customerRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { courierOf } from '@archwire/contract/requests/couriers.ts'
import { assignments, labelOf } from '@archwire/contract/rx-forms/options.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Tracking } from '../../features/requests/index.ts'
import { formatDay } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { Ago, StatusBadge, Tag } from '../../ui/badges.tsx'
import { ToggleChip } from '../../ui/list/filter-chips.tsx'
import { TableFoot } from '../../ui/list/table-foot.tsx'
import { Section } from '../../ui/page.tsx'
import { ErrorState } from '../../ui/states.tsx'
import styles from './case-overview.module.css'

type Request = OutputOf<typeof customerRequests.list>['customer_requests'][number]

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
        <ul className={styles.requests} aria-label="Customer requests">
          {requests.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </ul>
      )}
      {data && data.meta.total > perPage && <TableFoot meta={data.meta} onPage={setPage} />}
    </Section>
  )
}

const RequestRow = ({ request }: { request: Request }) => (
  <li>
    <span className={styles.what}>
      <Link to="/requests/$id" params={{ id: request.id }}>
        {request.summary || `Request ${request.id}`}
      </Link>
      <small>
        No. {request.id} · {labelOf(assignments, request.assign_to)} · <Ago at={request.created_at} />
        {request.ship_date && !request.tracking_number && ` · ships ${formatDay(request.ship_date)}`}
        {request.tracking_number && (
          <>
            {' · '}
            <Tracking number={request.tracking_number} courier={courierOf(request.tracking_number, '')} />
          </>
        )}
      </small>
    </span>
    {request.duplicated && <Tag tone="bright">Duplicated</Tag>}
    <StatusBadge status={request.status} />
  </li>
)

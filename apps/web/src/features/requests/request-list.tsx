import type { Patient } from '@archwire/contract/patients/schema.ts'
import { courierOf } from '@archwire/contract/requests/couriers.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Ago, StatusBadge, Tag, type StatusLike } from '../../ui/badges.tsx'
import styles from './requests.module.css'
import { Tracking } from './tracking.tsx'

interface Line {
  id: number
  summary: string
  status: StatusLike
  tracking_number: string | null
  created_at: string
}

/** A request: what is printed, its state, how to follow its parcel. */
export const RequestLine = ({
  request,
  duplicated,
  children,
}: {
  request: Line
  duplicated: boolean
  /** What else the list says of it. */
  children?: ReactNode
}) => (
  <li>
    <span className={styles.what}>
      <Link to="/requests/$id" params={{ id: request.id }}>
        {request.summary || `Request ${request.id}`}
      </Link>
      <small>
        No. {request.id} · <Ago at={request.created_at} />
        {children}
        {request.tracking_number && (
          <>
            {' · '}
            <Tracking number={request.tracking_number} courier={courierOf(request.tracking_number, '')} />
          </>
        )}
      </small>
    </span>
    {duplicated && <Tag tone="bright">Duplicated</Tag>}
    <StatusBadge status={request.status} />
  </li>
)

/** The requests of a case, newest first. */
export function RequestList({ patient }: { patient: Patient }) {
  if (patient.customer_requests.length === 0) return <p className={styles.quiet}>No requests found.</p>
  return (
    <RequestLines label="Requests">
      {patient.customer_requests.map((request) => (
        <RequestLine
          key={request.id}
          request={request}
          duplicated={patient.duplicated && request.status.key === 'pending'}
        >
          {request.type !== 'Print' && ' · Tray correction'}
        </RequestLine>
      ))}
    </RequestLines>
  )
}

/** The frame of a list of requests. */
export const RequestLines = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={styles.list} aria-label={label}>
    {children}
  </ul>
)

import type { Patient } from '@archwire/contract/patients/schema.ts'
import { courierOf } from '@archwire/contract/requests/couriers.ts'
import { Link } from '@tanstack/react-router'
import { Ago, StatusBadge, Tag } from '../../ui/badges.tsx'
import styles from './requests.module.css'
import { Tracking } from './tracking.tsx'

/** The requests of a case, newest first: what, its state, how to follow its parcel. */
export function RequestList({ patient }: { patient: Patient }) {
  if (patient.customer_requests.length === 0) return <p className={styles.quiet}>No requests found.</p>
  return (
    <ul className={styles.list} aria-label="Requests">
      {patient.customer_requests.map(({ id, status, summary, tracking_number: number, created_at }) => (
        <li key={id}>
          <span className={styles.what}>
            <Link to="/requests/$id" params={{ id }}>
              {summary || `Request ${id}`}
            </Link>
            <small>
              No. {id} · <Ago at={created_at} />
              {number && (
                <>
                  {' · '}
                  <Tracking number={number} courier={courierOf(number, '')} />
                </>
              )}
            </small>
          </span>
          {patient.duplicated && status.key === 'pending' && <Tag tone="bright">Duplicated</Tag>}
          <StatusBadge status={status} />
        </li>
      ))}
    </ul>
  )
}

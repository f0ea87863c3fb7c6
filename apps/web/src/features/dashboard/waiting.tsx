import { patients } from '@archwire/contract/client/patients'
import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { waitingLists, type WaitingKind } from '@archwire/contract/patients/waiting.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messageOf } from '../../lib/api.ts'
import { chosenKey } from '../../lib/chosen-organizations.ts'
import { formatCount } from '../../lib/format.ts'
import { mayApproveSome } from '../case/may-approve.ts'
import { query } from '../../lib/query.ts'
import { useSession, type Organization } from '../../lib/session.tsx'
import { Note } from '../../ui/states.tsx'
import { WaitingCases } from './waiting-cases.tsx'
import styles from './waiting.module.css'

/** In the order of their urgency. */
const cards: { kind: WaitingKind; label: string; means: string; tone?: 'red' | 'orange' }[] = [
  { kind: 'late', label: 'Late', means: 'should have shipped by now', tone: 'red' },
  { kind: 'changes_asked', label: 'Changes asked', means: 'doctors want the setup changed', tone: 'orange' },
  { kind: 'unassigned', label: 'Unassigned', means: 'no one has taken the work yet' },
  { kind: 'on_hold', label: 'On hold', means: 'wait for an answer' },
]

/** What waits for the lab: four numbers, each a link to the cases that it counts, and the first of these cases (`organizations/waiting`). */
export function WaitingForLab({ chosen }: { chosen: string | undefined }) {
  const search = chosen ? { [chosenKey]: chosen } : {}
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...query(patients.waiting, { query: search }),
    placeholderData: keepPreviousData,
  })
  const waiting = data?.waiting
  if (error && !waiting)
    return (
      <Note tone="error">
        The work waiting for the lab could not be loaded. {messageOf(error)}
        <button type="button" className={styles.again} onClick={() => void refetch()}>
          Try again
        </button>
      </Note>
    )
  // People who cannot see unassigned work have no card of it.
  const shown = cards.filter(({ kind }) => !waiting || waiting[kind] !== null)
  return (
    <section aria-label="Waiting for the lab">
      <ul
        className={styles.cards}
        aria-busy={!waiting || isPlaceholderData || undefined}
        data-old={isPlaceholderData || error !== null || undefined}
      >
        {shown.map(({ kind, label, means, tone }) => {
          const count = waiting?.[kind] ?? 0
          return (
            <li key={kind} className={styles.place}>
              <Link
                to="/patients-page"
                search={{ ...waitingLists[kind], ...search }}
                className={styles.card}
                data-tone={count > 0 ? (tone ?? 'plain') : undefined}
              >
                <span className={styles.label}>{label}</span>
                {waiting ? (
                  <strong className="numeric">{formatCount(count)}</strong>
                ) : (
                  <span className={styles.loading} role="img" aria-label="Loading" />
                )}
                <small>{waiting && count === 0 ? 'Nothing at the moment' : means}</small>
              </Link>
              <WaitingCases kind={kind} label={label} chosen={search} count={count} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** How many setups of a practice wait for someone who can approve them. */
export function WaitingForApproval({ organization }: { organization: Organization }) {
  const { me } = useSession()
  const mayApprove = mayApproveSome(me, organization)
  const { data } = useQuery({
    ...query(patients.countsPerStatus, { params: { id: organization.id }, query: {} }),
    enabled: mayApprove,
  })
  const count = mayApprove ? (data?.counts.awaiting_approval ?? 0) : 0
  if (count === 0) return null
  return (
    <Note>
      {count === 1 ? 'One setup waits for your approval.' : `${formatCount(count)} setups wait for your approval.`}
      <Link
        to="/patients"
        search={{ 'filter[patient_status_id]': String(patientStatuses.awaiting_approval.id) }}
        className={styles.again}
      >
        Review {count === 1 ? 'it' : 'them'}
      </Link>
    </Note>
  )
}

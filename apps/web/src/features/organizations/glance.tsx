import { organizations } from '@archwire/contract/client/organizations'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDayOf, formatInstant } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { nameOf } from '../../lib/session.tsx'
import { StatusBadge } from '../../ui/badges.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { OrganizationLink, UserLink } from '../../ui/record-links.tsx'
import { ErrorState } from '../../ui/states.tsx'
import styles from './organizations.module.css'
import type { GlanceProps } from './quick-glance.tsx'

/** A practice at a glance. */
export function Glance({ organization }: GlanceProps) {
  const { data, error, refetch } = useQuery(
    query(organizations.get, { params: { id: organization.id }, query: { include: 'quick_glance,contract' } }),
  )
  const glance = data?.organization.quick_glance
  if (error && !glance) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!glance) return <p className={styles.glanceWaits}>Loading…</p>
  const { manager, payment, onboarding } = glance
  const contract = data.organization.contract
  return (
    <div className={styles.glanceBody}>
      <strong>
        <OrganizationLink id={organization.id}>{nameOf(organization)}</OrganizationLink>
      </strong>
      <DescriptionList
        items={[
          ['Account number', glance.account_number],
          ['Joined', formatDayOf(glance.joined_at)],
          ['Newest case', glance.newest_case_submission ? formatInstant(glance.newest_case_submission) : '–'],
          ['Users', String(glance.number_of_users)],
          ['Patients', String(glance.number_of_patients)],
          [
            'Manager',
            manager ? (
              <UserLink key="manager" id={manager.id}>
                {manager.full_name}
              </UserLink>
            ) : (
              '–'
            ),
          ],
          ['Payment', payment ? <StatusBadge key="payment" status={payment} /> : '–'],
          [
            'Subscription',
            contract && (
              <Link key="subscription" to="/subscriptions/$id" params={{ id: contract.id }}>
                Details
              </Link>
            ),
          ],
          ['Onboarding', onboarding ? <StatusBadge key="onboarding" status={onboarding} /> : '–'],
        ]}
      />
    </div>
  )
}

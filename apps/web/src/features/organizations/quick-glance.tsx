import { organizations } from '@archwire/contract/client/organizations'
import { isStaff } from '@archwire/contract/roles.ts'
import { ActionIcon, Popover } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatInstant } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { nameOf, roleOf, useSession } from '../../lib/session.tsx'
import { StatusBadge } from '../../ui/badges.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { DropDown } from '../../ui/drop-down.tsx'
import { OrganizationLink, UserLink } from '../../ui/record-links.tsx'
import { ErrorState } from '../../ui/states.tsx'
import styles from './organizations.module.css'

interface Props {
  organization: { id: number; name: string; account_number: string }
}

/** A button beside the name of a practice that opens it at a glance, for the lab's staff (`organizations/quick-glance`). */
export function QuickGlance({ organization }: Props) {
  const { me } = useSession()
  const [opened, setOpened] = useState(false)
  if (!isStaff(roleOf(me))) return null
  const label = `${nameOf(organization)} at a glance`
  return (
    <DropDown opened={opened} onChange={setOpened} position="bottom-start">
      <Popover.Target>
        <ActionIcon
          className={styles.glance}
          variant="subtle"
          color="gray"
          size={24}
          aria-label={label}
          title={label}
          onClick={() => setOpened((now) => !now)}
        >
          <IconInfoCircle size={16} stroke={1.7} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{opened && <Glance organization={organization} />}</Popover.Dropdown>
    </DropDown>
  )
}

function Glance({ organization }: Props) {
  const { data, error, refetch } = useQuery(
    query(organizations.get, { params: { id: organization.id }, query: { include: 'quick_glance' } }),
  )
  const glance = data?.organization.quick_glance
  if (error && !glance) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!glance) return <p className={styles.glanceWaits}>Loading…</p>
  const { manager, payment, onboarding } = glance
  return (
    <div className={styles.glanceBody}>
      <strong>
        <OrganizationLink id={organization.id}>{nameOf(organization)}</OrganizationLink>
      </strong>
      <DescriptionList
        items={[
          ['Account number', glance.account_number],
          ['Joined', formatInstant(glance.joined_at).slice(0, 10)],
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
          ['Onboarding', onboarding ? <StatusBadge key="onboarding" status={onboarding} /> : '–'],
        ]}
      />
    </div>
  )
}

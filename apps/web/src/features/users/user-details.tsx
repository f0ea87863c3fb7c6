import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import { users } from '@archwire/contract/client/users'
import { counted } from '@archwire/contract/core/counted.ts'
import { isManagement, isStaff } from '@archwire/contract/roles.ts'
import type { User } from '@archwire/contract/users/schema.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../../lib/api.ts'
import { query } from '../../lib/query.ts'
import { dashboardPath, nameOf, numberBeside, roleOf, useSession } from '../../lib/session.tsx'
import { Ago, Tag } from '../../ui/badges.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { OrganizationLink } from '../../ui/record-links.tsx'
import { Note } from '../../ui/states.tsx'
import { AdditionalEmails } from './additional-emails.tsx'
import { EditUser, roleOfUser } from './edit-user.tsx'
import { UserActions } from './user-actions.tsx'
import { UserPermissions } from './user-permissions.tsx'
import { WaitingEmail } from './waiting-email.tsx'
import { listPath, searchPath } from './users-path.ts'
import lines from '../../ui/lines.module.css'
import styles from './users.module.css'

interface Props {
  id: number
  /** What is shown besides of people who belong to practices. */
  ofPractice?: ReactNode
}

/** A person: a form for staff who may change them, else information. */
export function UserDetails({ id, ofPractice }: Props) {
  const { data, error } = useSuspenseQuery(query(users.get, { params: { id } }))
  const { user } = data
  const isGone = error instanceof ApiError && error.status === 404
  const { me } = useSession()
  const router = useRouter()
  const ofStaff = isStaff(roleOf(me))
  const leave = () => router.navigate({ to: ofStaff ? searchPath : dashboardPath })
  const edits = user.can.update && !isGone
  return (
    <Page
      title={user.can.update ? 'Update User' : 'User Information'}
      above={ofStaff ? { label: 'Users', to: listPath } : undefined}
      badge={
        user.is_archived ? (
          <Tag>Archived</Tag>
        ) : (
          ofStaff && !user.is_verified && <Tag tone="orange">Email not verified</Tag>
        )
      }
      subtitle={
        <>
          <span translate="no">{user.full_name}</span>
          <span translate="no">{user.account_number}</span>
        </>
      }
      actions={!isGone && <UserActions user={user} onDeleted={leave} />}
      narrow
    >
      {isGone && <Note tone="warning">This user was deleted, or you no longer have access to them.</Note>}
      {user.id === me.id && <Note>This is your own account. You change it on your account page.</Note>}
      <div className={styles.record}>
        {!isGone && <WaitingEmail user={user} />}
        {edits ? <EditUser user={user} /> : <UserFacts user={user} />}
        <Organizations user={user} ofStaff={ofStaff} />
        <Cases user={user} ofStaff={ofStaff} />
        {!isGone && !isManagement(roleOfUser(user)) && ofPractice}
        {edits && isManagement(roleOfUser(user)) && (
          <AdditionalEmails emails={user.additional_emails} userId={user.id} />
        )}
        <UserPermissions user={user} />
      </div>
    </Page>
  )
}

/** An email that breaks before its domain where it is too long for its line. */
function Email({ address: stored }: { address: string }) {
  const address = readableEmail(stored)
  const at = address.lastIndexOf('@')
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

const UserFacts = ({ user }: { user: User }) => (
  <Section title="User">
    <DescriptionList
      columns
      items={[
        ['Name', user.full_name],
        ['Email', <Email key="email" address={user.email} />],
        ['Username', user.username],
        ['Account Number', user.account_number],
        ['Role', user.roles.map(({ label }) => label).join(', ')],
        ['Sign-up', <Ago key="at" at={user.created_at} />],
        ['Archived', user.deleted_at && <Ago key="at" at={user.deleted_at} />],
      ]}
    />
  </Section>
)

function Organizations({ user: { organizations }, ofStaff }: { user: User; ofStaff: boolean }) {
  if (organizations.length === 0) return null
  return (
    <Section title={organizations.length === 1 ? 'Organization' : 'Organizations'}>
      <ul className={`${lines.lines} ${styles.lines}`}>
        {organizations.map((organization) => (
          <li key={organization.id}>
            <span className={lines.words}>
              <strong>
                <OrganizationLink id={organization.id}>{nameOf(organization)}</OrganizationLink>
              </strong>
              <small>{[numberBeside(organization), organization.pivot.role.label].filter(Boolean).join(' · ')}</small>
            </span>
            {ofStaff && (
              <Link to="/organizations/$organizationId/patients" params={{ organizationId: organization.id }}>
                Patients
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** How many cases the person has as their doctor, and the way to them. */
function Cases({ user, ofStaff }: { user: User; ofStaff: boolean }) {
  const { id, number_of_cases: count, roles } = user
  if (count === 0 && roles[0]?.name !== 'doctor') return null
  return (
    <Section title="Cases">
      {count === 0 ? (
        <p>{ofStaff ? 'No cases yet.' : 'No cases of this doctor are assigned to your lab.'}</p>
      ) : (
        <Link to="/patients-page" search={{ queryUser: String(id), 'filter[active_request_only]': '0' }}>
          {counted(count, 'case')}
        </Link>
      )}
    </Section>
  )
}

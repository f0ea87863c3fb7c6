import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import { users } from '@archwire/contract/client/users'
import { customerStatuses } from '@archwire/contract/core/customer-statuses.ts'
import { roleLabels, userRoles, type UserRole } from '@archwire/contract/roles.ts'
import type { UserSummary } from '@archwire/contract/users/schema.ts'
import { userSearch } from '@archwire/contract/users/search.ts'
import { Button } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { query } from '../../lib/query.ts'
import { allowed, nameOf, useSession } from '../../lib/session.tsx'
import { Ago, Tag } from '../../ui/badges.tsx'
import { actionsColumn, RowLink, NameCell, TextCell } from '../../ui/list/cells.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { SelectChip, ToggleChip } from '../../ui/list/filter-chips.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useListState, type ListProps } from '../../ui/list/list-state.ts'
import { NamesChip } from '../../ui/list/names-chip.tsx'
import { opensRow } from '../../ui/list/table-row.tsx'
import styles from '../../ui/list/row.module.css'

const searchDelayMs = 500
const pageSizes = [3, 5, 10, 25] as const
const roles = userRoles.map((id) => ({ id, label: roleLabels[id] }))
/** The roles that are listed until someone chooses others. */
const usualRoles: readonly UserRole[] = ['admin', 'tech_support', 'supervisor', 'lab_partner', 'doctor']

/** Of people of practices; archived ones are a list of their own. */
const statuses = customerStatuses.slice(0, -1).map(({ label }, index) => ({ id: index + 1, label }))

const initial = { orderBy: 'last_name', order: 'asc' } as const
const pageOf = (page: number | 'add' | 'invite'): string => `/users/${page}`
const rolesOf = (user: UserSummary): string => user.roles.map(({ label }) => label).join(', ')

/** The people of the lab and of the practices (`people/found`). */
export function UserList(props: ListProps<typeof userSearch>) {
  const { me } = useSession()
  const router = useRouter()
  const list = useListState(userSearch, props, { initial })
  // Who is looked for by name may have any role, or none.
  const searches = list.valueOf('searchFullNameEmailQuery') !== ''
  const answer = useQuery({
    ...query(users.list, {
      query: {
        ...list.query,
        // Several names are separated by commas here, by pipes in the call.
        searchFullNameEmailQuery: list.valueOf('searchFullNameEmailQuery').replaceAll(',', '|') || undefined,
        roles: list.valueOf('roles') || (searches ? undefined : usualRoles.join(',')),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const mayAdd = allowed(me, undefined, 'users.create')
  const add = mayAdd && (
    <Button component={Link} to={pageOf('add')}>
      Create User
    </Button>
  )
  const invite = mayAdd && pageOf('invite') in router.routesByPath && (
    <Button component={Link} to={pageOf('invite')} variant="default">
      Invite User
    </Button>
  )
  const archived = list.field('archived')
  return (
    <ListPage
      title="Users"
      actions={
        <>
          {invite}
          {add}
        </>
      }
      list={list}
      answer={answer}
      rows={answer.data?.users}
      columns={columns}
      pageSizes={pageSizes}
      onOpen={({ id }) => void router.navigate({ to: pageOf(id) })}
      renderItem={renderItem}
      search={{ key: 'searchFullNameEmailQuery', placeholder: 'Search by name or email', delayMs: searchDelayMs }}
      resetLabel="Clear Filters"
      noMatch="No user matches."
      empty={{ title: 'No users with these roles yet.', action: add }}
      filters={
        <>
          <NamesChip label="Roles" options={roles} usual={searches ? userRoles : usualRoles} {...list.field('roles')} />
          {archived.value !== '1' && <SelectChip label="Status" options={statuses} {...list.field('status')} />}
          {allowed(me, undefined, 'organization.view-archived') && (
            <ToggleChip
              label="Archived"
              on={archived.value === '1'}
              onChange={(on) => list.set({ archived: on ? '1' : '', status: '' })}
            />
          )}
        </>
      }
    />
  )
}

const NameLink = ({ user }: { user: UserSummary }) => (
  <Link to={pageOf(user.id)} {...opensRow} translate="no">
    {user.full_name}
  </Link>
)

const firstOf = ({ organizations: [first] }: UserSummary): string => (first ? nameOf(first) : '–')
/** "2 more", beside the first one. */
const moreOf = ({ organizations: { length } }: UserSummary): string | undefined =>
  length > 1 ? `${length - 1} more` : undefined

const archivedTag = <Tag icon={IconArchive}>Archived</Tag>

const columns: Column<UserSummary>[] = [
  {
    key: 'name',
    label: 'Name',
    orderBy: 'last_name',
    render: (row) => <NameCell name={<NameLink user={row} />}>{row.is_archived && archivedTag}</NameCell>,
  },
  {
    key: 'organization',
    label: 'Organization',
    from: 'laptop',
    render: (row) => <TextCell beside={moreOf(row)}>{firstOf(row)}</TextCell>,
    verbatim: true,
  },
  { key: 'email', label: 'Email', orderBy: 'email', render: (row) => readableEmail(row.email) },
  {
    key: 'created',
    label: 'Sign-up',
    orderBy: 'created_at',
    width: 150,
    render: (row) => <Ago at={row.created_at} />,
  },
  { key: 'role', label: 'Role', width: 150, render: rolesOf },
  actionsColumn('96px', (row) => (
    <RowLink to={pageOf(row.id)} label={`Details of ${row.full_name}`}>
      Details
    </RowLink>
  )),
]

const renderItem = (user: UserSummary) => (
  <span className={styles.item}>
    <span className={styles.name}>
      <NameLink user={user} />
      {user.is_archived && archivedTag}
    </span>
    <small>{readableEmail(user.email)}</small>
    <small>
      {[rolesOf(user), user.organizations.length > 0 && firstOf(user), moreOf(user)].filter(Boolean).join(' · ')}
    </small>
  </span>
)

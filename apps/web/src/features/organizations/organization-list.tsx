import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import { organizations } from '@archwire/contract/client/organizations'
import { users } from '@archwire/contract/client/users'
import { staffRoles } from '@archwire/contract/roles.ts'
import type { OrganizationSummary } from '@archwire/contract/organizations/schema.ts'
import { customerStatuses } from '@archwire/contract/core/customer-statuses.ts'
import { organizationSearch } from '@archwire/contract/organizations/search.ts'
import { Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { cityLine } from '../../lib/address.ts'
import { query } from '../../lib/query.ts'
import { allowed, nameOf, numberBeside, useSession } from '../../lib/session.tsx'
import { Ago } from '../../ui/badges.tsx'
import { actionsColumn, RowLink, NameCell, TextCell } from '../../ui/list/cells.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { SelectChip, ToggleChip } from '../../ui/list/filter-chips.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useListState, type ListProps } from '../../ui/list/list-state.ts'
import { opensRow } from '../../ui/list/table-row.tsx'
import { MenuButton } from '../../ui/menu/menu-button.tsx'
import { OrganizationTags } from './organization-tags.tsx'
import { locationsOf, pageOf, startCaseOf } from './paths.ts'
import shared from '../../ui/list/row.module.css'
import styles from './organizations.module.css'

const InviteToCreate = lazy(async () => ({ default: (await import('./invite-to-create.tsx')).InviteToCreate }))

const searchDelayMs = 500
const pageSizes = [3, 5, 10, 25] as const

type Row = OrganizationSummary & { updated_at: string }
/** What a row's menu does. */
interface Ways {
  go: (path: string) => void
  /** The list of organizations names the lab’s people to staff alone. */
  seesPeople: boolean
  startsCases: boolean
  seesLocations: boolean
}

/** Archived practices are a list of their own. */
const statuses = customerStatuses.slice(0, -1).map(({ label }, index) => ({ id: index + 1, label }))

interface Props extends ListProps<typeof organizationSearch> {
  /** Whether this person opens the locations of other organizations. */
  seesLocations: boolean
}

/** The organizations within reach, by name (`organizations/kinds`). */
export function OrganizationList({ seesLocations, ...props }: Props) {
  const { me } = useSession()
  const router = useRouter()
  const list = useListState(organizationSearch, props)
  const answer = useQuery({ ...query(organizations.list, { query: list.query }), placeholderData: keepPreviousData })
  const [inviting, setInviting] = useState(false)
  const found = answer.data?.organizations
  const rows = useMemo(() => found?.map((row): Row => ({ ...row, updated_at: row.created_at })), [found])
  const partners = list.valueOf('kind') === 'partner'
  const startsCases = !partners && allowed(me, undefined, 'rx-forms.create')
  const seesPeople = allowed(me, undefined, 'users.view')
  const columns = useMemo(
    () => columnsWith({ go: (path) => void router.navigate({ to: path }), seesPeople, startsCases, seesLocations }),
    [router, seesPeople, startsCases, seesLocations],
  )
  const add = allowed(me, undefined, 'organizations.create') && (
    <Button component={Link} to={pageOf('add')}>
      Create Organization
    </Button>
  )
  return (
    <ListPage
      title="Organizations"
      actions={
        <>
          {allowed(me, undefined, 'organizations.send-invite-to-create') && (
            <Button variant="default" onClick={() => setInviting(true)}>
              Invite to create
            </Button>
          )}
          {add}
        </>
      }
      list={list}
      answer={answer}
      rows={rows}
      columns={columns}
      pageSizes={pageSizes}
      onOpen={({ id }) => void router.navigate({ to: pageOf(id) })}
      renderItem={renderItem}
      search={{ key: 'searchString', placeholder: 'Search by name or account number', delayMs: searchDelayMs }}
      resetLabel="Clear Filters"
      noMatch="No organization matches."
      empty={{ title: 'No organizations yet.', text: 'Practices and partner labs are listed here.', action: add }}
      filters={<Filters list={list} />}
    >
      {inviting && (
        <Suspense>
          <InviteToCreate onClose={() => setInviting(false)} />
        </Suspense>
      )}
    </ListPage>
  )
}

function Filters({ list }: { list: ReturnType<typeof useListState<typeof organizationSearch>> }) {
  const { me } = useSession()
  const seesPeople = allowed(me, undefined, 'users.view')
  const managers = useQuery({
    ...query(users.list, { query: { roles: staffRoles.join(','), perPage: '200' } }),
    enabled: seesPeople,
  })
  const kind = list.field('kind')
  const archived = list.field('archived')
  return (
    <>
      {seesPeople && (
        <SelectChip
          label="Customer service manager"
          options={(managers.data?.users ?? []).map(({ id, full_name }) => ({ id, label: full_name }))}
          {...list.field('customerServiceManager')}
        />
      )}
      {seesPeople && kind.value !== 'partner' && archived.value !== '1' && (
        <SelectChip label="Status" options={statuses} {...list.field('status')} />
      )}
      {seesPeople && (
        <ToggleChip
          label="Partner labs"
          on={kind.value === 'partner'}
          onChange={(on) => list.set({ kind: on ? 'partner' : '', status: '' })}
        />
      )}
      {allowed(me, undefined, 'organization.view-archived') && (
        <ToggleChip
          label="Archived"
          on={archived.value === '1'}
          onChange={(on) => list.set({ archived: on ? '1' : '', status: '' })}
        />
      )}
    </>
  )
}

const NameLink = ({ organization }: { organization: OrganizationSummary }) => (
  <Link to={pageOf(organization.id)} {...opensRow} translate="no">
    {nameOf(organization)}
  </Link>
)

const placeOf = ({ main_location: place }: OrganizationSummary): string =>
  place === null ? '' : cityLine({ city: place.city, state: place.state })

const feeOf = ({ startup_fee_paid: paid }: OrganizationSummary): string => (paid ? 'Settled' : 'Not paid')

const Quiet = ({ children }: { children: string | undefined }) =>
  children ? <>{children}</> : <span className={shared.quiet}>–</span>

const manager: Column<Row> = {
  key: 'manager',
  label: 'Customer service manager',
  width: 184,
  from: 'laptop',
  render: (row) => <Quiet>{row.customer_service_manager?.full_name}</Quiet>,
}

const columnsWith = (ways: Ways): Column<Row>[] => [
  {
    key: 'name',
    label: 'Organization',
    render: (row) => (
      <NameCell name={<NameLink organization={row} />}>
        <small className="numeric">{numberBeside(row)}</small>
        <OrganizationTags organization={row} />
      </NameCell>
    ),
  },
  {
    key: 'owner',
    label: 'Owner',
    // Its email is cut before the organization's name.
    width: 220,
    render: ({ owner }) => (
      <TextCell beside={owner && readableEmail(owner.email)}>
        <Quiet>{owner?.full_name}</Quiet>
      </TextCell>
    ),
  },
  { key: 'place', label: 'Main location', width: 112, verbatim: true, render: (row) => <Quiet>{placeOf(row)}</Quiet> },
  ...(ways.seesPeople ? [manager] : []),
  {
    key: 'fee',
    label: 'Start-up fee',
    width: 96,
    render: (row) => <span className={row.startup_fee_paid ? shared.quiet : styles.owing}>{feeOf(row)}</span>,
  },
  { key: 'joined', label: 'Joined', width: 104, from: 'laptop', render: (row) => <Ago at={row.created_at} /> },
  actionsColumn('116px', (row) => <Actions organization={row} ways={ways} />),
]

function Actions({ organization, ways }: { organization: OrganizationSummary; ways: Ways }) {
  const { id, disabled_at, is_archived } = organization
  const items = [
    ...(ways.startsCases && disabled_at === null && !is_archived
      ? [{ label: 'Start A Case', onClick: () => ways.go(startCaseOf(id)) }]
      : []),
    ...(ways.seesLocations && !is_archived ? [{ label: 'Locations', onClick: () => ways.go(locationsOf(id)) }] : []),
  ]
  return (
    <span className={styles.actions}>
      <RowLink to={pageOf(id)} label={`View ${nameOf(organization)}`}>
        View
      </RowLink>
      {items.length > 0 && (
        <MenuButton
          label={`More about ${nameOf(organization)}`}
          icon={<IconDots size={17} aria-hidden="true" />}
          items={items}
        />
      )}
    </span>
  )
}

const renderItem = (row: Row) => (
  <span className={shared.item}>
    <span className={shared.name}>
      <NameLink organization={row} />
      <OrganizationTags organization={row} />
    </span>
    <small className="numeric">{[numberBeside(row), placeOf(row)].filter(Boolean).join(' · ')}</small>
    {row.owner && <small translate="no">{row.owner.full_name}</small>}
  </span>
)

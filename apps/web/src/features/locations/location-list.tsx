import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import { formatPhone } from '@archwire/contract/core/phone.ts'
import { locations } from '@archwire/contract/client/locations'
import type { LocationSummary } from '@archwire/contract/locations/schema.ts'
import { locationSearch } from '@archwire/contract/locations/search.ts'
import { addsLocations } from '@archwire/contract/required-permissions.ts'
import { Button } from '@mantine/core'
import { IconHome } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cityLine, foreignCountry } from '../../lib/address.ts'
import { organizationQuery } from '../../lib/organization-in-reach.ts'
import { query } from '../../lib/query.ts'
import { allowed, nameOf, roleOf, useSession } from '../../lib/session.tsx'
import { Ago, Tag } from '../../ui/badges.tsx'
import { actionsColumn, NameCell, RowLink, TextCell } from '../../ui/list/cells.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useListState, type ListProps } from '../../ui/list/list-state.ts'
import { opensRow } from '../../ui/list/table-row.tsx'
import { OrganizationLink } from '../../ui/record-links.tsx'
import styles from '../../ui/list/row.module.css'

/** Queried this long after the last key (`screens/search`). */
const searchDelayMs = 1000
const pageSizes = [3, 5, 10, 25] as const

interface Props extends ListProps<typeof locationSearch> {
  organizationId: number
  /** The base path of the pages of single locations: `/locations`. */
  path: string
}

const pageOf = (path: string, page: number | 'add'): string => `${path}/${page}`

/** The locations of one organization. */
export function LocationList({ organizationId, path, ...props }: Props) {
  const { me } = useSession()
  const router = useRouter()
  const organization = me.organizations.find(({ id }) => id === organizationId)
  const list = useListState(locationSearch, props)
  const answer = useQuery({
    ...query(locations.list, { query: { ...list.query, organization_id: organizationId } }),
    placeholderData: keepPreviousData,
  })
  const open = ({ id }: LocationSummary) => void router.navigate({ to: pageOf(path, id) })
  // A partner's rights apply to its own lab; locations of practices that named it belong to those.
  const isOwn = organization !== undefined || roleOf(me) !== 'lab_partner'
  const mayAdd = isOwn && !organization?.disabled && allowed(me, organization, ...addsLocations)
  const add = mayAdd && (
    <Button component={Link} to={pageOf(path, 'add')}>
      Create Location
    </Button>
  )
  return (
    <ListPage
      title="Locations"
      subtitle={useOwner(organizationId)}
      actions={add}
      list={list}
      answer={answer}
      rows={answer.data?.locations}
      columns={columnsWith(path)}
      pageSizes={pageSizes}
      onOpen={open}
      renderItem={(row) => <LocationItem location={row} path={path} />}
      search={{ key: 'search', placeholder: 'Search by location info', delayMs: searchDelayMs }}
      resetLabel="Clear Filters"
      noMatch="No location matches."
      empty={{
        title: 'No found Locations',
        ...(mayAdd && { text: 'Parcels go to the address of a location.', action: add }),
      }}
    />
  )
}

/** Whose locations these are: people of the lab come from elsewhere. */
function useOwner(organizationId: number): ReactNode {
  const { me } = useSession()
  const { data } = useQuery({ ...organizationQuery(organizationId), enabled: me.is_management })
  const organization = me.organizations.find(({ id }) => id === organizationId) ?? data?.organizations[0]
  if (!me.is_management || !organization) return undefined
  return <OrganizationLink id={organizationId}>{nameOf(organization)}</OrganizationLink>
}

const NameLink = ({ location, path }: { location: LocationSummary; path: string }) => (
  <Link to={pageOf(path, location.id)} {...opensRow}>
    {location.location_name}
  </Link>
)

const main = (
  <Tag tone="blue" icon={IconHome}>
    Main
  </Tag>
)

const columnsWith = (path: string): Column<LocationSummary>[] => [
  {
    key: 'name',
    label: 'Location',
    orderBy: 'location_name',
    render: (row) => <NameCell name={<NameLink location={row} path={path} />}>{row.is_main && main}</NameCell>,
  },
  {
    key: 'address',
    label: 'Address',
    orderBy: 'city',
    render: (row) => (
      <TextCell beside={[cityLine(row), foreignCountry(row.country)].filter(Boolean).join(', ')}>
        {[row.street_address, row.street_address_line_2].filter(Boolean).join(', ')}
      </TextCell>
    ),
  },
  {
    key: 'contact',
    label: 'Contact',
    from: 'laptop',
    render: (row) => <TextCell beside={readableEmail(row.email)}>{row.full_name}</TextCell>,
  },
  {
    key: 'phone',
    label: 'Phone',
    width: 150,
    verbatim: true,
    render: (row) => <span className="numeric">{formatPhone(row.phone_number)}</span>,
  },
  {
    key: 'created',
    label: 'Created',
    orderBy: 'created_at',
    width: 130,
    from: 'desktop',
    render: (row) => <Ago at={row.created_at} />,
  },
  actionsColumn('84px', (row) => <RowLink to={pageOf(path, row.id)}>Show</RowLink>),
]

const LocationItem = ({ location, path }: { location: LocationSummary; path: string }) => (
  <span className={styles.item}>
    <span className={styles.name}>
      <NameLink location={location} path={path} />
      {location.is_main && main}
    </span>
    <small>
      {location.street_address} · {cityLine(location)}
    </small>
    <small className="numeric">
      {location.full_name} · {formatPhone(location.phone_number)}
    </small>
  </span>
)

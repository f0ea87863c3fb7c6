import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import { licenses } from '@archwire/contract/client/licenses'
import type { License } from '@archwire/contract/licenses/schema.ts'
import { licenseSearch } from '@archwire/contract/licenses/search.ts'
import { licenseTypes } from '@archwire/contract/licenses/types.ts'
import { Button } from '@mantine/core'
import { IconArchive, IconBan, IconPlugConnectedX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatDay, formatDayOf } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { nameOf } from '../../lib/session.tsx'
import { Tag } from '../../ui/badges.tsx'
import { actionsColumn, RowLink, NameCell } from '../../ui/list/cells.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { SelectChip } from '../../ui/list/filter-chips.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useListState, type ChosenListProps } from '../../ui/list/list-state.ts'
import { opensRow } from '../../ui/list/table-row.tsx'
import shared from '../../ui/list/row.module.css'
import styles from './licenses.module.css'
import { addPath, pageOf } from './paths.ts'

const pageSizes = [10, 25, 50, 100] as const
const types = licenseTypes.map(({ id, name }) => ({ id, label: name }))
const states = [
  { id: 1, label: 'Switched on' },
  { id: 0, label: 'Switched off' },
] as const

type Row = License & { updated_at: string }

/** The licenses of all practices, the newest first (`licenses/list`). */
export function LicenseList({ Chosen, ...props }: ChosenListProps<typeof licenseSearch>) {
  const router = useRouter()
  const list = useListState(licenseSearch, props)
  const answer = useQuery({ ...query(licenses.list, { query: list.query }), placeholderData: keepPreviousData })
  const found = answer.data?.licenses
  // It has no time of its own: a row has changed when what it shows has.
  const rows = useMemo(() => found?.map((row): Row => ({ ...row, updated_at: JSON.stringify(row) })), [found])
  return (
    <ListPage
      title="Licenses"
      actions={
        <Button component={Link} to={addPath}>
          Add License
        </Button>
      }
      list={list}
      answer={answer}
      rows={rows}
      columns={columns}
      pageSizes={pageSizes}
      onOpen={({ id }) => void router.navigate({ to: pageOf(id) })}
      renderItem={renderItem}
      search={{ key: 'full_name_like', placeholder: 'Name, email or account number', delayMs: 500 }}
      resetLabel="Clear Filters"
      noMatch="No license matches."
      empty={{ title: 'No licenses yet.', text: 'A practice gets one with its subscription.' }}
      filters={
        <>
          <SelectChip label="Type" options={types} {...list.field('license_type_id')} />
          <SelectChip label="State" options={states} {...list.field('is_active')} />
          <Chosen search={props.search} onClear={() => list.set({ chosen_wi_organization_id: '' })} />
        </>
      }
    />
  )
}

const LicenseLink = ({ license: { id, user, organization } }: { license: License }) => (
  <Link to={pageOf(id)} {...opensRow} translate="no">
    {user?.full_name ?? nameOf(organization)}
  </Link>
)
const Tags = ({ license: { organization, expiration_date } }: { license: License }) => (
  <>
    {expiration_date !== null && (
      <Tag tone="red" icon={IconPlugConnectedX}>
        Off
      </Tag>
    )}
    {organization.is_disabled && <Tag icon={IconBan}>Disabled</Tag>}
    {organization.is_archived && <Tag icon={IconArchive}>Archived</Tag>}
  </>
)
/** "3, 1 free", bought ones included. */
export const seatsOf = ({ seats, bought_seats, available_seats }: License): string =>
  `${seats + bought_seats}, ${available_seats} free`
const activated = ({ activated_at }: License): string => (activated_at ? formatDayOf(activated_at) : 'Never')

const columns: Column<Row>[] = [
  {
    key: 'user',
    label: 'User',
    orderBy: 'full_name_sort',
    render: (row) => (
      <NameCell name={<LicenseLink license={row} />}>
        <span className={styles.whose} translate="no">
          {[row.user && readableEmail(row.user.email), nameOf(row.organization)].filter(Boolean).join(' · ')}
        </span>
        <Tags license={row} />
      </NameCell>
    ),
  },
  { key: 'type', label: 'License Type', width: 140, render: ({ license_type }) => license_type.name },
  { key: 'activated', label: 'Activation Date', orderBy: 'activated_at', width: 180, render: activated },
  {
    key: 'expires',
    label: 'Expiration Date',
    orderBy: 'expiration_date',
    width: 180,
    render: ({ expiration_date }) => (expiration_date ? formatDay(expiration_date, true) : '–'),
  },
  { key: 'seats', label: 'Seats', orderBy: 'seats', width: 120, render: seatsOf },
  actionsColumn('80px', (row) => (
    <RowLink to={pageOf(row.id)} label={`Edit the license of ${nameOf(row.organization)}`}>
      Edit
    </RowLink>
  )),
]

const renderItem = (row: Row) => (
  <span className={shared.record}>
    <span>
      <LicenseLink license={row} />
      <Tags license={row} />
    </span>
    <small>{[nameOf(row.organization), row.license_type.name, `Seats: ${seatsOf(row)}`].join(' · ')}</small>
  </span>
)

import { contractStatuses, paymentStatusesOfContracts } from '@archwire/contract/billing/statuses.ts'
import { contracts } from '@archwire/contract/client/contracts'
import type { Contract } from '@archwire/contract/contracts/schema.ts'
import { contractSearch } from '@archwire/contract/contracts/search.ts'
import { IconArchive, IconBan } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatDay, formatDayOf } from '../../lib/format.ts'
import { useLabClock } from '../../lib/lab-clock.ts'
import { query } from '../../lib/query.ts'
import { nameOf, numberBeside } from '../../lib/session.tsx'
import { Tag } from '../../ui/badges.tsx'
import { actionsColumn, RowLink, NameCell, TextCell } from '../../ui/list/cells.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { DaysChip } from '../../ui/list/days-chip.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useListState, type ChosenListProps } from '../../ui/list/list-state.ts'
import { StatusTabs } from '../../ui/list/status-tabs.tsx'
import { opensRow } from '../../ui/list/table-row.tsx'
import { ContractState } from './contract-state.tsx'
import shared from '../../ui/list/row.module.css'
import styles from './contracts.module.css'
import { pageOf } from './paths.ts'

/** Asked this long after the last key (`screens/search`). */
const searchDelayMs = 500
const pageSizes = [10, 25, 50, 100] as const
const states = [
  { value: '', label: 'All' },
  ...paymentStatusesOfContracts.map((value) => ({ value, label: contractStatuses[value].label })),
]

type Row = Contract & { updated_at: string }

/** The subscriptions of all practices, the latest next payment first (`contracts/list`). */
export function ContractList({ Chosen, ...props }: ChosenListProps<typeof contractSearch>) {
  const router = useRouter()
  const list = useListState(contractSearch, props, { kept: ['payment_status'] })
  const answer = useQuery({ ...query(contracts.list, { query: list.query }), placeholderData: keepPreviousData })
  const { today } = useLabClock()
  const found = answer.data?.contracts
  // It has no time of its own: a row has changed when what it shows has.
  const rows = useMemo(() => found?.map((row): Row => ({ ...row, updated_at: JSON.stringify(row) })), [found])
  return (
    <ListPage
      title="Subscriptions"
      list={list}
      answer={answer}
      rows={rows}
      columns={columns}
      pageSizes={pageSizes}
      onOpen={({ id }) => void router.navigate({ to: pageOf(id) })}
      renderItem={renderItem}
      search={{ key: 'full_name_like', placeholder: 'Organization Name or Account Number', delayMs: searchDelayMs }}
      resetLabel="Clear Filters"
      noMatch="No subscription matches."
      empty={{
        title: 'No subscriptions yet.',
        text: 'A practice has one once its start-up fee is paid or waived.',
      }}
      tabs={<StatusTabs label="Payment status" tabs={states} {...list.field('payment_status')} />}
      filters={
        <>
          <DaysChip label="Next payment" {...list.field('payment_date_range')} today={today} />
          <Chosen search={props.search} onClear={() => list.set({ chosen_wi_organization_id: '' })} />
        </>
      }
    />
  )
}

const NameLink = ({ contract: { id, organization } }: { contract: Contract }) => (
  <Link to={pageOf(id)} {...opensRow} translate="no">
    {nameOf(organization)}
  </Link>
)

const Tags = ({ contract: { organization } }: { contract: Contract }) => (
  <>
    {organization.is_disabled && <Tag icon={IconBan}>Disabled</Tag>}
    {organization.is_archived && <Tag icon={IconArchive}>Archived</Tag>}
  </>
)

const dayOf = (day: string | null): string => (day === null ? '–' : formatDay(day, true))

/** While it is suspended, since when, in the place of the last payment (`contracts/status`). */
const LastPayment = ({ contract: { last_payment_date, suspended_at } }: { contract: Contract }) =>
  suspended_at === null ? dayOf(last_payment_date) : <TextCell beside="suspended">{formatDayOf(suspended_at)}</TextCell>

const columns: Column<Row>[] = [
  {
    key: 'organization',
    label: 'Organization',
    orderBy: 'full_name_sort',
    render: (row) => (
      <NameCell name={<NameLink contract={row} />}>
        <small className="numeric">{numberBeside(row.organization)}</small>
        <Tags contract={row} />
      </NameCell>
    ),
  },
  {
    key: 'next',
    label: 'Next Payment Date',
    orderBy: 'custom_next_payment_date',
    width: 180,
    render: ({ next_payment_date }) => dayOf(next_payment_date),
  },
  {
    key: 'last',
    label: 'Last Payment Date',
    orderBy: 'last_payment_date',
    width: 220,
    render: (row) => <LastPayment contract={row} />,
  },
  { key: 'state', label: 'Payment Status', width: 240, render: (row) => <ContractState contract={row} /> },
  actionsColumn('96px', ({ id, organization }) => (
    <RowLink to={pageOf(id)} label={`Details of ${nameOf(organization)}`}>
      Details
    </RowLink>
  )),
]

/** The day that counts of it: the next payment, or since when it is suspended. */
const daysOf = ({ next_payment_date, suspended_at }: Contract): string =>
  suspended_at === null ? `Next payment ${dayOf(next_payment_date)}` : `Suspended ${formatDayOf(suspended_at)}`

const renderItem = (row: Row) => (
  <span className={`${shared.record} ${styles.item}`}>
    <span>
      <span className={styles.name}>
        <NameLink contract={row} />
        <Tags contract={row} />
      </span>
      <ContractState contract={row} />
    </span>
    <small className="numeric">{[numberBeside(row.organization), daysOf(row)].filter(Boolean).join(' · ')}</small>
  </span>
)

import { onboardingStatuses } from '@archwire/contract/billing/onboarding.ts'
import { onboardings } from '@archwire/contract/client/onboardings'
import { statusNames } from '@archwire/contract/core/statuses.ts'
import { stepTitle } from '@archwire/contract/onboardings/guides.ts'
import type { Onboarding } from '@archwire/contract/onboardings/schema.ts'
import { onboardingSearch } from '@archwire/contract/onboardings/search.ts'
import { IconBan, IconClockExclamation } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatDayOf } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { nameOf, numberBeside } from '../../lib/session.tsx'
import { StatusBadge, Tag } from '../../ui/badges.tsx'
import { actionsColumn, RowLink, NameCell } from '../../ui/list/cells.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useListState, type ChosenListProps } from '../../ui/list/list-state.ts'
import { NamesChip } from '../../ui/list/names-chip.tsx'
import { opensRow } from '../../ui/list/table-row.tsx'
import shared from '../../ui/list/row.module.css'
import { pageOf } from './paths.ts'
import { Waiting } from './waiting.tsx'

/** Asked this long after the last key (`onboarding/list`). */
const searchDelayMs = 1000
const pageSizes = [10, 25, 50, 100] as const
const states = statusNames(onboardingStatuses).map((name) => ({
  id: String(onboardingStatuses[name].id),
  label: onboardingStatuses[name].label,
}))
/** The states that are listed until someone chooses others. */
const usualStates = [String(onboardingStatuses.pending.id), String(onboardingStatuses.in_progress.id)]

type Row = Onboarding & { updated_at: string }

/** The onboardings of practices, those on which nothing happened for longest first (`onboarding/list`). */
export function OnboardingList({ Chosen, ...props }: ChosenListProps<typeof onboardingSearch>) {
  const router = useRouter()
  const list = useListState(onboardingSearch, props)
  const answer = useQuery({
    ...query(onboardings.list, { query: { ...list.query, status: list.valueOf('status') || usualStates.join(',') } }),
    placeholderData: keepPreviousData,
  })
  const found = answer.data?.onboardings
  // A row has changed when what it shows has.
  const rows = useMemo(() => found?.map((row): Row => ({ ...row, updated_at: JSON.stringify(row) })), [found])
  return (
    <ListPage
      title="Onboardings"
      list={list}
      answer={answer}
      rows={rows}
      columns={columns}
      pageSizes={pageSizes}
      onOpen={({ id }) => void router.navigate({ to: pageOf(id) })}
      renderItem={renderItem}
      search={{ key: 'search_organization_name', placeholder: 'Organization name', delayMs: searchDelayMs }}
      resetLabel="Clear Filters"
      noMatch="No onboarding matches."
      empty={{ title: 'No open onboardings.', text: 'A practice has one once its start-up fee is paid or waived.' }}
      filters={
        <>
          <NamesChip label="Status" options={states} usual={usualStates} {...list.field('status')} />
          <Chosen search={props.search} onClear={() => list.set({ chosen_wi_organization_id: '' })} />
        </>
      }
    />
  )
}

const NameLink = ({ onboarding: { id, organization } }: { onboarding: Onboarding }) => (
  <Link to={pageOf(id)} {...opensRow} translate="no">
    {nameOf(organization)}
  </Link>
)
const Tags = ({ onboarding }: { onboarding: Onboarding }) => (
  <>
    <Waiting onboarding={onboarding} />
    {onboarding.is_overdue && (
      <Tag tone="red" icon={IconClockExclamation}>
        Overdue
      </Tag>
    )}
    {onboarding.organization.is_disabled && <Tag icon={IconBan}>Disabled</Tag>}
  </>
)

const columns: Column<Row>[] = [
  {
    key: 'organization',
    label: 'Organization',
    orderBy: 'full_name_sort',
    render: (row) => (
      <NameCell name={<NameLink onboarding={row} />}>
        <small className="numeric">{numberBeside(row.organization)}</small>
        <Tags onboarding={row} />
      </NameCell>
    ),
  },
  {
    key: 'status',
    label: 'Status',
    orderBy: 'status',
    width: 140,
    render: ({ status }) => <StatusBadge status={status} />,
  },
  {
    key: 'step',
    label: 'Current Step',
    orderBy: 'current_step',
    width: 260,
    render: ({ current_step }) => stepTitle(current_step),
  },
  {
    key: 'signup',
    label: 'Signup Date',
    orderBy: 'signed_up_at',
    width: 150,
    render: ({ organization }) => formatDayOf(organization.created_at),
  },
  actionsColumn('80px', (row) => (
    <RowLink to={pageOf(row.id)} label={`Show the onboarding of ${nameOf(row.organization)}`}>
      Show
    </RowLink>
  )),
]

const renderItem = (row: Row) => (
  <span className={shared.record}>
    <span>
      <NameLink onboarding={row} />
      <StatusBadge status={row.status} />
      <Tags onboarding={row} />
    </span>
    <small>{`${stepTitle(row.current_step)} · Signed up ${formatDayOf(row.organization.created_at)}`}</small>
  </span>
)

import { customerRequests } from '@archwire/contract/client/customer-requests'
import { locations } from '@archwire/contract/client/locations'
import type { OutputOf } from '@archwire/contract/core/client-route.ts'
import { statusNames } from '@archwire/contract/core/statuses.ts'
import { customerRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { requestSearch } from '@archwire/contract/requests/search.ts'
import { IconCopy, IconPlayerPause } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { caseNumberOf } from '../case/case-number.ts'
import { useLabClock } from '../../lib/lab-clock.ts'
import { query } from '../../lib/query.ts'
import { allowed, nameOf, roleOf, useSession, type Organization } from '../../lib/session.tsx'
import { Ago, DueDate, StatusBadge, Tag } from '../../ui/badges.tsx'
import { NameCell, TextCell } from '../../ui/list/cells.tsx'
import type { Column, Sorting } from '../../ui/list/data-table.tsx'
import { ChoiceChip, TextChip } from '../../ui/list/filter-chips.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useListState, type ChosenListProps, type ListState } from '../../ui/list/list-state.ts'
import { StatusTabs } from '../../ui/list/status-tabs.tsx'
import { opensRow } from '../../ui/list/table-row.tsx'
import { mayBeLate } from './may-be-late.ts'
import styles from './requests.module.css'

type Row = OutputOf<typeof customerRequests.list>['customer_requests'][number]

/** Asked this long after the last key (`screens/search`). */
const searchDelayMs = 500
const pageSizes = [10, 25, 50, 100] as const
/** What changed last comes first (`requests/list`). */
const initial: Sorting = { orderBy: 'updated_at', order: 'desc' }

interface Props extends ChosenListProps<typeof requestSearch> {
  /** The practice whose requests these are; the lab and partners see those of all in their reach. */
  organization: Organization | undefined
}

/** The requests within one's reach. */
export function AllRequests({ organization, Chosen, ...props }: Props) {
  const router = useRouter()
  const list = useListState(requestSearch, props, { initial, kept: ['filter[status_id]'] })
  const ofPractice = organization && { params: { id: organization.id }, query: list.query }
  const answer = useQuery({
    ...(ofPractice
      ? query(customerRequests.listOfOrganization, ofPractice)
      : query(customerRequests.list, { query: list.query })),
    placeholderData: keepPreviousData,
  })
  const linkTo = useRequestLink()
  const places = usePlaces(organization, props.search.chosen_wi_organization_id)
  return (
    <ListPage
      title="Requests"
      list={list}
      answer={answer}
      rows={answer.data?.customer_requests}
      columns={columnsBy(organization, places)}
      pageSizes={pageSizes}
      onOpen={({ id }) => void router.navigate(linkTo(id))}
      renderItem={renderItem}
      search={{ key: 'filter[search]', placeholder: 'Search patients', delayMs: searchDelayMs }}
      noMatch="No request matches."
      empty={{ title: 'No requests found.', text: 'Prints of approved cases appear here automatically.' }}
      tabs={
        <StatusTabs
          label="Status"
          tabs={[
            { value: '', label: 'All' },
            ...statusNames(customerRequestStatuses).map((key) => ({
              value: String(customerRequestStatuses[key].id),
              label: customerRequestStatuses[key].label,
            })),
          ]}
          {...list.field('filter[status_id]')}
        />
      }
      filters={
        <>
          <Filters list={list} organization={organization} places={places} />
          <Chosen search={props.search} onClear={() => list.set({ chosen_wi_organization_id: '' })} />
        </>
      }
    />
  )
}

/**
 * The locations that a person of the practice knows; to the lab's people those of the one practice that their global filter
 * has chosen, since the places of all practices together are no list to choose from.
 */
function usePlaces(organization: Organization | undefined, chosen = '') {
  const isOne = organization === undefined && /^\d+$/.test(chosen)
  const assigned = useQuery({
    ...query(locations.listAssigned, { params: { id: organization?.id ?? 0 } }),
    enabled: organization !== undefined,
  })
  const ofChosen = useQuery({
    ...query(locations.list, { query: { organization_id: Number(chosen), perPage: 200 } }),
    enabled: isOne,
    staleTime: 300_000,
  })
  const known = isOne ? ofChosen.data?.locations : assigned.data?.locations
  return known?.map(({ id, location_name }) => ({ id, label: location_name })) ?? []
}

interface FiltersProps {
  list: ListState<typeof requestSearch>
  organization: Organization | undefined
  places: ReturnType<typeof usePlaces>
}

function Filters({ list, organization, places }: FiltersProps) {
  const { me } = useSession()
  return (
    <>
      {(me.is_management || allowed(me, organization, 'organization.patients.view-any')) && (
        <TextChip label="Doctor" {...list.field('filter[doctor]')} />
      )}
      {places.length > 1 && <ChoiceChip label="Location" options={places} {...list.field('filter[locations]')} />}
    </>
  )
}

/** A request, with the way back to the list as it is when someone opens it. */
function useRequestLink() {
  const router = useRouter()
  return (id: number) => ({
    to: '/requests/$id' as const,
    params: { id },
    state: () => ({ requests: router.state.location.search }),
  })
}

/** Whose request it is; the row itself has the focus. */
function RequestLink({ row }: { row: Row }) {
  const linkTo = useRequestLink()
  return (
    <Link {...linkTo(row.id)} {...opensRow} translate="no">
      {row.patient.formatted_name}
    </Link>
  )
}

function PatientOf({ row }: { row: Row }) {
  return (
    <NameCell name={<RequestLink row={row} />}>
      <small className="numeric" translate="no">
        {caseNumberOf(row.patient)}
      </small>
      <Tags row={row} />
    </NameCell>
  )
}

const Tags = ({ row }: { row: Row }) => (
  <>
    {row.duplicated && (
      <Tag tone="bright" icon={IconCopy}>
        Duplicated
      </Tag>
    )}
    {row.patient.is_on_hold && (
      <Tag tone="red" icon={IconPlayerPause}>
        On hold
      </Tag>
    )}
  </>
)

/** When it ships, or the parcel that left. */
function Shipping({ row }: { row: Row }) {
  const { today } = useLabClock()
  const { me } = useSession()
  const { tracking_number: number, ship_date: day, status } = row
  if (number)
    return (
      <span className={`${styles.parcel} numeric`} title={number}>
        {number}
      </span>
    )
  if (status.key !== 'pending' || !day) return <span className={styles.quiet}>–</span>
  const quiet = !mayBeLate({ ...row, printing_request: row }, roleOf(me))
  return <DueDate day={day} today={today} quiet={quiet} />
}

const location: Column<Row> = {
  key: 'location',
  label: 'Location',
  width: 130,
  render: (row) => row.location_name ?? '–',
  verbatim: true,
}

const practice: Column<Row> = {
  key: 'practice',
  label: 'Practice',
  width: 140,
  most: 240,
  narrow: 150,
  render: (row) => (
    <span className={styles.two}>
      {nameOf(row.organization)}
      <small>{row.patient.doctor_name}</small>
    </span>
  ),
  verbatim: true,
}

function columnsFor(isLab: boolean, ...where: Column<Row>[]): Column<Row>[] {
  return [
    { key: 'patient', label: 'Patient', render: (row) => <PatientOf row={row} /> },
    ...(isLab ? [practice] : []),
    {
      key: 'doctor',
      label: 'Doctor',
      from: 'laptop',
      width: 122,
      render: (row) => row.patient.doctor_name ?? '–',
      verbatim: true,
    },
    ...where,
    {
      key: 'type',
      label: 'Type',
      width: isLab ? 166 : 150,
      narrow: 130,
      render: (row) => <TextCell beside={row.summary}>{row.type}</TextCell>,
    },
    { key: 'status', label: 'Status', width: '118px', render: (row) => <StatusBadge status={row.status} /> },
    { key: 'ships', label: 'Ships', width: 168, narrow: 130, render: (row) => <Shipping row={row} /> },
    {
      key: 'submitted',
      label: 'Submitted',
      orderBy: 'created_at',
      width: '108px',
      from: 'laptop',
      render: (row) => <Ago at={row.created_at} />,
    },
    {
      key: 'modified',
      label: 'Modified',
      orderBy: 'updated_at',
      width: '108px',
      render: (row) => <Ago at={row.updated_at} />,
    },
  ]
}
const columnsOfPractice = columnsFor(false)
/** Where there is one location, naming it in each row says nothing. */
const columnsOfPlaces = columnsFor(false, { ...location, from: 'laptop' })
const columnsOfLab = columnsFor(true, { ...location, from: 'desktop' })
/** Of one practice the location says where; there is room for it beside a practice that is always the same. */
const columnsOfChosen = columnsFor(true, { ...location, from: 'laptop' })

function columnsBy(organization: Organization | undefined, places: readonly unknown[]): Column<Row>[] {
  const several = places.length > 1
  if (!organization) return several ? columnsOfChosen : columnsOfLab
  return several ? columnsOfPlaces : columnsOfPractice
}

const renderItem = (row: Row) => (
  <span className={styles.item}>
    <strong>
      <RequestLink row={row} />
    </strong>
    <StatusBadge status={row.status} />
    <small>
      {caseNumberOf(row.patient)} · {row.summary}
      {row.flawed_trays_status_id !== null && ' · Tray correction'}
      {row.patient.doctor_name && ` · ${row.patient.doctor_name}`} ·{' '}
      {row.status.key === 'pending' && row.ship_date ? (
        <>
          Ships <Shipping row={row} />
        </>
      ) : (
        <Ago at={row.updated_at} />
      )}
    </small>
    <span className={styles.itemTags}>
      <Tags row={row} />
    </span>
  </span>
)

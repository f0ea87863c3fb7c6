import { locations as locationCalls } from '@archwire/contract/client/locations'
import { patients } from '@archwire/contract/client/patients'
import { openStatuses } from '@archwire/contract/core/statuses.ts'
import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { patientSearch } from '@archwire/contract/patients/search.ts'
import { rxForms } from '@archwire/contract/client/rx-forms'
import { startsCases } from '@archwire/contract/required-permissions.ts'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { PlacesInList, usePlacesIn } from '../case/list-place.ts'
import { mayApproveSome } from '../case/may-approve.ts'
import { query } from '../../lib/query.ts'
import { allowed, useSession, type Organization } from '../../lib/session.tsx'
import { Ago, StatusBadge } from '../../ui/badges.tsx'
import type { Column, Sorting } from '../../ui/list/data-table.tsx'
import { ChoiceChip, TextChip, ToggleChip } from '../../ui/list/filter-chips.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useListState } from '../../ui/list/list-state.ts'
import { PagePending } from '../../ui/page-states.tsx'
import { whyNoNewCase } from '../case/why-no-new-case.ts'
import { CaseMenu } from './case-menu.tsx'
import { CaseItem } from './case-item.tsx'
import { DraftLinks } from './draft-links.tsx'
import { CaseStatusTabs, questionsTab } from './case-status-tabs.tsx'
import { countFiltersOf, type CaseListState, type ListProps } from './list-search.ts'
import { JustSubmitted } from './just-submitted.tsx'
import { LinkedFilters } from './linked-filters.tsx'
import { PatientName } from './patient-name.tsx'
import styles from './patients.module.css'
import { StartLink } from './start-link.tsx'
import { useOpenExact } from './use-open-exact.ts'
import { mayView, useView } from './view-action.tsx'
import { ApproveBy, ShipDate, shipsAtAll } from './ship-date.tsx'
import { waitsForDoctor } from './whose-turn.ts'

const open = openStatuses(patientStatuses).map(({ id }) => id)

/** The lab's questions to the doctor, in a tab beside the states (`cases/hold`). */
const asked = 'filter[asks_doctor_only]'

/** Oldest first where work waits, newest first where it is done (`work/practice-list`). */
const defaultSorting = (statusId: string | undefined): Sorting => ({
  orderBy: 'created_at',
  order: open.includes(Number(statusId)) ? 'asc' : 'desc',
})

/** The cases of a practice. */
export function PracticeList({ organization, ...props }: ListProps & { organization: Organization }) {
  const { me } = useSession()
  const router = useRouter()
  const { view, dialog } = useView()
  const openExact = useOpenExact(organization.id)
  const input = { params: { id: organization.id } }
  const list = useListState(patientSearch, props, {
    initial: defaultSorting(props.search['filter[patient_status_id]']),
    kept: ['filter[patient_status_id]', asked],
  })
  const answer = useQuery({
    ...query(patients.listOfOrganization, { ...input, query: list.query }),
    placeholderData: keepPreviousData,
  })
  const statusId = list.valueOf('filter[patient_status_id]')
  const counted = useQuery({
    ...query(patients.countsPerStatus, {
      ...input,
      // As without its tab, which is no filter of the others.
      query: countFiltersOf({ ...props.search, [asked]: undefined }),
    }),
    placeholderData: keepPreviousData,
  })
  const begun = useQuery({
    ...query(rxForms.listDrafts, input),
    enabled: allowed(me, organization, ...startsCases),
  })
  const drafts = begun.data?.drafts
  const stateOf = usePlacesIn(list.query, answer, organization.id)
  const open = useCallback(
    (row: PatientSummary) =>
      void router.navigate({ to: '/patient-details/$id', params: { id: row.id }, state: stateOf(row.id) }),
    [router, stateOf],
  )
  const columns = useMemo(() => columnsFor(open, view), [open, view])

  const start = <StartLink organization={organization} />
  const whyNot = whyNoNewCase(organization)
  // A list without a case offers the first one itself.
  const isEmpty = !list.filtered && answer.data?.meta.total === 0
  // What is above the rows comes before them, so that they do not move.
  if (begun.isLoading) return <PagePending />
  return (
    <PlacesInList value={stateOf}>
      <ListPage
        title="Patients"
        actions={
          <>
            <JustSubmitted />
            {drafts && drafts.length > 0 && <DraftLinks organizationId={organization.id} drafts={drafts} most={2} />}
            {!isEmpty && start}
          </>
        }
        list={list}
        answer={answer}
        rows={answer.data?.patients}
        columns={columns}
        onOpen={open}
        renderItem={renderItem}
        search={{ key: 'filter[search]', placeholder: 'Search patients', onEnter: openExact }}
        noMatch="No case matches."
        empty={{
          title: 'No cases yet.',
          // No one is invited to what is refused (`organizations/disabled`).
          ...(whyNot === undefined
            ? { text: 'Send your first scan or impression, and follow it here to the finished setup.', action: start }
            : { text: whyNot }),
        }}
        tabs={
          <CaseStatusTabs
            value={list.valueOf(asked) === '1' ? questionsTab : statusId}
            onChange={(value) => {
              const isQuestions = value === questionsTab
              list.set({
                'filter[patient_status_id]': isQuestions ? '' : value,
                [asked]: isQuestions ? '1' : '',
                order: '',
                orderBy: '',
              })
            }}
            questions={counted.data?.counts.questions}
            counts={counted.data?.counts}
            waitingFor={mayApproveSome(me, organization) ? 'awaiting_approval' : undefined}
          />
        }
        filters={<PracticeFilters list={list} search={props.search} organization={organization} />}
      >
        {dialog}
      </ListPage>
    </PlacesInList>
  )
}

const columnsFor = (
  open: (row: PatientSummary) => void,
  view: (row: PatientSummary) => void,
): Column<PatientSummary>[] => [
  { key: 'name', label: 'Patient Details', orderBy: 'last_name', render: (row) => <PatientName patient={row} /> },
  { key: 'status', label: 'Status', render: (row) => <StatusAndShipment row={row} />, width: 330, narrow: 170 },
  {
    key: 'doctor',
    label: 'Doctor',
    orderBy: 'doctor',
    render: (row) => row.user?.full_name ?? '–',
    from: 'laptop',
    verbatim: true,
    width: 136,
  },
  {
    key: 'start',
    label: 'Start Date',
    orderBy: 'created_at',
    render: (row) => <Ago at={row.created_at} />,
    width: 104,
    narrow: 92,
  },
  {
    key: 'modified',
    label: 'Modified Date',
    orderBy: 'updated_at',
    render: (row) => <Ago at={row.updated_at} />,
    width: 122,
    narrow: 112,
  },
  {
    key: 'actions',
    label: 'Actions',
    screenOnly: true,
    align: 'right',
    width: '176px',
    render: (row) => (
      <span className={styles.rowActions}>
        <Button size="compact-sm" variant="subtle" disabled={!mayView(row)} onClick={() => view(row)}>
          View
        </Button>
        <Button size="compact-sm" variant={waitsForDoctor(row) ? 'light' : 'subtle'} onClick={() => open(row)}>
          {waitsForDoctor(row) ? 'Review' : 'Details'}
        </Button>
        <CaseMenu patient={row} onView={() => view(row)} />
      </span>
    ),
  },
]

function PracticeFilters({
  list,
  search,
  organization,
}: Pick<ListProps, 'search'> & { list: CaseListState; organization: Organization }) {
  const { me } = useSession()
  const { data } = useQuery(query(locationCalls.listAssigned, { params: { id: organization.id } }))
  const locations = data?.locations ?? []
  return (
    <>
      {allowed(me, organization, 'organization.patients.view-any') && (
        <TextChip label="Doctor" {...list.field('filter[doctor]')} />
      )}
      <ToggleChip
        label="Changes asked"
        on={list.valueOf('filter[changes_asked_only]') === '1'}
        onChange={(on) => list.set({ 'filter[changes_asked_only]': on ? '1' : '' })}
      />
      <ToggleChip
        label="Only On-hold"
        on={list.valueOf('filter[only_on_hold]') === '1'}
        onChange={(on) => list.set({ 'filter[only_on_hold]': on ? '1' : '' })}
      />
      <ToggleChip
        label="Canceled"
        on={list.valueOf('filter[cancelled]') === '1'}
        onChange={(on) => list.set({ 'filter[cancelled]': on ? '1' : '' })}
      />
      {/* Last: it comes later, and moves none of the others. */}
      {locations.length > 1 && (
        <ChoiceChip
          label="Location"
          options={locations.map(({ id, location_name }) => ({ id, label: location_name }))}
          {...list.field('filter[locations]')}
        />
      )}
      <LinkedFilters
        search={search}
        picked={['filter[cancelled]', asked, ...(locations.length > 1 ? ['filter[locations]' as const] : [])]}
        onClear={(key) => list.set({ [key]: '' })}
      />
    </>
  )
}

/** The state of the case; while its print is in progress also when that ships. */
const StatusAndShipment = ({ row }: { row: PatientSummary }) => (
  <span className={styles.step}>
    <StatusBadge status={row.patient_status} />
    {row.workflow_data.printing_request && shipsAtAll(row) && (
      <small className={styles.ships}>
        Ships <ShipDate row={row} />
      </small>
    )}
    {row.approve_by && (
      <small className={styles.ships}>
        by <ApproveBy at={row.approve_by} />
      </small>
    )}
  </span>
)

const renderItem = (row: PatientSummary) => <PracticeItem row={row} />

function PracticeItem({ row }: { row: PatientSummary }) {
  return (
    <CaseItem row={row}>
      {row.user && ` · ${row.user.full_name}`} ·{' '}
      {row.workflow_data.printing_request && shipsAtAll(row) ? (
        <>
          Ships <ShipDate row={row} />
        </>
      ) : row.approve_by ? (
        <>
          Approve by <ApproveBy at={row.approve_by} />
        </>
      ) : (
        <Ago at={row.updated_at} />
      )}
    </CaseItem>
  )
}

import { patients } from '@archwire/contract/client/patients'
import type { Day } from '@archwire/contract/core/dates.ts'
import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { patientSearch, type PatientSearchKey } from '@archwire/contract/patients/search.ts'
import { assignments, impressionTypes } from '@archwire/contract/rx-forms/options.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import { useCasePage } from '../../lib/case-page.ts'
import { useLabClock } from '../../lib/lab-clock.ts'
import { PlacesInList, usePlacesIn } from '../../lib/list-place.ts'
import { query } from '../../lib/query.ts'
import { allowed, nameOf, useSession } from '../../lib/session.tsx'
import { Ago, AgeChip, StatusBadge } from '../../ui/badges.tsx'
import type { Column, Sorting } from '../../ui/list/data-table.tsx'
import { ChoiceChip, DaysChip, TextChip, ToggleChip } from '../../ui/list/filter-chips.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useListState } from '../../ui/list/list-state.ts'
import { RefreshActions } from '../../ui/list/refresh-actions.tsx'
import { useUnfolded } from '../../ui/list/use-unfolded.ts'
import { useDeferredImport } from '../../lib/use-deferred-import.ts'
import { CaseItem } from './case-item.tsx'
import { CaseStatusTabs } from './case-status-tabs.tsx'
import { ChosenOrganizationsChip } from './chosen-organizations-chip.tsx'
import { countFiltersOf, type CaseListState, type ListProps } from './list-search.ts'
import { createdLabel, LinkedFilters } from './linked-filters.tsx'
import { PatientName } from './patient-name.tsx'
import { CaseMenu } from './case-menu.tsx'
import styles from './patients.module.css'
import { useOpenExact } from './use-open-exact.ts'
import { useView } from './view-action.tsx'
import { JustSubmitted } from './just-submitted.tsx'
import { ShipDate, shipsAtAll } from './ship-date.tsx'
import { isDone, nextStepOf, waitsForDoctor, workOf } from './whose-turn.ts'

const pageSizes = [10, 25, 50, 100] as const
const loadRowDetails = () => import('./row-details.tsx')

/** Earliest ship dates come first (`work/lab-list`). */
const defaultSorting: Sorting = { orderBy: 'ship_date', order: 'asc' }

/** Filters that have a picker here. */
const picked = [
  'requestAssignments',
  'filter[impression_type]',
  'filter[created_at_between]',
  'filter[ship_date_between]',
  'filter[rush_case_only]',
  'filter[archived_only]',
  'filter[cancelled]',
] as const

/** The lab's work list: by default active cases, not on hold, by ship date. */
export function ManagementList(props: ListProps & { actions?: ReactNode }) {
  const router = useRouter()
  const pageOf = useCasePage()
  const { today } = useLabClock()
  const unfolded = useUnfolded()
  const { toggle } = unfolded
  const { view, dialog } = useView()
  const openExact = useOpenExact()
  const list = useListState(patientSearch, props, { initial: defaultSorting, kept: ['filter[patient_status_id]'] })
  const answer = useQuery({ ...query(patients.list, { query: list.query }), placeholderData: keepPreviousData })
  const counts = useQuery({
    ...query(patients.countsPerStatusOfAll, { query: countFiltersOf(props.search) }),
    placeholderData: keepPreviousData,
  }).data?.counts
  const stateOf = usePlacesIn(list.query, answer)
  const columns = useMemo(() => columnsFor(toggle, view), [toggle, view])

  const late = useDeferredImport(loadRowDetails, unfolded.ids.size > 0)
  return (
    <PlacesInList value={stateOf}>
      <ListPage
        title="Patients"
        actions={
          <>
            <JustSubmitted />
            <RefreshActions answer={answer} />
            {props.actions}
          </>
        }
        list={list}
        answer={answer}
        rows={answer.data?.patients}
        columns={columns}
        pageSizes={pageSizes}
        onOpen={(row) => void router.navigate({ ...pageOf(row.id), state: stateOf(row.id) })}
        expanded={{ ...unfolded, render: (row) => late && <late.RowDetails patient={row} /> }}
        renderItem={renderItem}
        search={{ key: 'filter[search]', placeholder: 'Patient, number, doctor, practice', onEnter: openExact }}
        noMatch="No case matches."
        empty={{ title: 'Nothing to do.', text: 'New cases from practices appear here automatically.' }}
        tabs={
          <CaseStatusTabs
            {...list.field('filter[patient_status_id]')}
            counts={counts}
            allHint="Cases the lab is working on, without those on hold. A search covers all cases."
          />
        }
        filters={<ManagementFilters list={list} search={props.search} today={today} />}
      >
        {dialog}
      </ListPage>
    </PlacesInList>
  )
}

function ManagementFilters({ list, search, today }: Pick<ListProps, 'search'> & { list: CaseListState; today: Day }) {
  const { me } = useSession()
  const flag = (key: PatientSearchKey, label: string, on = '1') => (
    <ToggleChip label={label} on={list.valueOf(key) === on} onChange={(set) => list.set({ [key]: set ? on : '' })} />
  )
  return (
    <>
      <TextChip label="Doctor" {...list.field('filter[doctor]')} />
      <ChoiceChip label="Assigned to" options={assignments} {...list.field('requestAssignments')} />
      <ChoiceChip label="Impression" options={impressionTypes} {...list.field('filter[impression_type]')} />
      <DaysChip label={createdLabel(search)} max={today} {...list.field('filter[created_at_between]')} />
      <DaysChip label="Ship date" {...list.field('filter[ship_date_between]')} />
      {flag('filter[changes_asked_only]', 'Changes asked')}
      {flag('filter[only_on_hold]', 'Only On-hold')}
      {flag('filter[rush_case_only]', 'Rush Case Only')}
      {flag('filter[active_request_only]', 'Inactive too', '0')}
      <ToggleChip
        label="Canceled"
        on={list.valueOf('filter[cancelled]') === '1'}
        // None of them is at work.
        onChange={(on) =>
          list.set({ 'filter[cancelled]': on ? '1' : '', 'filter[active_request_only]': on ? '0' : '' })
        }
      />
      {allowed(me, undefined, 'organization.view-archived') && flag('filter[archived_only]', 'Archived Only')}
      <LinkedFilters search={search} picked={picked} onClear={(key) => list.set({ [key]: '' })} />
      <ChosenOrganizationsChip search={search} onClear={() => list.set({ chosen_wi_organization_id: '' })} />
    </>
  )
}

function columnsFor(toggle: (id: number) => void, view: (row: PatientSummary) => void): Column<PatientSummary>[] {
  return [
    { key: 'name', label: 'Patient', orderBy: 'last_name', render: (row) => <PatientName patient={row} /> },
    {
      key: 'practice',
      label: 'Practice',
      orderBy: 'organization',
      from: 'laptop',
      render: (row) => (
        <span className={styles.two}>
          {nameOf(row.organization)}
          <small translate="no">{row.user?.full_name}</small>
        </span>
      ),
    },
    {
      key: 'status',
      label: 'Status',
      orderBy: 'patient_status_id',
      width: 168,
      render: (row) => <StatusBadge status={row.patient_status} />,
    },
    {
      key: 'step',
      label: 'Next step',
      width: 170,
      render: (row) => {
        const work = workOf(row)
        if (!work) return <span className={styles.quiet}>–</span>
        return (
          <span className={styles.step}>
            {nextStepOf(row)}
            {work.next_step && !isDone(row) && !waitsForDoctor(row) && (
              <AgeChip since={work.status_updated_at} paused={row.is_on_hold} />
            )}
          </span>
        )
      },
    },
    {
      key: 'tech',
      label: 'Technician',
      width: 150,
      render: (row) => {
        const work = workOf(row)
        const name = work?.assigned_to?.full_name ?? work?.next_step?.tech_name
        return <span className={name ? styles.line : styles.quiet}>{name ?? '–'}</span>
      },
    },
    {
      key: 'ship',
      label: 'Ship date',
      orderBy: 'ship_date',
      width: 148,
      render: (row) => shipsAtAll(row) && <ShipDate row={row} />,
    },
    {
      key: 'modified',
      label: 'Modified',
      orderBy: 'updated_at',
      width: 120,
      from: 'desktop',
      render: (row) => <Ago at={row.updated_at} />,
    },
    {
      key: 'menu',
      label: <span className="visually-hidden">Actions</span>,
      align: 'right',
      width: 52,
      render: (row, open) => (
        <CaseMenu patient={row} onView={() => view(row)} unfolds={{ open, onToggle: () => toggle(row.id) }} />
      ),
    },
  ]
}

const renderItem = (row: PatientSummary) => (
  <CaseItem row={row}>
    {' · '}
    {nextStepOf(row)}
    {shipsAtAll(row) && (
      <>
        {' · '}
        <ShipDate row={row} />
      </>
    )}
  </CaseItem>
)

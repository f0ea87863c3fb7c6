import { patients } from '@archwire/contract/client/patients'
import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { patientSearch } from '@archwire/contract/patients/search.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo, useState, type ComponentType, type ReactNode, type ComponentProps } from 'react'
import { useCasePage } from '../case/case-page.ts'
import { useLabClock } from '../../lib/lab-clock.ts'
import { PlacesInList, usePlacesIn } from '../case/list-place.ts'
import { query } from '../../lib/query.ts'
import { roleOf, useSession } from '../../lib/session.tsx'
import type { Sorting } from '../../ui/list/data-table.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useListState } from '../../ui/list/list-state.ts'
import { RefreshActions } from '../../ui/list/refresh-actions.tsx'
import { useUnfolded } from '../../ui/list/use-unfolded.ts'
import { useDeferredImport } from '../../lib/use-deferred-import.ts'
import { CaseItem } from './case-item.tsx'
import { CaseStatusTabs } from './case-status-tabs.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { columnsOf } from './list-columns.tsx'
import { countFiltersOf, type ListProps } from './list-search.ts'
import { ManagementFilters } from './management-filters.tsx'
import { SavedViews } from './saved-views.tsx'
import { useCaseSync } from './use-case-sync.ts'
import { useListColumns } from './use-list-columns.ts'
import { useManagers } from './use-managers.ts'
import { useOpenExact } from './use-open-exact.ts'
import type { SelectionBar } from './selection-bar.tsx'
import { useSelected } from './use-selected.ts'
import { useView } from './view-action.tsx'
import { JustSubmitted } from './just-submitted.tsx'
import { ShipDate, shipsAtAll } from './ship-date.tsx'
import { isShippingView, shippingView, withoutShipping } from './shipping-view.ts'
import { nextStepOf } from './whose-turn.ts'

const pageSizes = [10, 25, 50, 100] as const
const loadRowDetails = () => import('./row-details.tsx')
const loadSelectionBar = () => import('./selection-bar.tsx')

/** Earliest ship dates come first (`work/lab-list`). */
const defaultSorting: Sorting = { orderBy: 'ship_date', order: 'asc' }

interface Props extends ListProps {
  actions?: ReactNode
  /** A practice at a glance, beside its name. */
  Glance?: ComponentType<{ organization: PatientSummary['organization'] }>
  /** The patient label of a request, to be printed. */
  PatientLabel?: ComponentType<{ requestId: number; onClose: () => void }>
  /** The patient labels of several requests, to be printed as one job. */
  PatientLabels?: ComponentType<{ requestIds: readonly number[]; onClose: () => void }>
  /** What cases that ship in one parcel have in common, above the first of them. */
  Bundle?: ComponentType<{ requestId: number }>
}

const Nothing = () => null

/** The lab's work list: by default active cases, not on hold, by ship date. */
export function ManagementList({
  Glance = Nothing,
  PatientLabel = Nothing,
  PatientLabels = Nothing,
  Bundle = Nothing,
  ...props
}: Props) {
  const { me } = useSession()
  const router = useRouter()
  const pageOf = useCasePage()
  const { today } = useLabClock()
  const unfolded = useUnfolded()
  const { toggle } = unfolded
  const { view, dialog } = useView()
  const openExact = useOpenExact()
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const list = useListState(patientSearch, props, { initial: defaultSorting })
  const ships = isShippingView(props.search)
  // The tabs of the states leave the view: they count what they lead to.
  const besides = ships ? withoutShipping(props.search) : props.search
  const answer = useQuery({ ...query(patients.list, { query: list.query }), placeholderData: keepPreviousData })
  const counts = useQuery({
    ...query(patients.countsPerStatusOfAll, { query: countFiltersOf(besides) }),
    placeholderData: keepPreviousData,
  }).data?.counts
  const stateOf = usePlacesIn(list.query, answer)
  const { chosen, choose } = useListColumns(me.id)
  const managers = useManagers(answer.data?.patients, !phone && (chosen?.includes('manager') ?? false))
  const [labelOf, setLabelOf] = useState<number | null>(null)
  const [labelsOf, setLabelsOf] = useState<readonly number[]>([])
  const columns = useMemo(
    () => columnsOf({ chosen, toggle, view, managers, Glance, onLabel: (row) => setLabelOf(row.open_request_id) }),
    [chosen, toggle, view, managers, Glance],
  )
  const bringUpToDate = useCaseSync(list.query as ListProps['search'], isPlain(props.search))

  const late = useDeferredImport(loadRowDetails, unfolded.ids.size > 0)
  const selected = useSelected(props.search)
  return (
    <PlacesInList value={stateOf}>
      <ListPage
        title="Patients"
        badge={<SavedViews {...{ search: props.search, chosen, choose }} onApply={(next) => props.onSearch(next)} />}
        actions={
          <>
            <JustSubmitted />
            {!phone && (
              <ColumnsMenu
                {...{ chosen, choose }}
                // Who looks after a practice is for staff.
                offered={(column) => column !== 'manager' || isStaff(roleOf(me))}
              />
            )}
            <RefreshActions answer={answer} onAuto={() => void bringUpToDate()} />
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
        heading={(row, before) => bundleAbove(row, before, Bundle)}
        selection={selected.selection}
        renderItem={renderItem}
        search={{ key: 'filter[search]', placeholder: 'Patient, number, doctor, practice', onEnter: openExact }}
        resetLabel="Reset Filters"
        noMatch="No case matches."
        empty={{ title: 'Nothing to do.', text: 'New cases from practices appear here automatically.' }}
        tabs={
          <CaseStatusTabs
            value={list.valueOf('filter[patient_status_id]')}
            onChange={(status) => {
              const { page: _, after: __, ...rest } = besides
              props.onSearch({ ...rest, 'filter[patient_status_id]': status })
            }}
            counts={counts}
            view={
              isStaff(roleOf(me)) && Bundle !== Nothing
                ? {
                    label: 'Shipping',
                    hint: 'Prints that are about to ship, by parcel, with their labels',
                    on: ships,
                    onOpen: () => props.onSearch(shippingView(today)),
                  }
                : undefined
            }
            allHint="Cases the lab is working on, without those on hold. A search covers all cases."
          />
        }
        filters={<ManagementFilters list={list} search={props.search} today={today} />}
      >
        {!phone && selected.cases.size > 0 && (
          <LateBar
            {...{ selected, rows: answer.data?.patients }}
            onLabels={(rows) => setLabelsOf(rows.map(({ open_request_id: id }) => id!))}
          />
        )}
        {dialog}
        {labelOf !== null && <PatientLabel requestId={labelOf} onClose={() => setLabelOf(null)} />}
        {labelsOf.length > 0 && <PatientLabels requestIds={labelsOf} onClose={() => setLabelsOf([])} />}
      </ListPage>
    </PlacesInList>
  )
}

/** The header of a bundle above the first of its cases, and an end to it before those that ship by themselves. */
function bundleAbove(row: PatientSummary, before: PatientSummary | undefined, Bundle: NonNullable<Props['Bundle']>) {
  const { bundled_shipment_id: bundle, bundled_request_id: request } = row
  if (bundle === before?.bundled_shipment_id) return null
  return bundle === undefined || request === undefined ? 'Not in a bundle' : <Bundle requestId={request} />
}

/** Without filters and in its usual order: who belongs on a page is then known without the server (`work/sync`). */
const isPlain = (search: ListProps['search']): boolean =>
  Object.entries(search).every(([key, value]) => !value || key === 'page' || key === 'perPage')

/** Most people select nothing: it loads with the first selected case. */
function LateBar(props: ComponentProps<typeof SelectionBar>) {
  const bar = useDeferredImport(loadSelectionBar, true)
  return bar && <bar.SelectionBar {...props} />
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

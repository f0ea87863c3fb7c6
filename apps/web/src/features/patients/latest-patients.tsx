import { patients } from '@archwire/contract/client/patients'
import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { patientSearch } from '@archwire/contract/patients/search.ts'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { caseNumberOf } from '../case/case-number.ts'
import { useCasePage } from '../case/case-page.ts'
import { chosenKey } from '../../lib/chosen-organizations.ts'
import { PlacesInList, usePlacesIn } from '../case/list-place.ts'
import { query } from '../../lib/query.ts'
import { Ago, StatusBadge } from '../../ui/badges.tsx'
import { NameCell } from '../../ui/list/cells.tsx'
import { DataTable, type Column } from '../../ui/list/data-table.tsx'
import { CaseItem } from './case-item.tsx'
import { ChosenOrganizationsChip } from './chosen-organizations-chip.tsx'
import { useListState } from '../../ui/list/list-state.ts'
import { useRowInSight } from '../../ui/list/use-row-in-sight.ts'
import type { ListProps } from './list-search.ts'
import { CaseLink, CaseTags } from './patient-name.tsx'
import { RecentTag } from './recent-tag.tsx'
import styles from './patients.module.css'
import { mayView, useView } from './view-action.tsx'

const pageSizes = [5, 10, 25, 50] as const

/**
 * The most recently changed cases, except archived ones (`organizations/latest`). A partner lab sees those assigned to
 * it.
 */
export function LatestPatients(props: ListProps) {
  const router = useRouter()
  const pageOf = useCasePage()
  const { view, dialog } = useView()
  const columns = useMemo(() => columnsWith(view), [view])
  const list = useListState(patientSearch, props, { initial: { orderBy: 'updated_at', order: 'desc' } })
  const size = list.valueOf('perPage') || '5'
  const asked = { ...list.query, perPage: size, 'filter[active_request_only]': '0', 'filter[with_cancelled]': '1' }
  const answer = useQuery({ ...query(patients.list, { query: asked }), placeholderData: keepPreviousData })
  const stateOf = usePlacesIn(asked, answer)
  useRowInSight(answer.data !== undefined && !answer.isPlaceholderData)
  return (
    <PlacesInList value={stateOf}>
      <ChosenOrganizationsChip search={props.search} onClear={() => list.set({ [chosenKey]: '' })} />
      <DataTable
        label="Latest Patients"
        columns={columns}
        rows={answer.data?.patients}
        question={JSON.stringify(list.query)}
        stale={answer.isPlaceholderData}
        meta={answer.data?.meta}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        sorting={list.sorting}
        onSort={list.onSort}
        onPage={list.onPage}
        onPageSize={(next) => list.set({ perPage: next === 5 ? '' : String(next) })}
        pageSizes={pageSizes}
        skeletonRows={Number(size)}
        onOpen={(row) => void router.navigate({ ...pageOf(row.id), state: stateOf(row.id) })}
        renderItem={renderItem}
        empty={{ title: 'No patients yet.', text: 'Cases that practices send appear here, the newest change first.' }}
      />
      {dialog}
    </PlacesInList>
  )
}

const setupOf = ({ setup_completed_at }: PatientSummary) => (setup_completed_at ? 'Completed' : 'Started')

function columnsWith(view: (row: PatientSummary) => void): Column<PatientSummary>[] {
  return [
    {
      key: 'first',
      label: 'First Name',
      render: (row) => (
        <NameCell name={<CaseLink id={row.id}>{row.first_name}</CaseLink>}>
          <RecentTag patient={row} />
        </NameCell>
      ),
    },
    {
      key: 'last',
      label: 'Last Name',
      orderBy: 'last_name',
      render: (row) => (
        <NameCell name={<CaseLink id={row.id}>{row.last_name}</CaseLink>}>
          <CaseTags patient={row} />
        </NameCell>
      ),
    },
    {
      key: 'number',
      label: 'Case #',
      orderBy: 'case_number_text',
      width: 120,
      render: (row) => <span className="numeric">{caseNumberOf(row)}</span>,
    },
    {
      key: 'suffix',
      label: 'Suffix',
      width: 72,
      from: 'laptop',
      render: (row) => (
        <span className={row.numeric_suffix ? 'numeric' : styles.quiet}>{row.numeric_suffix ?? '–'}</span>
      ),
    },
    {
      key: 'modified',
      label: 'Modification Date',
      orderBy: 'updated_at',
      width: 150,
      render: (row) => <Ago at={row.updated_at} />,
    },
    {
      key: 'setup',
      label: 'Setup',
      orderBy: 'setup_completed_at',
      width: 110,
      render: (row) => <span className={row.setup_completed_at ? '' : styles.quiet}>{setupOf(row)}</span>,
    },
    {
      key: 'status',
      label: 'Status',
      orderBy: 'patient_status_id',
      width: 168,
      render: (row) => <StatusBadge status={row.patient_status} />,
    },
    {
      key: 'view',
      label: <span className="visually-hidden">Actions</span>,
      screenOnly: true,
      align: 'right',
      width: 80,
      render: (row) => (
        <span className={styles.rowActions}>
          <Button size="compact-sm" variant="subtle" disabled={!mayView(row)} onClick={() => view(row)}>
            View
          </Button>
        </span>
      ),
    },
  ]
}

const renderItem = (row: PatientSummary) => <LatestItem row={row} />

const LatestItem = ({ row }: { row: PatientSummary }) => (
  <CaseItem row={row}>
    {' · '}Setup {setupOf(row).toLowerCase()} · <Ago at={row.updated_at} />
  </CaseItem>
)

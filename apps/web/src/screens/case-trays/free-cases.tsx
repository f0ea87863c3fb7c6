import { patients } from '@archwire/contract/client/patients'
import { mostOfTray } from '@archwire/contract/case-trays/types.ts'
import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, useState, type ReactNode } from 'react'
import {
  casesQuery,
  TrayFilters,
  type Chosen,
  type traysSearch,
  type TraysSearch,
} from '../../features/case-trays/index.ts'
import { PatientName } from '../../features/patients/index.ts'
import { useCasePage } from '../../features/case/case-page.ts'
import { query } from '../../lib/query.ts'
import { nameOf } from '../../lib/session.tsx'
import { useDeferredImport } from '../../lib/use-deferred-import.ts'
import { Ago, StatusBadge } from '../../ui/badges.tsx'
import { TextCell } from '../../ui/list/cells.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import type { ListState } from '../../ui/list/list-state.ts'
import { RefreshActions } from '../../ui/list/refresh-actions.tsx'
import { useUnfolded } from '../../ui/list/use-unfolded.ts'
import styles from './case-trays.module.css'

const CreateTray = lazy(() =>
  import('../../features/case-trays/create-tray.tsx').then((loaded) => ({ default: loaded.CreateTray })),
)
const loadRowDetails = () => import('../../features/patients/row-details.tsx')

interface Props {
  list: ListState<typeof traysSearch>
  search: TraysSearch
  tabs: ReactNode
  chosen: readonly Chosen[]
  onChoose: (row: Chosen) => void
  onClear: () => void
}

/** The cases in no tray: up to eight of them are chosen and put into one. */
export function FreeCases({ list, search, tabs, chosen, onChoose, onClear }: Props) {
  const router = useRouter()
  const pageOf = useCasePage()
  const [creating, setCreating] = useState(false)
  const unfolded = useUnfolded()
  const late = useDeferredImport(loadRowDetails, unfolded.ids.size > 0)
  const answer = useQuery({
    ...query(patients.list, { query: casesQuery(search) }),
    placeholderData: keepPreviousData,
  })
  const ids = useMemo(() => new Set(chosen.map(({ id }) => id)), [chosen])
  const columns = useMemo(() => columnsFor(ids, onChoose), [ids, onChoose])
  const renderItem = useCallback(
    (row: PatientSummary) => (
      <span className={styles.item}>
        <Choose row={row} on={ids.has(row.id)} onChoose={onChoose} />
        <span className={styles.two}>
          <PatientName patient={row} />
          <small>
            {nameOf(row.organization)} · {row.patient_status.label}
          </small>
        </span>
      </span>
    ),
    [ids, onChoose],
  )
  return (
    <ListPage
      title="Trays of 8"
      actions={<RefreshActions answer={answer} />}
      list={list}
      answer={answer}
      rows={answer.data?.patients}
      columns={columns}
      onOpen={(row) => void router.navigate(pageOf(row.id))}
      expanded={{ ...unfolded, render: (row) => late && <late.RowDetails patient={row} /> }}
      renderItem={renderItem}
      search={{ key: 'filter[search]', placeholder: 'Patient or tray number' }}
      resetLabel="Reset Filters"
      noMatch="No case without a tray matches."
      empty={{ title: 'Every case is in a tray.', text: 'Cases that are in no tray appear here.' }}
      tabs={
        <div className={styles.head}>
          {tabs}
          <Selection chosen={chosen} onCreate={() => setCreating(true)} onClear={onClear} />
        </div>
      }
      filters={<TrayFilters list={list} />}
    >
      {creating && (
        <Suspense>
          <CreateTray
            chosen={chosen}
            onCreated={() => {
              setCreating(false)
              onClear()
            }}
            onClose={() => setCreating(false)}
          />
        </Suspense>
      )}
    </ListPage>
  )
}

/** How many are chosen, and the way to their tray. */
function Selection({
  chosen,
  onCreate,
  onClear,
}: {
  chosen: readonly Chosen[]
  onCreate: () => void
  onClear: () => void
}) {
  const many = chosen.length
  const why =
    many === 0 ? 'Select one to eight cases.' : many > mostOfTray ? 'A tray holds at most 8 cases.' : undefined
  return (
    <div className={styles.chosen}>
      <output>{many === 0 ? '' : many > mostOfTray ? `${many} selected, at most 8` : `${many} selected`}</output>
      {many > 0 && (
        <Button size="compact-md" variant="subtle" onClick={onClear}>
          Clear selection
        </Button>
      )}
      <Button size="compact-md" disabled={why !== undefined} title={why} onClick={onCreate}>
        Create Tray
      </Button>
    </div>
  )
}

/** What keeps a case out of a tray, as far as its row says it (`trays/of-eight`). */
const staysOut = (row: PatientSummary): string | undefined =>
  row.deleted_at !== null ? 'This case is archived.' : row.is_on_hold ? 'This case is on hold.' : undefined

function Choose({ row, on, onChoose }: { row: PatientSummary; on: boolean; onChoose: (row: Chosen) => void }) {
  const why = staysOut(row)
  return (
    <label className={styles.choose} title={why}>
      <input
        type="checkbox"
        checked={on}
        disabled={why !== undefined && !on}
        aria-label={`Select ${row.formatted_name}`}
        onChange={() => onChoose(row)}
      />
    </label>
  )
}

const columnsFor = (ids: ReadonlySet<number>, onChoose: Props['onChoose']): Column<PatientSummary>[] => [
  {
    key: 'choose',
    label: <span className="visually-hidden">Selected</span>,
    width: '64px',
    render: (row) => <Choose row={row} on={ids.has(row.id)} onChoose={onChoose} />,
  },
  { key: 'name', label: 'Patient', render: (row) => <PatientName patient={row} /> },
  {
    key: 'practice',
    label: 'Practice',
    render: (row) => <TextCell beside={row.user?.full_name}>{nameOf(row.organization)}</TextCell>,
    verbatim: true,
  },
  { key: 'status', label: 'Status', width: 168, render: (row) => <StatusBadge status={row.patient_status} /> },
  {
    key: 'created',
    label: 'Created',
    orderBy: 'created_at',
    width: 124,
    render: (row) => <Ago at={row.created_at} />,
  },
  {
    key: 'modified',
    label: 'Modified',
    width: 124,
    from: 'desktop',
    render: (row) => <Ago at={row.updated_at} />,
  },
  {
    key: 'completed',
    label: 'Setup completed',
    width: 150,
    from: 'laptop',
    render: (row) => <Ago at={row.setup_completed_at} />,
  },
]

import { caseTrays } from '@archwire/contract/client/case-trays'
import type { CaseTraySummary } from '@archwire/contract/case-trays/schema.ts'
import { mostOfTray } from '@archwire/contract/case-trays/types.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useMemo, useState, type ReactNode } from 'react'
import {
  ArchiveTray,
  TrayActions,
  TrayFilters,
  TrayId,
  traysQuery,
  type traysSearch,
  type TraysSearch,
} from '../../features/case-trays/index.ts'
import { query } from '../../lib/query.ts'
import { Ago, Tag } from '../../ui/badges.tsx'
import { actionsColumn, NameCell, TextCell } from '../../ui/list/cells.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import type { ListState } from '../../ui/list/list-state.ts'
import { RefreshActions } from '../../ui/list/refresh-actions.tsx'
import { useUnfolded } from '../../ui/list/use-unfolded.ts'
import { opensRow } from '../../ui/list/table-row.tsx'
import styles from './case-trays.module.css'
import { TrayCases } from './tray-cases.tsx'

interface Props {
  list: ListState<typeof traysSearch>
  search: TraysSearch
  tabs: ReactNode
}

/** The trays: found by their number and by what is in them. */
export function TrayList({ list, search, tabs }: Props) {
  const router = useRouter()
  const answer = useQuery({
    ...query(caseTrays.list, { query: traysQuery(search) }),
    placeholderData: keepPreviousData,
  })
  const [archiving, setArchiving] = useState<CaseTraySummary | null>(null)
  const unfolded = useUnfolded()
  const columns = useMemo(() => columnsFor(setArchiving), [])
  return (
    <ListPage
      title="Trays of 8"
      actions={<RefreshActions answer={answer} />}
      list={list}
      answer={answer}
      rows={answer.data?.case_trays}
      columns={columns}
      onOpen={(row) => void router.navigate({ to: '/case-trays/$caseTrayId', params: { caseTrayId: row.id } })}
      expanded={{ ...unfolded, render: (row) => <TrayCases patients={row.patients} /> }}
      renderItem={renderItem}
      search={{ key: 'filter[search]', placeholder: 'Patient or tray number' }}
      resetLabel="Reset Filters"
      noMatch="No tray matches."
      empty={{ title: 'No trays yet.', text: 'Select one to eight cases on the first tab, and put them into a tray.' }}
      tabs={<div className={styles.head}>{tabs}</div>}
      filters={<TrayFilters list={list} />}
    >
      {archiving && <ArchiveTray tray={archiving} onClose={() => setArchiving(null)} />}
    </ListPage>
  )
}

const TrayLink = ({ tray }: { tray: CaseTraySummary }) => (
  <Link to="/case-trays/$caseTrayId" params={{ caseTrayId: tray.id }} {...opensRow}>
    {tray.tray_number}
  </Link>
)

const TrayCell = ({ tray }: { tray: CaseTraySummary }) => (
  <NameCell name={<TrayLink tray={tray} />}>{tray.deleted_at !== null && <Tag tone="red">Archived</Tag>}</NameCell>
)

const countOf = ({ patients }: CaseTraySummary): string => `${patients.length} of ${mostOfTray}`
const namesOf = ({ patients }: CaseTraySummary): string =>
  patients.map(({ formatted_name }) => formatted_name).join(' · ')

const columnsFor = (archive: (tray: CaseTraySummary) => void): Column<CaseTraySummary>[] => [
  { key: 'number', label: 'Tray', width: 150, verbatim: true, render: (row) => <TrayCell tray={row} /> },
  { key: 'cases', label: 'Cases', render: (row) => <TextCell beside={namesOf(row)}>{countOf(row)}</TextCell> },
  { key: 'id', label: 'Tray ID', width: 145, verbatim: true, render: (row) => <TrayId tray={row} /> },
  {
    key: 'created',
    label: 'Created',
    orderBy: 'created_at',
    width: 150,
    from: 'laptop',
    render: (row) => <Ago at={row.created_at} />,
  },
  actionsColumn('264px', (row) => <TrayActions tray={row} onArchive={() => archive(row)} />),
]

const renderItem = (row: CaseTraySummary) => (
  <span className={styles.two}>
    <strong>
      <TrayLink tray={row} /> {row.shipping_id_text !== null && <TrayId tray={row} />}
      {row.deleted_at !== null && <Tag tone="red">Archived</Tag>}
    </strong>
    <span className={styles.two}>
      <span className="numeric">{countOf(row)}</span>
      <small className={styles.names}>{namesOf(row)}</small>
    </span>
  </span>
)

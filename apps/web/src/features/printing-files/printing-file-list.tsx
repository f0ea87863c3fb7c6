import { patientFiles } from '@archwire/contract/client/patient-files'
import type { PrintingFile } from '@archwire/contract/patient-files/schema.ts'
import { archWords, type OneArch } from '@archwire/contract/rx-forms/arches.ts'
import { printingFileSearch } from '@archwire/contract/patient-files/search.ts'
import { scanKindLabels } from '@archwire/contract/patient-files/types.ts'
import { jaws, labelOf } from '@archwire/contract/rx-forms/options.ts'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { caseNumberOf } from '../case/case-number.ts'
import { formatSize } from '../../lib/format.ts'
import { useLabClock } from '../../lib/lab-clock.ts'
import { query } from '../../lib/query.ts'
import { nameOf } from '../../lib/session.tsx'
import { Ago, DueDate, StatusBadge } from '../../ui/badges.tsx'
import { actionsColumn, NameCell, TextCell } from '../../ui/list/cells.tsx'
import type { Column, Sorting } from '../../ui/list/data-table.tsx'
import { SearchField } from '../../ui/list/filter-bar.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useListState, type ChosenListProps } from '../../ui/list/list-state.ts'
import { opensRow } from '../../ui/list/table-row.tsx'
import { downloadFile } from '../files/index.ts'
import styles from './printing-files.module.css'

const searchDelayMs = 500
const pageSizes = [3, 5, 10, 25] as const
const initial: Sorting = { orderBy: 'ship_date', order: 'asc' }

/** The files that the lab prints from now (`requests/printing-files`). */
export function PrintingFileList({ Chosen, ...props }: ChosenListProps<typeof printingFileSearch>) {
  const router = useRouter()
  const list = useListState(printingFileSearch, props, { initial })
  const answer = useQuery({
    ...query(patientFiles.printing, { query: list.query }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage
      title="Printing files"
      list={list}
      answer={answer}
      rows={answer.data?.patient_files}
      columns={columns}
      pageSizes={pageSizes}
      onOpen={(file) => void router.navigate(requestOf(file))}
      renderItem={renderItem}
      search={{ key: 'patientSearchFullNameQuery', placeholder: 'Search by patient', delayMs: searchDelayMs }}
      resetLabel="Clear Filters"
      noMatch="No printing file matches."
      empty={{ title: 'Nothing to print.', text: 'Files of cases with an open print for the lab appear here.' }}
      filters={
        <>
          <SearchField
            search={list.valueOf('searchFullNameQuery')}
            placeholder="Search by doctor"
            delayMs={searchDelayMs}
            onSearch={(searchFullNameQuery) => list.set({ searchFullNameQuery }, true)}
          />
          <Chosen search={props.search} onClear={() => list.set({ chosen_wi_organization_id: '' })} />
        </>
      }
    />
  )
}

const requestOf = ({ printing_request: print }: PrintingFile) => ({
  to: '/requests/$id' as const,
  params: { id: print.customer_request_id },
})

/** What the file is, in a few words; its arch before them, which is never cut. */
const aboutFile = ({ kind, size }: PrintingFile): string =>
  `${kind === 'setup' || kind === 'correction' ? scanKindLabels[kind] : 'IOS file'} · ${formatSize(size)}`
const archOf = ({ jaws_id: arch }: PrintingFile): string | null => (arch === null ? null : labelOf(jaws, arch))

/** What keeps a file from being printed, or may. */
const RemarkOf = ({ file }: { file: PrintingFile }) => (
  <>
    {file.not_for_arches?.map((arch) => (
      <span key={arch} className={styles.problem}>
        <IconAlertTriangle size={14} aria-hidden="true" /> Not for the {archWords[arch as OneArch]} arch: its tray has a
        correction, or waits for one
      </span>
    ))}
    {file.processing === 'waiting' && <span className={styles.about}>Being checked…</span>}
    {file.problem && (
      <span className={styles.problem}>
        <IconAlertTriangle size={14} aria-hidden="true" /> {file.problem}
      </span>
    )}
  </>
)

const NameOf = ({ file }: { file: PrintingFile }) => <span title={file.original_name}>{file.name}</span>

const PatientLink = ({ file: { patient } }: { file: PrintingFile }) => (
  <Link to="/patient-details/$id" params={{ id: patient.id }}>
    {patient.full_name}
  </Link>
)

/** The request that the file is printed for, and the state of its print; the row itself has the focus. */
const PrintOf = ({ file }: { file: PrintingFile }) => (
  <span className={styles.print}>
    <Link {...requestOf(file)} {...opensRow}>
      Request {file.printing_request.customer_request_id}
    </Link>
    <StatusBadge status={file.printing_request.status} />
  </span>
)

function Ships({ file }: { file: PrintingFile }) {
  const { today } = useLabClock()
  return <DueDate day={file.printing_request.ship_date} today={today} />
}

const Download = ({ file }: { file: PrintingFile }) => (
  <Button
    size="compact-sm"
    variant="subtle"
    aria-label={`Download ${file.name}`}
    onClick={() => void downloadFile(file.id)}
  >
    Download
  </Button>
)

const columns: Column<PrintingFile>[] = [
  {
    key: 'file',
    label: 'File',
    orderBy: 'name',
    render: (row) => (
      <NameCell name={<NameOf file={row} />}>
        {archOf(row) && <small>{archOf(row)}</small>}
        <span className={`${styles.about} numeric`}>{aboutFile(row)}</span>
        <RemarkOf file={row} />
      </NameCell>
    ),
  },
  {
    key: 'patient',
    label: 'Patient',
    orderBy: 'last_name',
    width: 180,
    narrow: 150,
    render: (row) => (
      <NameCell name={<PatientLink file={row} />}>
        <small className="numeric">{caseNumberOf(row.patient)}</small>
      </NameCell>
    ),
  },
  {
    key: 'doctor',
    label: 'Doctor',
    orderBy: 'doctor',
    width: 180,
    render: (row) => <TextCell beside={nameOf(row.organization)}>{row.patient.user?.full_name ?? '–'}</TextCell>,
  },
  { key: 'print', label: 'Print', width: '200px', from: 'laptop', render: (row) => <PrintOf file={row} /> },
  { key: 'ships', label: 'Ships', orderBy: 'ship_date', width: 116, render: (row) => <Ships file={row} /> },
  {
    key: 'modified',
    label: 'Modified',
    orderBy: 'file_modification_date',
    width: 108,
    from: 'desktop',
    render: (row) => <Ago at={row.file_modification_date} />,
  },
  {
    key: 'updated',
    label: 'Updated',
    orderBy: 'updated_at',
    width: '104px',
    from: 'laptop',
    render: (row) => <Ago at={row.updated_at} />,
  },
  actionsColumn('104px', (row) => <Download file={row} />),
]

const renderItem = (file: PrintingFile) => (
  <span className={styles.item}>
    <span className={styles.two}>
      <strong>
        <NameOf file={file} />
      </strong>
      <small className="numeric">{[archOf(file), aboutFile(file)].filter(Boolean).join(' · ')}</small>
      <RemarkOf file={file} />
    </span>
    <span className={styles.two}>
      <PatientLink file={file} />
      <small className="numeric">{caseNumberOf(file.patient)}</small>
    </span>
    <small>
      {file.patient.user?.full_name ?? nameOf(file.organization)} · Ships <Ships file={file} />
    </small>
    <span className={styles.foot}>
      <PrintOf file={file} />
      <Download file={file} />
    </span>
  </span>
)

import { DataTable, type Row } from '../src/ui/list/data-table.tsx'

/** A row of a list for tests. */
export interface NamedRow extends Row {
  name: string
}

/** Rows with these names, numbered from 1. */
export const namedRows = (...names: string[]): NamedRow[] =>
  names.map((name, at) => ({ id: at + 1, updated_at: '2026-05-12', name }))

type Props<T extends NamedRow> = Parameters<typeof DataTable<T>>[0]

/** The list of patients, which nothing can be done with that a test does not add. */
export const TestTable = <T extends NamedRow>(props: Partial<Props<T>> & Pick<Props<T>, 'columns' | 'rows'>) => (
  <DataTable<T>
    label="Patients"
    meta={undefined}
    error={undefined}
    onRetry={() => {}}
    sorting={{ orderBy: 'id', order: 'asc' }}
    onSort={() => {}}
    onPage={() => {}}
    onOpen={() => {}}
    renderItem={(row) => <b>{row.name}</b>}
    empty={{ title: 'No patients yet.' }}
    {...props}
  />
)

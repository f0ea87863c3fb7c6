import type { Meta } from '@archwire/contract/core/paging.ts'
import type { SearchTable } from '@archwire/contract/core/search-keys.ts'
import { Button } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { Page } from '../page.tsx'
import { DataTable, type Row } from './data-table.tsx'
import { FilterBar } from './filter-bar.tsx'
import type { ListState } from './list-state.ts'
import { useRowInSight } from './use-row-in-sight.ts'

type Table<R extends Row> = ComponentProps<typeof DataTable<R>>

interface Props<T extends SearchTable, R extends Row>
  extends
    Pick<ComponentProps<typeof Page>, 'above' | 'badge' | 'subtitle' | 'actions'>,
    Pick<
      Table<R>,
      'columns' | 'rows' | 'onOpen' | 'expanded' | 'heading' | 'selection' | 'renderItem' | 'pageSizes' | 'empty'
    > {
  title: string
  list: ListState<T>
  /** The query that the rows come from. */
  answer: { data: { meta: Meta } | undefined; error: unknown; refetch: () => unknown; isPlaceholderData?: boolean }
  /** The filter that is typed. */
  search: {
    key: keyof T
    placeholder: string
    delayMs?: number
    onEnter?: ComponentProps<typeof FilterBar>['onEnter']
  }
  /** The label of the button that clears all filters. */
  resetLabel?: string
  /** The text shown when no rows match the filters. */
  noMatch: string
  /** Between the page's head and its filters. */
  tabs?: ReactNode
  /** Pickers of filters (`filter-chips.tsx`). */
  filters?: ReactNode
  /** Dialogs that rows open. */
  children?: ReactNode
}

/**
 * A list as a page: head, tabs, filters, table or items, empty and error, and the way back to the row that was opened; a
 * list's own file is its columns.
 */
export function ListPage<T extends SearchTable, R extends Row>({
  list,
  answer,
  search,
  tabs,
  filters,
  children,
  empty,
  noMatch,
  resetLabel,
  columns,
  rows,
  onOpen,
  expanded,
  heading,
  selection,
  renderItem,
  pageSizes,
  ...page
}: Props<T, R>) {
  const meta = answer.data?.meta
  useRowInSight(rows !== undefined && !answer.isPlaceholderData)
  // Rows may have been removed since the address was made, or it was made by hand.
  const pastTheEnd = meta !== undefined && rows?.length === 0 && meta.total > 0
  return (
    <Page list {...page}>
      {tabs}
      <FilterBar
        search={list.valueOf(search.key)}
        placeholder={search.placeholder}
        delayMs={search.delayMs}
        onEnter={search.onEnter}
        onSearch={(text) => list.set({ [search.key]: text } as Parameters<typeof list.set>[0], true)}
        active={list.active}
        onReset={list.clear}
        resetLabel={resetLabel}
      >
        {filters}
      </FilterBar>
      <DataTable
        label={page.title}
        {...{ columns, rows, onOpen, expanded, heading, selection, renderItem, pageSizes }}
        question={JSON.stringify(list.query)}
        stale={answer.isPlaceholderData}
        meta={meta}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        sorting={list.sorting}
        onSort={list.onSort}
        firstPage={list.firstPage}
        onPage={list.onPage}
        onPageSize={pageSizes && list.onPageSize}
        empty={
          pastTheEnd
            ? {
                title: 'This page is past the end of the list.',
                action: <Button onClick={() => list.onPage(list.firstPage)}>Go to the first page</Button>,
              }
            : list.filtered
              ? { title: noMatch, text: 'Try fewer filters or another spelling.' }
              : empty
        }
      />
      {children}
    </Page>
  )
}

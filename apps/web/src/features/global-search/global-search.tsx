import { pageSizes } from '@archwire/contract/search/document.ts'
import { Button, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useLabClock } from '../../lib/lab-clock.ts'
import { allowed, useSession } from '../../lib/session.tsx'
import { SearchField } from '../../ui/list/filter-bar.tsx'
import { useListState, type ChosenListProps } from '../../ui/list/list-state.ts'
import { Page } from '../../ui/page.tsx'
import { DownloadCsv } from './download-csv.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { useFound } from './found.ts'
import styles from './global-search.module.css'
import { Hits } from './hits.tsx'
import { globalSearch } from './search.ts'
import { useChoices } from './use-choices.ts'
import { useCsv } from './use-csv.ts'

/** The index is asked this long after the last key, and at once with Enter. */
const searchDelayMs = 1000
const initialSort = globalSearch.sort.initial
/** What has a place of its own is no filter to reset. */
const kept = ['perPage', 'sort'] as const

/** Organizations, people and locations, found by words and filters (`search/page`). */
export function GlobalSearch({ Chosen, ...props }: ChosenListProps<typeof globalSearch>) {
  const { me } = useSession()
  const { today, zone } = useLabClock()
  const list = useListState(globalSearch, props, { kept })
  const choices = useChoices(list, props.search)
  const reader = { seesArchived: allowed(me, undefined, 'organization.view-archived'), zone }
  const answer = useFound(list.query, reader)
  const csv = useCsv()
  // Beside the menu there is room for the filters from here on.
  const wide = useMediaQuery('(min-width: 64em)', true, { getInitialValueInEffect: false })
  const [opened, setOpened] = useState(false)
  const keyword = list.valueOf('filter[search]')
  const filters = list.active - (keyword === '' ? 0 : 1)
  const above = useRef<HTMLDivElement>(null)
  const found = answer.data
  const panel = (
    <FilterPanel
      choices={choices}
      sort={list.valueOf('sort') || initialSort}
      onSort={(sort) => list.set({ sort: sort === initialSort ? '' : sort })}
      counts={found?.facets}
      seesArchived={reader.seesArchived}
      today={today}
      download={
        <DownloadCsv
          count={found?.total}
          progress={csv.progress}
          onStart={() => void csv.start(list.query, reader, found?.total ?? 0)}
          onCancel={csv.cancel}
        />
      }
    />
  )
  /** Another page begins at its first hit, also for the keyboard. */
  const toPage = (page: number) => {
    list.onPage(page)
    above.current?.scrollIntoView({ block: 'end' })
    above.current?.focus({ preventScroll: true })
  }
  return (
    <Page
      list
      title="Organizations & Users"
      actions={
        <>
          {allowed(me, undefined, 'organizations.create') && (
            <Button component={Link} to="/organizations/add" variant="default">
              Create Organization
            </Button>
          )}
          {allowed(me, undefined, 'users.create') && (
            <Button component={Link} to="/users/add">
              Create User
            </Button>
          )}
        </>
      }
    >
      <div className={styles.columns}>
        {wide && (
          <aside aria-label="Filters" className={styles.panel}>
            {panel}
          </aside>
        )}
        <div className={styles.results}>
          <search className={styles.bar}>
            <SearchField
              shortcut
              search={keyword}
              placeholder="Search by keyword"
              delayMs={searchDelayMs}
              onSearch={(text) => text !== keyword && list.set({ 'filter[search]': text }, true)}
            />
            {!wide && (
              <Button
                variant="default"
                leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden="true" />}
                aria-haspopup="dialog"
                onClick={() => setOpened(true)}
              >
                {filters > 0 ? `Filters (${filters})` : 'Filters'}
              </Button>
            )}
            <Chosen search={props.search} onClear={() => list.set({ chosen_wi_organization_id: '' })} />
            <Button
              variant="subtle"
              disabled={list.active === 0}
              onClick={() => {
                choices.forget()
                list.clear()
              }}
            >
              Reset Filters
            </Button>
          </search>
          <Hits above={above} answer={answer} pageSizes={pageSizes} onPage={toPage} onPageSize={list.onPageSize} />
        </div>
      </div>
      {!wide && (
        <Drawer
          opened={opened}
          onClose={() => setOpened(false)}
          size={320}
          title="Filters"
          closeButtonProps={{ 'aria-label': 'Close the filters', size: 40 }}
        >
          {panel}
        </Drawer>
      )}
    </Page>
  )
}

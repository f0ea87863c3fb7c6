import { caseListViews } from '@archwire/contract/client/case-list-views'
import type { CaseListView } from '@archwire/contract/case-list-views/schema.ts'
import { Button } from '@mantine/core'
import { IconBookmark, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { query, useCall } from '../../lib/query.ts'
import { DropDown } from '../../ui/drop-down.tsx'
import type { ListSearch } from './list-search.ts'
import styles from './saved-views.module.css'
import type { ChosenColumns } from './use-list-columns.ts'
import { searchOfView, viewTextOf } from './view-search.ts'

const Dialogs = lazy(async () => ({ default: (await import('./view-dialogs.tsx')).ViewDialogs }))

interface Props extends ChosenColumns {
  search: ListSearch
  onApply: (search: ListSearch) => void
}

/** What the menu asks in a dialog. */
export type Asking = 'save' | 'manage' | { rename: CaseListView } | { remove: CaseListView }

/** A person's own views of the list: opened, saved, updated, renamed, moved and deleted (`work/views`). */
export function SavedViews({ search, onApply, chosen, choose }: Props) {
  const [opened, setOpened] = useState(false)
  const [asking, setAsking] = useState<Asking>()
  const [openedId, setOpenedId] = useState<number>()
  const { data, error } = useQuery(query(caseListViews.list, {}))
  const views = data?.case_list_views ?? []
  const text = viewTextOf(search)
  const isShown = (view: CaseListView) => viewTextOf(searchOfView(view.search)) === text
  const shown = views.find((view) => view.id === openedId && isShown(view)) ?? (text ? views.find(isShown) : undefined)
  /** The view that was opened last, if the list differs from it by now. */
  const changed = shown ? undefined : views.find(({ id }) => id === openedId)
  const update = useCall(caseListViews.update, { announce: 'aloud', onSuccess: () => setOpened(false) })

  const apply = (view: CaseListView) => {
    setOpened(false)
    setOpenedId(view.id)
    if (view.columns) choose(view.columns)
    // The global filter is nobody's view: it stays as it is.
    const { chosen_wi_organization_id } = search
    onApply({ ...searchOfView(view.search), ...(chosen_wi_organization_id ? { chosen_wi_organization_id } : {}) })
  }
  const ask = (what: Asking) => {
    setOpened(false)
    setAsking(what)
  }
  return (
    <>
      <DropDown
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        label="Views"
        className={styles.menu}
        renderButton={(its) => (
          <Button
            {...its}
            size="compact-md"
            variant="default"
            maw="min(320px, 100%)"
            leftSection={<IconBookmark size={16} aria-hidden="true" />}
          >
            {shown ? `View: ${shown.name}` : 'Views'}
          </Button>
        )}
      >
        {error && <p role="alert">Your views could not be loaded.</p>}
        {data && views.length === 0 && <p>Save the filters, order and columns of this list under a name.</p>}
        {views.map((view) => (
          <button key={view.id} type="button" aria-current={view === shown || undefined} onClick={() => apply(view)}>
            {view.name}
            {view === shown && <IconCheck size={15} aria-hidden="true" />}
          </button>
        ))}
        <div className={styles.actions}>
          {changed && (
            <button
              type="button"
              disabled={update.isPending}
              onClick={() =>
                update.mutate({
                  params: { id: changed.id },
                  body: {
                    search: text,
                    ...(changed.columns && chosen ? { columns: [...chosen] } : {}),
                    version: changed.version,
                  },
                })
              }
            >
              Update “{changed.name}”
            </button>
          )}
          <button type="button" onClick={() => ask('save')}>
            Save as a view…
          </button>
          {views.length > 0 && (
            <button type="button" onClick={() => ask('manage')}>
              Manage views…
            </button>
          )}
        </div>
      </DropDown>
      {asking && (
        <Suspense>
          <Dialogs
            {...{ asking, views, search: text, columns: chosen }}
            onAsk={setAsking}
            onSaved={(view) => setOpenedId(view.id)}
          />
        </Suspense>
      )}
    </>
  )
}

import { mostHits } from '@archwire/contract/search/document.ts'
import { Button } from '@mantine/core'
import type { KeyboardEvent, RefObject } from 'react'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { TableFoot } from '../../ui/list/table-foot.tsx'
import { useRowKeys } from '../../ui/list/use-row-keys.ts'
import { summaryOf, type useFound } from './found.ts'
import styles from './cards.module.css'
import { HitCard } from './hit-card.tsx'

const nothing = "Whoops! We couldn't find any results matching your search! Please, try using different keywords."
const waiting = [0, 1, 2, 3, 4]

interface Props {
  answer: ReturnType<typeof useFound>
  /** The line above the hits, which takes the focus when the page is turned. */
  above: RefObject<HTMLDivElement | null>
  pageSizes: readonly number[]
  onPage: (page: number) => void
  onPageSize: (size: number) => void
}

/** How many were found, the hits, and the way to the others; or that it waits, found nothing, or is not available. */
export function Hits({ answer, above, pageSizes, onPage, onPageSize }: Props) {
  const body = useRowKeys()
  const found = answer.data
  const stale = answer.isPlaceholderData
  if (answer.error && (!found || stale))
    return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  const pastTheEnd = found?.hits.length === 0 && found.total > 0
  return (
    <div ref={body}>
      <div ref={above} tabIndex={-1} role="status" className={`${styles.summary} numeric`}>
        {found ? summaryOf(found) : 'Searching…'}
      </div>
      <ul
        aria-label="Results"
        aria-busy={!found || stale}
        className={styles.cards}
        data-stale={stale || undefined}
        {...ofCards}
      >
        {found?.hits.map((hit) => (
          <HitCard key={hit.id} hit={hit} />
        ))}
        {!found && waiting.map((index) => <li key={index} className={styles.waiting} aria-hidden="true" />)}
      </ul>
      {found?.total === 0 && <EmptyState title={nothing} />}
      {pastTheEnd && (
        <EmptyState
          title="This page is past the end of the list."
          action={<Button onClick={() => onPage(1)}>Go to the first page</Button>}
        />
      )}
      {found && found.hits.length > 0 && (
        <TableFoot
          meta={{
            page: found.page,
            per_page: found.perPage,
            last_page: Math.max(1, found.pages),
            total: found.total,
            total_is_at_least: found.total >= mostHits,
            next: null,
          }}
          pageSizes={pageSizes}
          onPage={onPage}
          onPageSize={onPageSize}
        />
      )}
    </div>
  )
}

/** Heard once for all cards: Enter on a card opens its page, as its name does. */
const ofCards = {
  onKeyDown: ({ key, target }: KeyboardEvent) => {
    if (key === 'Enter' && target instanceof HTMLElement && target.dataset.row !== undefined)
      target.querySelector<HTMLAnchorElement>('[data-open]')?.click()
  },
}

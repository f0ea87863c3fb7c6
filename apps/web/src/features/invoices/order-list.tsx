import { invoiceTitle } from '@archwire/contract/billing/statuses.ts'
import type { OrderInList } from '@archwire/contract/billing/schema.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'
import type { Meta } from '@archwire/contract/core/paging.ts'
import { Button } from '@mantine/core'
import { useQueries, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { formatDayOf } from '../../lib/format.ts'
import { useKeptFocus } from '../../lib/kept-focus.ts'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { DownloadFiles } from './download-invoice.tsx'
import { InvoiceState } from './invoice-state.tsx'
import lines from '../../ui/lines.module.css'
import styles from './order-list.module.css'

interface Page {
  orders: OrderInList[]
  meta: Meta
}

interface Props {
  label: string
  /** How a page of the list is read, from 1. */
  pageOf: (page: number) => UseQueryOptions<Page, Error, Page, QueryKey>
  /** Of several practices: each row names its own. */
  ofSeveral?: boolean
}

/** Orders with their days and states, the newest first, as many pages as were asked for (`billing/order-lists`). */
export function OrderList({ label, pageOf, ofSeveral = false }: Props) {
  const [pages, setPages] = useState(1)
  const asked = useQueries({ queries: Array.from({ length: pages }, (_, index) => pageOf(index + 1)) })
  // A page that was read keeps its rows when it cannot be read again.
  const failed = asked.find(({ isError, data }) => isError && !data)
  const isLoading = asked.some(({ isPending }) => isPending)
  // While an order closes, one may be on two pages.
  const rows = [...new Map(asked.flatMap(({ data }) => data?.orders ?? []).map((order) => [order.id, order])).values()]
  const hasMore = (asked[0]?.data?.meta.last_page ?? 0) > pages
  if (rows.length === 0 && !failed && !isLoading) return <EmptyState title="No orders yet." />
  return (
    <>
      {rows.length > 0 && (
        <ul className={`${lines.lines} ${styles.list}`} aria-label={label}>
          {rows.map((order) => (
            <OrderRow key={order.id} order={order} ofSeveral={ofSeveral} />
          ))}
        </ul>
      )}
      {failed && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {isLoading && <p role="status">Loading…</p>}
      {hasMore && !failed && <ShowMore onPress={isLoading ? undefined : () => setPages(pages + 1)} />}
    </>
  )
}

/** Once all is shown the button is gone: the keyboard goes to the last row that was there. */
function ShowMore({ onPress }: { onPress: (() => void) | undefined }) {
  const button = useRef<HTMLDivElement>(null)
  useKeptFocus(button, {
    places: (leaving) => [leaving.parentElement?.querySelector<HTMLElement>('ul > li:last-child a[href]')],
  })
  return (
    <div ref={button}>
      <Button variant="default" size="compact-md" aria-disabled={onPress === undefined} onClick={onPress}>
        Show more
      </Button>
    </div>
  )
}

/** Its paid day where there is one, otherwise the day on which it was made. */
const dayOf = ({ fm_paid_at, created_at }: OrderInList): string =>
  fm_paid_at === null ? `Created ${formatDayOf(created_at)}` : `Paid ${formatDayOf(fm_paid_at)}`

function OrderRow({ order, ofSeveral }: { order: OrderInList; ofSeveral: boolean }) {
  const isOpen = order.fm_invoice_status === 'CURRENT'
  return (
    <li className={lines.ends}>
      <span className={styles.words}>
        <span className={styles.name}>
          <Link to="/orders/$id" params={{ id: order.id }}>
            {invoiceTitle(order.invoice_id)}
          </Link>
          <InvoiceState order={order} />
        </span>
        <small>
          {ofSeveral && (
            <>
              <span translate="no">{order.organization.name}</span>
              {' · '}
            </>
          )}
          {dayOf(order)}
        </small>
      </span>
      {/* What the open one would cost is computed on its own page. */}
      {!isOpen && <span className="numeric">{formatMoney(order.total)}</span>}
      <span className={styles.files}>
        <DownloadFiles order={order} />
      </span>
    </li>
  )
}

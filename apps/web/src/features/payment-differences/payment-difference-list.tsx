import { invoiceTitle } from '@archwire/contract/billing/statuses.ts'
import { paymentDifferences } from '@archwire/contract/client/payment-differences'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { differenceKinds } from '@archwire/contract/payment-differences/kinds.ts'
import type { PaymentDifference } from '@archwire/contract/payment-differences/schema.ts'
import { paymentDifferenceSearch } from '@archwire/contract/payment-differences/search.ts'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { query } from '../../lib/query.ts'
import { Ago, Tag } from '../../ui/badges.tsx'
import { actionsColumn } from '../../ui/list/cells.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { SelectChip } from '../../ui/list/filter-chips.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useListState, type ListProps } from '../../ui/list/list-state.ts'
import styles from './payment-differences.module.css'

/** It has a form, and loads when opened. */
const CloseDifference = lazy(() =>
  import('./close-difference.tsx').then((loaded) => ({ default: loaded.CloseDifference })),
)
const pageSizes = [10, 25, 50] as const
const states = [
  { id: 1, label: 'Open' },
  { id: 0, label: 'Reviewed' },
] as const

/** What portal and payment provider say differently, until a person closes it (`billing/to-look-at`). */
export function PaymentDifferenceList(props: ListProps<typeof paymentDifferenceSearch>) {
  const list = useListState(paymentDifferenceSearch, props)
  const answer = useQuery({
    ...query(paymentDifferences.list, { query: list.query }),
    placeholderData: keepPreviousData,
  })
  const [closing, setClosing] = useState<PaymentDifference | null>(null)
  const rows = answer.data?.payment_differences
  return (
    <ListPage
      title="Payments to review"
      list={list}
      answer={answer}
      rows={rows}
      columns={columnsWith(setClosing)}
      pageSizes={pageSizes}
      onOpen={(row) => {
        if (row.can.close) setClosing(row)
      }}
      renderItem={(row) => <Item difference={row} onReview={() => setClosing(row)} />}
      search={{ key: 'transaction', placeholder: 'Search by transaction', delayMs: 500 }}
      resetLabel="Clear Filters"
      noMatch="No payment matches."
      empty={{
        title: 'No payments to review.',
        text: 'A payment appears here when the payment provider reports something else than the portal knows.',
      }}
      filters={<SelectChip label="State" options={states} {...list.field('is_open')} />}
    >
      {closing && (
        // The input stays although the row leaves the list.
        <Suspense>
          <CloseDifference
            key={closing.id}
            difference={rows?.find(({ id }) => id === closing.id) ?? closing}
            onClose={() => setClosing(null)}
          />
        </Suspense>
      )}
    </ListPage>
  )
}

const sum = (dollars: number | null): string => (dollars === null ? '–' : formatMoney(dollars))

const State = ({ difference: { closed_at } }: { difference: PaymentDifference }) =>
  closed_at === null ? <Tag tone="orange">Open</Tag> : <Tag tone="green">Reviewed</Tag>

/** Whose payment it is, as far as the portal knows. */
const Whose = ({ difference: { organization, order } }: { difference: PaymentDifference }) => (
  <span className={styles.cell}>
    {organization ? (
      <Link to={'/organizations/$id' as never} params={{ id: String(organization.id) } as never}>
        {organization.name}
      </Link>
    ) : (
      <span>Not known</span>
    )}
    {order && (
      <Link to={'/orders/$id' as never} params={{ id: String(order.id) } as never}>
        {invoiceTitle(order.invoice_id)}
      </Link>
    )}
  </span>
)

const Outcome = ({ difference }: { difference: PaymentDifference }) => (
  <span className={styles.cell}>
    <span>
      <State difference={difference} />
    </span>
    {difference.closed_at !== null && (
      <span className={styles.says}>
        {difference.closed_by}, <Ago at={difference.closed_at} />: {difference.note}
      </span>
    )}
  </span>
)

const columnsWith = (review: (difference: PaymentDifference) => void): Column<PaymentDifference>[] => [
  {
    key: 'opened',
    label: 'Reported',
    orderBy: 'opened_at',
    width: 124,
    render: ({ opened_at }) => <Ago at={opened_at} />,
  },
  {
    key: 'kind',
    label: 'What differs',
    render: ({ kind, transaction }) => (
      <span className={styles.cell}>
        <span className={styles.kind}>{differenceKinds[kind].label}</span>
        <span className={styles.number}>{transaction}</span>
      </span>
    ),
  },
  { key: 'whose', label: 'Practice', width: 190, render: (row) => <Whose difference={row} /> },
  {
    key: 'expected',
    label: 'Expected',
    width: 110,
    align: 'right',
    render: ({ expected }) => <span className="numeric">{sum(expected)}</span>,
  },
  {
    key: 'reported',
    label: 'Provider',
    width: 110,
    align: 'right',
    render: ({ reported }) => <span className="numeric">{sum(reported)}</span>,
  },
  { key: 'state', label: 'State', orderBy: 'closed_at', width: 240, render: (row) => <Outcome difference={row} /> },
  actionsColumn(
    '110px',
    (row) =>
      row.can.close && (
        <Button size="compact-sm" variant="subtle" onClick={() => review(row)}>
          Review
        </Button>
      ),
  ),
]

const Item = ({ difference, onReview }: { difference: PaymentDifference; onReview: () => void }) => (
  <span className={styles.item}>
    <span className={styles.kind}>{differenceKinds[difference.kind].label}</span>
    <span className={styles.number}>{difference.transaction}</span>
    <small>
      Provider: {sum(difference.reported)} · Expected: {sum(difference.expected)} · <Ago at={difference.opened_at} />
    </small>
    <Whose difference={difference} />
    <Outcome difference={difference} />
    {difference.can.close && (
      <Button size="compact-sm" variant="subtle" className={styles.close!} onClick={onReview}>
        Review
      </Button>
    )}
  </span>
)

import { orders } from '@archwire/contract/client/orders'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/query.ts'
import { Section } from '../../ui/page.tsx'
import { EmptyState, ErrorState, PartLoading } from '../../ui/states.tsx'
import { AddByHand } from './add-by-hand.tsx'
import { AddCode } from './add-code.tsx'
import { DownloadInvoice } from './download-invoice.tsx'
import { InvoiceFacts } from './invoice-facts.tsx'
import { InvoicePaper } from './invoice-paper.tsx'
import styles from './invoice-paper.module.css'

const title = 'Current Invoice'

/** The open order of a practice: what it would cost on its closing day (`billing/open-order`). */
export function CurrentInvoice({ organizationId }: { organizationId: number }) {
  const answer = useQuery(query(orders.current, { params: { id: organizationId } }))
  if (!answer.data)
    return (
      <Section title={title}>
        {answer.isError ? <ErrorState error={answer.error} onRetry={() => void answer.refetch()} /> : <PartLoading />}
      </Section>
    )
  const { order, metadata } = answer.data
  if (order === null)
    return (
      <Section title={title}>
        <EmptyState title="There is no current order" />
      </Section>
    )
  return (
    <Section
      title={title}
      actions={
        <div className={styles.actions}>
          <AddCode order={order} />
          <AddByHand order={order} />
          <DownloadInvoice order={order} />
        </div>
      }
    >
      <div className={styles.whole}>
        <InvoiceFacts order={order} metadata={metadata} />
        <InvoicePaper order={order} metadata={metadata} />
      </div>
    </Section>
  )
}

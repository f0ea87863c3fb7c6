import { reviewWords } from '@archwire/contract/billing/paper.ts'
import type { Order } from '@archwire/contract/billing/schema.ts'
import type { OrderReview } from '@archwire/contract/billing/payment-schema.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { Link } from '@tanstack/react-router'
import { formatInstant } from '../../lib/format.ts'
import styles from './invoice-paper.module.css'

/** What is or was under review of the payments of an invoice, as on its files (`billing/on-invoice`). */
export const InvoiceReviews = ({ order }: { order: Order }) => (
  <ul className={styles.reviews}>
    {order.reviews.map((review) => (
      <li key={review.id}>
        <span>{reviewWords(review)}</span>
        <small>{formatInstant(review.opened_at)}</small>
        {review.details && <Details {...review.details} />}
      </li>
    ))}
  </ul>
)

const sum = (dollars: number | null): string => (dollars === null ? 'no amount' : formatMoney(dollars))

/** Both amounts, and the way to where they are reviewed, for those who do. */
const Details = ({ transaction, expected, reported }: NonNullable<OrderReview['details']>) => (
  <small>
    Provider: {sum(reported)} · Expected: {sum(expected)} ·{' '}
    <Link to={'/payments-to-review' as never} search={{ transaction } as never}>
      Payments to review
    </Link>
  </small>
)

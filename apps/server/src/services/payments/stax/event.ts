import { type ProviderEvent, UnsignedEvent } from '../port.ts'
import { refundOf, StaxTransaction, statusOf, sumsOf } from './shapes.ts'
import { verifyEvent } from './signature.ts'
import { timeOf } from './time.ts'

/** Types whose object is a transaction. */
const aboutTransactions = new Set(['create_transaction', 'update_transaction', 'update_transaction_settled'])

/** Reads a signed report. Types that are not known here, and objects of another shape, have no transaction and no status. */
export function readStaxEvent(
  secret: string,
  body: Uint8Array,
  headers: Record<string, string | string[] | undefined>,
  now: Date,
): ProviderEvent {
  const { id, type, signedAt } = verifyEvent(secret, body, headers, now)
  const parsed = aboutTransactions.has(type) ? StaxTransaction.safeParse(jsonOf(body)) : undefined
  if (!parsed?.success)
    return { id, type, transaction_id: null, status: null, message: '', occurred_at: signedAt, ...noSums }
  return { id, type, ...whatOf(parsed.data), occurred_at: timeOf(parsed.data.updated_at) ?? signedAt }
}

const noSums = { cents: null, refunded_cents: null, refunds: [] }
type What = Omit<ProviderEvent, 'id' | 'type' | 'occurred_at'>

/** A void or a refund is reported as a transaction of its own that names its charge; its sum is not that of the charge. */
function whatOf(transaction: StaxTransaction): What {
  const { type, reference_id: transaction_id, success, message } = transaction
  if ((type !== 'void' && type !== 'refund') || transaction_id === '')
    return { transaction_id: transaction.id, ...statusOf(transaction), ...sumsOf(transaction) }
  const nothing = { transaction_id, status: null, message, ...noSums }
  if (!success) return nothing
  if (type === 'refund') {
    const refund = refundOf(transaction)
    return { ...nothing, refunds: refund ? [refund] : [] }
  }
  return { ...nothing, status: transaction.method === 'bank' && message !== '' ? 'returned' : 'voided' }
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8')) as unknown
  } catch {
    throw new UnsignedEvent('The report is not JSON.')
  }
}

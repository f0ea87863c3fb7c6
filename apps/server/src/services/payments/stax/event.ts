import { type ProviderEvent, UnsignedEvent } from '../port.ts'
import { StaxTransaction, statusOf } from './shapes.ts'
import { verifyEvent } from './signature.ts'

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
  if (!parsed?.success) return { id, type, transaction_id: null, status: null, message: '', occurred_at: signedAt }
  return { id, type, ...whatOf(parsed.data), occurred_at: timeOf(parsed.data.updated_at) ?? signedAt }
}

/** A void or a refund is reported as a transaction of its own that names its charge; a part that was refunded changes nothing. */
function whatOf(transaction: StaxTransaction): Pick<ProviderEvent, 'transaction_id' | 'status' | 'message'> {
  const { type, reference_id, success, message } = transaction
  if ((type !== 'void' && type !== 'refund') || reference_id === '')
    return { transaction_id: transaction.id, ...statusOf(transaction) }
  if (type === 'refund' || !success) return { transaction_id: reference_id, status: null, message }
  const status = transaction.method === 'bank' && message !== '' ? 'returned' : 'voided'
  return { transaction_id: reference_id, status, message }
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8')) as unknown
  } catch {
    throw new UnsignedEvent('The report is not JSON.')
  }
}

/** The API writes times as `2026-11-26 05:38:50`, in UTC. */
function timeOf(text: string): Date | undefined {
  const time = new Date(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text) ? `${text.replace(' ', 'T')}Z` : text)
  return Number.isNaN(time.getTime()) ? undefined : time
}

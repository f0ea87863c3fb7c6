import type { z } from 'zod'
import { toDollars } from '@archwire/contract/core/money.ts'
import {
  type Charge,
  type ChargeResult,
  type PaymentFieldsSource,
  type PaymentProvider,
  ProviderRefused,
  ProviderUnreachable,
} from '../port.ts'
import { callStax, mustSucceed, type StaxAccess } from './client.ts'
import { readStaxEvent } from './event.ts'
import {
  chargeResultOf,
  methodOf,
  StaxCustomer,
  StaxCustomers,
  StaxMethod,
  StaxTransaction,
  StaxTransactions,
  statusOf,
  sumsOf,
} from './shapes.ts'

export interface StaxSettings extends StaxAccess {
  fields: PaymentFieldsSource
  webhookSecret: string
}

/** The adapter for an API with Stax's shape. Which of its calls were tried with what is said in docs/payments.md. */
export function staxProvider(settings: StaxSettings): PaymentProvider {
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
    callStax(settings, method, path, body)
  const find = async (path: string) => {
    const answer = await call('GET', path)
    if (!answer.ok && !isUnknown(answer.refusal.status)) throw new ProviderRefused(answer.refusal.message)
    return answer.ok ? answer.body : undefined
  }
  const transaction = async (id: string) => {
    const found = await find(`/transaction/${segment(id)}`)
    return found === undefined ? undefined : read(StaxTransaction, found)
  }

  return {
    fields: settings.fields,

    async createCustomer({ company, first_name, last_name, email }, key) {
      // The API makes a customer anew on each call. Its reference tells whether this one was made already.
      const known = read(
        StaxCustomers,
        mustSucceed(await call('GET', `/customer?reference=${encodeURIComponent(key)}`)),
      )
      const same = known.data.find(({ reference }) => reference === key)
      if (same) return { id: same.id }
      const made = await call('POST', '/customer', {
        company,
        firstname: first_name,
        lastname: last_name,
        email,
        reference: key,
      })
      return { id: read(StaxCustomer, mustSucceed(made)).id }
    },

    async findMethod(id) {
      const found = StaxMethod.safeParse(await find(`/payment-method/${segment(id)}`))
      // Of another kind than cards and bank accounts, too: nothing was done, so that nothing is open.
      if (!found.success || found.data.deleted_at !== '')
        throw new ProviderRefused('This payment method does not exist.')
      return methodOf(found.data)
    },

    async removeMethod(id) {
      const answer = await call('DELETE', `/payment-method/${segment(id)}`)
      if (!answer.ok && !isUnknown(answer.refusal.status)) throw new ProviderRefused(answer.refusal.message)
    },

    async charge(charge) {
      const answer = await call('POST', '/charge', bodyOf(charge))
      // A declined charge comes with an error's status and the transaction.
      const made = StaxTransaction.safeParse(answer.ok ? answer.body : answer.refusal.body)
      if (made.success) return chargeResultOf(made.data)
      if (!answer.ok) throw new ProviderRefused(answer.refusal.message)
      throw new ProviderUnreachable('The payment provider answered something else than a transaction.')
    },

    async findCharge(key): Promise<ChargeResult | null> {
      const found = mustSucceed(await call('GET', `/transaction?idempotency_id=${encodeURIComponent(key)}`))
      // A void or a refund may repeat what its charge says of itself.
      const same = read(StaxTransactions, found).data.filter(
        ({ type, idempotency_id, meta }) =>
          type !== 'void' &&
          type !== 'refund' &&
          (idempotency_id === key || (meta as { reference?: unknown } | null)?.reference === key),
      )
      const results = same.map(chargeResultOf)
      return results.find(({ status }) => status !== 'declined') ?? results[0] ?? null
    },

    async findTransaction(id) {
      const found = await transaction(id)
      return found ? { ...statusOf(found), ...sumsOf(found) } : null
    },

    async void(transactionId, key) {
      const found = await transaction(transactionId)
      if (!found) throw new ProviderRefused('This transaction does not exist.')
      if (statusOf(found).status === 'voided') return
      const path = `/transaction/${segment(transactionId)}/void`
      mustSucceed(await call('POST', path, { idempotency_id: key }))
    },

    async refund(transactionId, cents, key) {
      const found = await transaction(transactionId)
      if (!found) throw new ProviderRefused('This transaction does not exist.')
      // The API documents no key for refunds: a refund that was made already is found among the charge's children.
      if (found.child_transactions?.some((child) => child.type === 'refund' && child.idempotency_id === key)) return
      const path = `/transaction/${segment(transactionId)}/refund`
      mustSucceed(await call('POST', path, { total: toDollars(cents), idempotency_id: key }))
    },

    readEvent: (body, headers, now) => readStaxEvent(settings.webhookSecret, body, headers, now),
  }
}

const bodyOf = ({ key, customer_id, method_id, cents, tax_cents, memo }: Charge) => ({
  customer_id,
  payment_method_id: method_id,
  total: toDollars(cents),
  pre_auth: false,
  idempotency_id: key,
  channel: 'archwire',
  meta: {
    reference: key,
    subtotal: toDollars(cents - tax_cents),
    tax: toDollars(tax_cents),
    payment_note: memo,
    memo,
  },
})

/** An id within an address. Two of them would lead elsewhere, and no id looks so. @throws ProviderRefused */
function segment(id: string): string {
  if (id === '.' || id === '..') throw new ProviderRefused('There is no such id.')
  return encodeURIComponent(id)
}

/** An id that the API does not know is a 404 in some calls and a 422 in others. */
const isUnknown = (status: number): boolean => status === 404 || status === 422

/** @throws ProviderUnreachable for an answer of another shape: what was done is then unknown */
function read<T extends z.ZodType>(shape: T, body: unknown): z.infer<T> {
  const parsed = shape.safeParse(body)
  if (parsed.success) return parsed.data
  throw new ProviderUnreachable('The payment provider answered in a shape that this portal does not know.')
}

import { randomUUID } from 'node:crypto'
import { toCents, toDollars } from '@archwire/contract/core/money.ts'
import type { Ledger, LedgerCharge, LedgerChild, LedgerMethod } from './ledger.ts'
import { declinedWords, returnedWords } from './numbers.ts'
import type { FieldMessages } from './tokenize.ts'
import type { Webhooks } from './webhooks.ts'

/** A bank account's charge is settled, or returned, this much later. */
const bankDays = 2
const dayMs = 24 * 3600_000

/** What happens to money here: charges, voids, refunds, and what banks do days later. */
export interface Bank {
  /** A charge, once for each key. `isNew` is false for a repeated one. */
  charge(body: Record<string, unknown>): { charge: LedgerCharge; isNew: boolean } | FieldMessages
  void(charge: LedgerCharge, key: string | null): LedgerCharge | FieldMessages
  refund(charge: LedgerCharge, dollars: number, key: string | null): LedgerCharge | FieldMessages
  /** The bank pays a pending charge now. */
  settle(charge: LedgerCharge): LedgerCharge
  /** The bank returns a pending charge now. */
  giveBack(charge: LedgerCharge): LedgerCharge
  /** Settles or returns every pending charge of a bank account that is two days old. */
  settleDue(): void
}

const refusal = (field: string, message: string): FieldMessages => ({ [field]: [message] })

export const isPending = (charge: LedgerCharge): boolean =>
  charge.method === 'bank' && charge.success && charge.settled_at === null && !charge.is_voided

/** Opens the bank on the books. */
export function openBank(
  ledger: Ledger,
  webhooks: Webhooks,
  { now, iso }: { now: () => Date; iso: () => string },
): Bank {
  const byKey = new Map([...ledger.charges.values()].map((charge) => [charge.idempotency_id, charge.id]))
  const change = (charge: LedgerCharge, type: string, changes: Partial<LedgerCharge>): LedgerCharge => {
    const changed = { ...charge, ...changes, updated_at: iso() }
    ledger.save('charges', changed)
    webhooks.report(type, changed)
    return changed
  }
  const childOf = (parts: Omit<LedgerChild, 'id' | 'success' | 'created_at'>): LedgerChild => ({
    id: randomUUID(),
    success: true,
    created_at: iso(),
    ...parts,
  })
  const withVoid = (charge: LedgerCharge, type: string, key: string | null, message: string | null) => {
    const child = childOf({ type: 'void', message, total: charge.total, idempotency_id: key })
    return change(charge, type, { is_voided: true, child_transactions: [...charge.child_transactions, child] })
  }

  const bank: Bank = {
    charge(body) {
      const total = Number(body.total)
      const method = ledger.methods.get(String(body.payment_method_id))
      const key = typeof body.idempotency_id === 'string' && body.idempotency_id !== '' ? body.idempotency_id : null
      const before = key === null ? undefined : ledger.charges.get(byKey.get(key) ?? '')
      if (before) {
        const same = toCents(before.total) === toCents(total) && before.payment_method_id === body.payment_method_id
        return same
          ? { charge: before, isNew: false }
          : { idempotency_id: ['This idempotency id was used with other parameters.'] }
      }
      const wrong = refusalOf(method, body, total)
      if (wrong || !method) return wrong ?? {}
      const words = declinedWords[method.outcome]
      const at = iso()
      const charge: LedgerCharge = {
        id: randomUUID(),
        type: 'charge',
        reference_id: null,
        idempotency_id: key ?? randomUUID(),
        customer_id: method.customer_id,
        payment_method_id: method.id,
        method: method.method,
        last_four: method.card_last_four,
        success: words === undefined,
        message: words ?? null,
        total,
        total_refunded: 0,
        meta: typeof body.meta === 'object' && body.meta !== null ? (body.meta as Record<string, unknown>) : {},
        is_voided: false,
        settled_at: null,
        created_at: at,
        updated_at: at,
        child_transactions: [],
      }
      ledger.save('charges', charge)
      byKey.set(charge.idempotency_id, charge.id)
      webhooks.report('create_transaction', charge)
      return { charge, isNew: true }
    },

    void(charge, key) {
      if (!charge.success || charge.is_voided) return { id: ['This transaction cannot be voided.'] }
      if (charge.settled_at !== null || charge.total_refunded > 0)
        return { id: ['This transaction has settled. Refund it instead.'] }
      return withVoid(charge, 'update_transaction', key, null)
    },

    refund(charge, dollars, key) {
      const before = charge.child_transactions.find((child) => key !== null && child.idempotency_id === key)
      if (before) return charge
      const cents = toCents(dollars)
      const left = toCents(charge.total) - toCents(charge.total_refunded)
      if (!charge.success || charge.is_voided || isPending(charge))
        return refusal('id', 'This transaction cannot be refunded.')
      if (!(cents > 0) || cents > left)
        return refusal('total', 'The total is more than what is left of the transaction.')
      const child = childOf({ type: 'refund', message: null, total: toDollars(cents), idempotency_id: key })
      return change(charge, 'update_transaction', {
        total_refunded: toDollars(toCents(charge.total_refunded) + cents),
        child_transactions: [...charge.child_transactions, child],
      })
    },

    settle: (charge) =>
      isPending(charge) ? change(charge, 'update_transaction_settled', { settled_at: iso() }) : charge,

    giveBack: (charge) =>
      isPending(charge) ? withVoid(charge, 'update_transaction_settled', null, returnedWords) : charge,

    settleDue() {
      for (const charge of ledger.charges.values()) {
        const age = now().getTime() - timeOf(charge.created_at)
        if (!isPending(charge) || age < bankDays * dayMs) continue
        if (ledger.methods.get(charge.payment_method_id)?.outcome === 'bankReturned') bank.giveBack(charge)
        else bank.settle(charge)
      }
    },
  }
  return bank
}

function refusalOf(
  method: LedgerMethod | undefined,
  body: Record<string, unknown>,
  total: number,
): FieldMessages | undefined {
  if (!method) return { payment_method_id: ['Payment method is invalid or unauthorized.'] }
  if (method.deleted_at !== null) return { payment_method_id: ['The Payment Method has been deleted.'] }
  if (body.customer_id !== undefined && body.customer_id !== method.customer_id)
    return { customer_id: ['The customer does not own this payment method.'] }
  if (!Number.isFinite(total) || toCents(total) < 1) return { total: ['The total must be at least 0.01.'] }
  return undefined
}

/** Times in the books are written as the API writes them, in UTC. */
const timeOf = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`)

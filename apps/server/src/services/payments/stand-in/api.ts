import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bank } from './bank.ts'
import type { Ledger, LedgerCharge, LedgerMethod } from './ledger.ts'
import { type TokenizeBody, tokenize } from './tokenize.ts'

/** An answer of the API; `silent`: it is never given. */
export type ApiAnswer = { status: number; body: unknown } | 'silent'

export interface ApiParts {
  ledger: Ledger
  bank: Bank
  now: () => Date
  iso: () => string
  /** How long the slow card takes. */
  slowMs: number
}

interface ApiCall {
  method: string
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
}

const ok = (body: unknown): ApiAnswer => ({ status: 200, body })
const refused = (body: unknown): ApiAnswer => ({ status: 422, body })
const unknown = (what: string): ApiAnswer => ({ status: 404, body: { error: `${what} not found` } })

/** What becomes of charges to it stays here. */
export const shownMethod = ({ outcome: _outcome, ...method }: LedgerMethod) => method

/** The API with Stax's shape, as far as the portal uses it. */
export async function answerApi(parts: ApiParts, { method, path, query, body }: ApiCall): Promise<ApiAnswer> {
  const { ledger, bank, iso } = parts
  const [kind = '', id = '', act = ''] = path.split('/').slice(1)
  const text = (name: string) => (typeof body[name] === 'string' ? body[name].slice(0, 200) : '')
  const key = typeof body.idempotency_id === 'string' ? body.idempotency_id : null

  switch (`${method} ${kind}${id === '' ? '' : '/id'}${act === '' ? '' : `/${act}`}`) {
    case 'POST customer': {
      if (text('email') === '' && text('company') === '') return refused({ email: ['The email field is required.'] })
      const customer = {
        id: randomUUID(),
        firstname: text('firstname'),
        lastname: text('lastname'),
        company: text('company'),
        email: text('email'),
        reference: text('reference'),
        created_at: iso(),
      }
      ledger.save('customers', customer)
      return ok(customer)
    }
    case 'GET customer': {
      const reference = query.get('reference')
      const data = [...ledger.customers.values()].filter((one) => reference === null || one.reference === reference)
      return ok({ data, total: data.length })
    }
    case 'GET customer/id': {
      const customer = ledger.customers.get(id)
      return customer ? ok(customer) : unknown('Customer')
    }
    case 'GET customer/id/payment-method':
      return ok(
        [...ledger.methods.values()]
          .filter(({ customer_id, deleted_at }) => customer_id === id && deleted_at === null)
          .map(shownMethod),
      )
    case 'POST payment-method':
      return answerTokenize(parts, body)
    case 'GET payment-method/id': {
      const found = ledger.methods.get(id)
      return found ? ok(shownMethod(found)) : unknown('Payment method')
    }
    case 'DELETE payment-method/id': {
      const found = ledger.methods.get(id)
      if (!found || found.deleted_at !== null) return unknown('Payment method')
      const deleted = { ...found, deleted_at: iso() }
      ledger.save('methods', deleted)
      return ok(shownMethod(deleted))
    }
    case 'POST charge':
      return answerCharge(parts, body)
    case 'GET transaction': {
      const asked = query.get('idempotency_id')
      const data = [...ledger.charges.values()].filter((one) => asked === null || one.idempotency_id === asked)
      return ok({ data, total: data.length })
    }
    case 'GET transaction/id': {
      const found = ledger.charges.get(id)
      return found ? ok(found) : unknown('Transaction')
    }
    case 'POST transaction/id/void':
    case 'POST transaction/id/refund': {
      const found = ledger.charges.get(id)
      if (!found) return unknown('Transaction')
      const done = act === 'void' ? bank.void(found, key) : bank.refund(found, Number(body.total ?? found.total), key)
      return 'child_transactions' in done ? ok(done) : refused(done)
    }
    default:
      return unknown('This address')
  }
}

/** Keeps a payment method: for the frames, which know the public key, and for servers. */
export function answerTokenize({ ledger, now, iso }: ApiParts, body: TokenizeBody): ApiAnswer {
  const kept = tokenize(ledger, body, now(), iso())
  return isMethod(kept) ? ok(shownMethod(kept)) : refused(kept)
}

/** A card that is slow, or never answered for, is charged all the same; a repeated request is answered at once. */
async function answerCharge({ bank, ledger, slowMs }: ApiParts, body: Record<string, unknown>): Promise<ApiAnswer> {
  const done = bank.charge(body)
  if (!isCharge(done)) return refused(done)
  const { charge, isNew } = done
  const outcome = ledger.methods.get(charge.payment_method_id)?.outcome
  if (isNew && outcome === 'timeout') return 'silent'
  if (isNew && outcome === 'slow') await sleep(slowMs)
  return { status: charge.success ? 200 : 400, body: charge }
}

const isCharge = (done: ReturnType<Bank['charge']>): done is { charge: LedgerCharge; isNew: boolean } =>
  'isNew' in done && typeof done.isNew === 'boolean'

const isMethod = (kept: ReturnType<typeof tokenize>): kept is LedgerMethod => typeof kept.outcome === 'string'

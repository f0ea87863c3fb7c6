import type { PaymentProvider } from '../src/services/payments/port.ts'
import { startStandIn, type StandIn } from '../src/services/payments/stand-in/index.ts'
import type { LedgerEvent } from '../src/services/payments/stand-in/ledger.ts'
import { type Outcome, testNumbers, testRouting } from '../src/services/payments/stand-in/numbers.ts'
import { staxProvider } from '../src/services/payments/stax/provider.ts'

/** A payment provider for tests: the real adapter and the stand-in, within this process. */
export interface TestPayments {
  provider: PaymentProvider
  standIn: StandIn
  /** A customer of the stand-in, as `provider.createCustomer` makes one. */
  customer(): Promise<string>
  /** A payment method of this customer, made without a browser; its id is what `f_m_payment_methods` takes. */
  tokenOf(outcome: Outcome, customerId: string): Promise<string>
  /** A report as the stand-in sends it: raw body and headers, signed at this time. */
  report(event: LedgerEvent, at?: Date): { body: string; headers: Record<string, string> }
  close(): Promise<void>
}

const keys = { token: 'test-token', webToken: 'test-web-token', webhookSecret: 'test-webhook-secret' }
let customers = 0

/**
 * Opens the stand-in with empty books in memory. What is slow or silent there is so for milliseconds.
 * @param options `patienceMs`: how long the adapter waits for an answer
 */
export async function openPayments(
  options: { now?: () => Date; webhookTarget?: string; patienceMs?: number; folder?: string } = {},
): Promise<TestPayments> {
  const { patienceMs = 10_000, ...others } = options
  const standIn = await startStandIn({ port: 0, slowMs: 20, silentMs: 0, ...keys, ...others })
  const provider = staxProvider({
    api: standIn.url,
    token: keys.token,
    patienceMs,
    webhookSecret: keys.webhookSecret,
    fields: { script: standIn.script, origin: standIn.url, web_token: keys.webToken, is_stand_in: true },
  })
  return {
    provider,
    standIn,
    report: (event, at) => standIn.sign(event, at),
    async customer() {
      customers += 1
      const made = { company: `Practice ${customers}`, first_name: 'Ada', last_name: 'Doe', email: 'ada@example.com' }
      return (await provider.createCustomer(made, `customer-${process.pid}-${customers}`)).id
    },
    async tokenOf(outcome, customerId) {
      const answer = await fetch(`${standIn.url}/webpayments/${keys.webToken}/tokenize`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(formOf(outcome, customerId)),
      })
      const body = (await answer.json()) as { id?: string }
      if (!answer.ok || !body.id) throw new TypeError(`No payment method: ${JSON.stringify(body)}`)
      return body.id
    },
    close: () => standIn.close(),
  }
}

/** What the form and its frames send for a test number. */
export function formOf(outcome: Outcome, customerId: string): Record<string, string> {
  const test = testNumbers.find((one) => one.outcome === outcome)!
  const shared = { customer_id: customerId, person_name: 'Ada Doe', address_zip: '84101' }
  return test.brand === ''
    ? {
        ...shared,
        method: 'bank',
        bank_account: test.number,
        bank_routing: testRouting,
        bank_name: 'First Test Bank',
        bank_type: 'checking',
        bank_holder_type: 'business',
      }
    : { ...shared, method: 'card', card_number: test.number, card_cvv: '123', month: '12', year: '2099' }
}

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { effectsOf } from '../src/effects.ts'
import type { JobTools } from '../src/jobs/define.ts'
import { continueKilled } from '../src/jobs/effect-jobs.ts'
import { addMember } from '../src/modules/organizations/index.ts'
import type { Charge, ChargeResult, PaymentProvider } from '../src/services/payments/port.ts'
import type { Outcome } from '../src/services/payments/stand-in/numbers.ts'
import { allJobs } from '../src/worker.ts'
import { openTestApp, type TestApp, type TestUser } from './app.ts'
import { givenIn, type Given, type GivenPractice } from './given.ts'
import { openPayments, type TestPayments } from './paying.ts'

/** What an owner enters; the email is the owner's (`Purchases.save`). */
export const details = {
  organization: 'Larimer Orthodontics',
  first_name: 'Ada',
  last_name: 'Byron',
  phone_number: '+13035550142',
  street_address: '1200 Larimer Street',
  street_address_line_2: 'Suite 4',
  city: 'Denver',
  state: 'CO',
  zip_code: '80204',
  country: 'USA',
  survey_answer_id: 1,
}

/** Instead of the provider's charge, for one test. */
type Instead = (charge: Charge, next: (charge: Charge) => Promise<ChargeResult>) => Promise<ChargeResult>

/** Practices in their account setup, with the embedded stand-in as their provider. */
export interface Purchases {
  test: TestApp
  given: Given
  payments: TestPayments
  provider: PaymentProvider
  /** What the server has logged. */
  logged: string[]
  /** What happens to the next charges; undefined: what the provider does. */
  instead: Instead | undefined
  /** A practice that signed up: no main location, fee due. */
  lead(options?: { partner?: boolean }): Promise<GivenPractice>
  /** The same, with details and a primary method. */
  ready(outcome?: Outcome, change?: object): Promise<GivenPractice>
  /** Gives the practice a method of this kind, which becomes the primary one. Returns its id. */
  method(practice: { id: number }, outcome: Outcome): Promise<number>
  /** Another owner of the practice. */
  secondOwner(practice: { id: number }): Promise<TestUser>
  read(who: TestUser | null, id: number): ReturnType<TestApp['raw']>
  /** Saves these details, with the email of who does it unless they name one. */
  save(who: TestUser | null, id: number, body: object): ReturnType<TestApp['raw']>
  buy(who: TestUser | null, id: number, body?: object, key?: string | null, at?: TestApp): ReturnType<TestApp['raw']>
  /** How much there is of everything that a purchase makes. */
  counts(id: number): Promise<Record<string, number>>
  /** The bank of the practice returns its last payment, and the provider reports it. */
  returns(id: number, at?: Date): Promise<void>
  /** Charges of the practice's methods at the provider that were paid or are pending. */
  charged(id: number): Promise<{ total: number }[]>
  /** What the worker does every minute. Returns the failures. */
  finish(): Promise<unknown[]>
  /** What a worker runs beside its jobs. */
  continueKilled(): { close(): Promise<void> }
  /** Another server with the same database and provider. */
  another(): Promise<TestApp>
  close(): Promise<void>
}

/** What a practice has that has finished its setup with one charge. */
export const once = { mains: 1, addresses: 1, contracts: 1, licenses: 1, onboardings: 1, orders: 1, open: 0 }
/** What one has that has only entered. */
export const none = {
  mains: 0,
  addresses: 0,
  contracts: 0,
  licenses: 0,
  onboardings: 0,
  orders: 0,
  lines: 0,
  payments: 0,
  open: 0,
}

/** Opens an application with a payment provider. */
export async function openPurchases(): Promise<Purchases> {
  const payments = await openPayments()
  const next = (charge: Charge) => payments.provider.charge(charge)
  const provider: PaymentProvider = {
    ...payments.provider,
    charge: (charge) => (on.instead ? on.instead(charge, next) : next(charge)),
  }
  const logged: string[] = []
  const test = await openTestApp({ payments: provider, logTo: { write: (line) => void logged.push(line) } })
  const given = givenIn(test)
  const { db } = test.connection

  const on: Purchases = {
    test,
    given,
    payments,
    provider,
    logged,
    instead: undefined,
    async lead(options = {}) {
      const practice = await given.practice({ ...options, paid: false })
      await sql`delete from locations where organization_id = ${practice.id}`.execute(db)
      await sql`update organizations set name = 'Account ' || id where id = ${practice.id}`.execute(db)
      return practice
    },
    async ready(outcome = 'paid', change = {}) {
      const practice = await on.lead()
      const saved = await on.save(practice.owner, practice.id, { ...details, ...change })
      if (saved.status !== 200) throw new TypeError(JSON.stringify(saved.body))
      await on.method(practice, outcome)
      return practice
    },
    async method({ id }, outcome) {
      await sql`insert into payment_customers (organization_id, customer_id, created_at)
        values (${id}, ${await payments.customer()}, now()) on conflict do nothing`.execute(db)
      const { rows: known } = await sql<{
        customer_id: string
      }>`select customer_id from payment_customers where organization_id = ${id}`.execute(db)
      const token = await payments.tokenOf(outcome, known[0]!.customer_id)
      const kept = await payments.provider.findMethod(token)
      await sql`update payment_methods set is_primary = false where organization_id = ${id}`.execute(db)
      const { rows } = await sql<{ id: number }>`
        insert into payment_methods (organization_id, provider_id, method, nickname, brand, last_four, is_primary, created_at, updated_at)
        values (${id}, ${token}, ${kept.method}, 'Ours', ${kept.brand}, ${kept.last_four}, true, now(), now()) returning id`.execute(
        db,
      )
      return rows[0]!.id
    },
    async secondOwner({ id }) {
      const owner = await given.user('doctor')
      await db.transaction().execute((trx) => addMember(trx, id, owner.id, 'organization_owner'))
      return owner
    },
    read: (who, id) => test.raw(who, 'GET', `/organizations/${id}/account-details`),
    async save(who, id, body) {
      const { rows } = await sql<{ email: string }>`select email from users where id = ${who?.id ?? null}`.execute(db)
      const email = rows[0]?.email ?? 'nobody@example.com'
      return test.raw(who, 'PUT', `/organizations/${id}/account-details`, { email, ...body })
    },
    buy: (who, id, body = {}, key = randomUUID(), at = test) =>
      at.raw(
        who,
        'POST',
        `/organizations/${id}/process_initial_purchase`,
        body,
        key === null ? {} : { 'idempotency-key': key },
      ),
    async counts(id) {
      const { rows } = await sql<Record<string, number>>`select
        (select count(*)::int from locations where organization_id = ${id} and is_main) as mains,
        (select count(*)::int from billing_addresses where organization_id = ${id}) as addresses,
        (select count(*)::int from contracts where organization_id = ${id}) as contracts,
        (select count(*)::int from licenses where organization_id = ${id}) as licenses,
        (select count(*)::int from onboardings where organization_id = ${id}) as onboardings,
        (select count(*)::int from orders where organization_id = ${id} and kind = 'start_up') as orders,
        (select count(*)::int from order_lines where organization_id = ${id}) as lines,
        (select count(*)::int from payments where organization_id = ${id}) as payments,
        (select count(*)::int from effects where organization_id = ${id} and settled_at is null) as open`.execute(db)
      return rows[0]!
    },
    async returns(id, at) {
      const { rows } = await sql<{ provider_id: string }>`
        select provider_id from payments where organization_id = ${id} and status = 'PENDING'`.execute(db)
      const { body, headers } = payments.report(payments.standIn.returnNow(rows[0]!.provider_id), at)
      const { status } = await test.raw(null, 'POST', '/f_m_webhooks', body, headers)
      if (status !== 200) throw new TypeError(`report: ${status}`)
    },
    async charged(id) {
      const { rows } = await sql<{
        act_key: string
      }>`select act_key from effects where organization_id = ${id}`.execute(db)
      // A charge of an order has the effect's key and the order's id.
      return payments.standIn
        .charges()
        .filter(
          ({ success, idempotency_id }) => success && rows.some(({ act_key }) => idempotency_id.startsWith(act_key)),
        )
    },
    async finish() {
      const failures: unknown[] = []
      const job = allJobs.find(({ name }) => name === 'effects.finish')!
      const log = { warn: ({ err }: { err: unknown }) => failures.push(err) }
      const tools = { db, payments: provider, log } as unknown as JobTools
      await job.run(tools, {}, { signal: new AbortController().signal, last: false })
      return failures
    },
    continueKilled: () => {
      const log = { warn: () => {} }
      return continueKilled({ db, payments: provider, log } as unknown as JobTools, effectsOf)
    },
    another: () => openTestApp({ payments: provider }),
    async close() {
      await test.close()
      await payments.close()
    },
  }
  return on
}

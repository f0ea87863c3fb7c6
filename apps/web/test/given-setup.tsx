import type { AccountDetails, AccountSetup } from '@archwire/contract/account-setup/schema.ts'
import type { PaymentInfo, PaymentMethod } from '@archwire/contract/payments/schema.ts'
import type { ValidPromotionCode } from '@archwire/contract/promotion-codes/schema.ts'
import type { Settings } from '@archwire/contract/settings/routes.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { vi } from 'vitest'
import { AccountSetup as Screen } from '../src/screens/account-setup/account-setup.tsx'
import { SessionContext, type Organization } from '../src/lib/session.tsx'
import type { givenOrder } from './given-order.ts'
import { sessionWithin } from './given-organization.ts'
import { showPage, type Said } from './show.tsx'

export const givenDetails: AccountDetails = {
  organization: 'Larimer Orthodontics',
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@example.com',
  phone_number: '+13035550142',
  street_address: '1200 Larimer Street',
  street_address_line_2: '',
  city: 'Denver',
  state: 'CO',
  zip_code: '80204',
  country: 'USA',
  survey_answer_id: 2,
  survey_response_other: '',
}

/** The setup of a practice whose owner has saved the details, with what a test says of it. */
export const givenSetup = (said: Partial<AccountSetup> = {}): AccountSetup => ({
  account_details: givenDetails,
  is_saved: true,
  version: 1,
  startup_fee: 'due',
  startup_fee_price: 200,
  is_finished: false,
  billing_state: 'CO',
  is_in_progress: false,
  amount_due: null,
  last_problem: null,
  order: null,
  can: { update: true, purchase: true },
  ...said,
})

/** The same before anything was saved. */
export const begunSetup: Partial<AccountSetup> = {
  account_details: {
    ...givenDetails,
    organization: '',
    phone_number: '',
    street_address: '',
    city: '',
    state: '',
    zip_code: '',
    survey_answer_id: null,
  },
  is_saved: false,
  version: 0,
  billing_state: null,
}

export const givenMethod = (said: Partial<PaymentMethod> = {}): PaymentMethod => ({
  id: 3,
  is_primary: true,
  payment_method_type: 'card',
  payment_method_nickname: '',
  brand: 'Visa',
  last_four: '4242',
  expires: '12/2031',
  is_expired: false,
  version: 1,
  can: { update: true, delete: true },
  ...said,
})
export const bank: Partial<PaymentMethod> = {
  payment_method_type: 'bank',
  brand: 'First Bank',
  last_four: '6789',
  expires: null,
}

const infoOf = (payment_methods: PaymentMethod[]): PaymentInfo => ({
  organization_id: 7,
  customer_id: null,
  billing_address: null,
  payment_methods,
  fields: null,
  needs_password: false,
  can: { update: true },
})

const settings: Partial<Settings> = {
  credit_card: { fee: 1.49 },
  tax: { state: 'MN', rate: 6.875 },
  registration_fee: 200,
  brand: { name: 'Archwire', lab: 'the lab' },
  lab: { time_zone: 'America/Denver', address: ['1 Lab Street', 'Denver, CO 80202'], phone_number: '+13035550100' },
}

/** What the server of a test knows, and what it was asked. */
export interface SetupServer {
  setup: AccountSetup
  info: PaymentInfo
  /** Null: nothing is asked. */
  question: object | null
  codes: ValidPromotionCode[]
  /** The first order whole. */
  order?: ReturnType<typeof givenOrder>
  save?: (body: AccountDetails) => Said | void
  /** The answer to each purchase, the last one stays. */
  purchases: (() => Said | Promise<Said>)[]
  bought: { key: string | null; body: unknown }[]
  asked: string[]
}

export const surveyQuestion = {
  id: 1,
  question: 'How did you hear about us?',
  survey_answers: [
    { id: 2, answer: 'A conference' },
    { id: 7, answer: 'Other' },
  ],
}

export const refusal = (error: unknown, code = 409, status = code): Said => ({ status, body: { error, code } })

export function givenSetupServer(
  setup: Partial<AccountSetup> = {},
  methods: PaymentMethod[] = [givenMethod()],
): SetupServer {
  const server: SetupServer = {
    setup: givenSetup(setup),
    info: infoOf(methods),
    question: surveyQuestion,
    codes: [],
    purchases: [],
    bought: [],
    asked: [],
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const path = (address as string).replace('/api/v1', '')
    const method = init?.method ?? 'GET'
    server.asked.push(`${method} ${path}`)
    const { status = 200, body } = await answerOf(server, method, path, init)
    return Response.json(body, { status })
  })
  return server
}

async function answerOf(server: SetupServer, method: string, path: string, init?: RequestInit): Promise<Said> {
  const sent = () => JSON.parse(init?.body as string) as never
  if (path === '/organizations/7/account-details') {
    if (method === 'PUT') {
      const refused = server.save?.(sent())
      if (refused) return refused
      server.setup = {
        ...server.setup,
        account_details: { ...server.setup.account_details, ...(sent() as AccountDetails) },
        is_saved: true,
        version: server.setup.version + 1,
      }
      return { body: { account_setup: server.setup, message: 'The account details are saved.' } }
    }
    return { body: { account_setup: server.setup } }
  }
  if (path === '/organizations/7/process_initial_purchase') {
    server.bought.push({ key: new Headers(init?.headers).get('idempotency-key'), body: sent() })
    return server.purchases[Math.min(server.bought.length, server.purchases.length) - 1]!()
  }
  if (path.startsWith('/f_m_payment_infos')) return { body: { payment_info: server.info } }
  if (path.startsWith('/f_m_payment_methods/')) {
    const id = Number(path.split('/').at(-1))
    server.info = infoOf(server.info.payment_methods.filter((each) => each.id !== id))
    return { body: { payment_info: server.info, message: 'The payment method is removed.' } }
  }
  if (path === '/products/1') return { body: { product: { id: 1, name: 'Start-up Fee', subtotal: 200 } } }
  if (path === '/survey_questions/1')
    return { body: { survey_question: server.question, has_questions: server.question !== null } }
  if (path === '/orders/5') return { body: server.order }
  if (path === '/settings') return { body: { settings } }
  const [, typed] = /^\/promotion_codes\/validate_code\/([^?]+)/.exec(path) ?? []
  const code = server.codes.find((each) => each.code === typed?.toUpperCase())
  if (code) return { body: { promotion_code: code } }
  return refusal(typed ? 'This promotion code does not exist.' : 'Nothing is there.', 404)
}

/** What the purchase makes of the setup, and its answer. */
export const buys =
  (server: SetupServer, said: { status?: 'PAID' | 'PENDING'; total?: number } = {}) =>
  (): Said => {
    const order = {
      id: 5,
      invoice_id: 1001,
      fm_invoice_status: said.status ?? 'PAID',
      total: said.total ?? 202.98,
    } as const
    server.setup = { ...server.setup, is_finished: true, is_in_progress: false, startup_fee: 'paid', order }
    return { body: { order, message: 'Thank you for your order.' } }
  }

/** Shows the account setup at a step of the address. `steps`: those that were written into it since. */
export async function showSetup(step?: string, organization: Partial<Organization> = {}) {
  const steps: { step: string; replace: boolean }[] = []
  const clients: QueryClient[] = []
  const session = sessionWithin('organization_owner')
  function Host() {
    const [at, setAt] = useState(step)
    clients.push(useQueryClient())
    return (
      <SessionContext value={{ ...session, organization: { ...session.organization, ...organization } }}>
        <Suspense fallback="Loading">
          <Screen
            organizationId={7}
            step={at}
            onStep={(next, { replace }) => {
              // In strict mode an effect runs twice.
              if (steps.at(-1)?.step !== next) steps.push({ step: next, replace })
              setAt(next)
            }}
          />
        </Suspense>
      </SessionContext>
    )
  }
  const screen = await showPage(() => <Host />)
  return Object.assign(screen, {
    steps,
    /** As when another page, or the server, has changed something. */
    refresh: () => clients.at(-1)!.invalidateQueries(),
  })
}

import type { BillingAddress } from '@archwire/contract/billing-address/schema.ts'
import type { PaymentInfo, PaymentMethod } from '@archwire/contract/payments/schema.ts'
import { onTestFinished, vi } from 'vitest'
import type { StaxJs } from '../src/features/payments/hosted-fields.ts'

export const givenAddress: BillingAddress = {
  first_name: 'Victor',
  last_name: 'Lang',
  email: 'books@example.com',
  phone_number: '+13035550145',
  street_address: '1200 Larimer Street',
  street_address_line_2: '',
  city: 'Denver',
  state: 'CO',
  country: 'USA',
  zip_code: '80204',
}

/** A card that is not the primary one, with what a test says of it. */
export const givenMethod = (id: number, said: Partial<PaymentMethod> = {}): PaymentMethod => ({
  id,
  is_primary: false,
  payment_method_type: 'card',
  payment_method_nickname: '',
  brand: 'Visa',
  last_four: `424${id}`,
  expires: '04/2199',
  is_expired: false,
  version: 1,
  can: { update: true, delete: true },
  ...said,
})

/** How practice 7 pays: known to the provider, without a method, before it has a contract. */
export const givenInfo = (said: Partial<PaymentInfo> = {}): PaymentInfo => ({
  organization_id: 7,
  customer_id: 'customer-7',
  billing_address: givenAddress,
  payment_methods: [],
  fields: null,
  needs_password: false,
  can: { update: true },
  ...said,
})

interface Shown {
  webToken: string
  kind: 'card' | 'bank'
  fields: Record<string, { id: string; placeholder: string; style: string }>
  /** Says what is complete in its fields. */
  report: (event: 'complete' | 'incomplete', state?: Record<string, boolean>) => void
}

interface Provider {
  /** What the portal gets of it. */
  fields: NonNullable<PaymentInfo['fields']>
  /** The forms that it was asked to show, in strict mode the last one is on the page. */
  shown: Shown[]
  /** The details that it was asked to tokenize. */
  tokenized: Record<string, unknown>[]
  /** What it answers with, one after another; the last answer stays. */
  answers: (() => Promise<{ id: string }> | never)[]
  /** Whether its script loads. */
  loads: (does: boolean) => void
  /** Everything in the fields is complete. */
  fillIn: () => void
}

/** A payment provider of a test: a script with the interface of the real one, whose fields are empty frames. */
export function fakeProvider(): Provider {
  const shown: Shown[] = []
  const tokenized: Record<string, unknown>[] = []
  const answers: Provider['answers'] = [async () => ({ id: 'token-1' })]
  class FakeStaxJs implements StaxJs {
    readonly listeners = new Map<string, (state?: Record<string, boolean>) => void>()
    readonly webToken: string
    readonly fields: Shown['fields']
    constructor(webToken: string, fields: Shown['fields']) {
      this.webToken = webToken
      this.fields = fields
    }
    private show(kind: Shown['kind']) {
      for (const { id } of Object.values(this.fields))
        document.getElementById(id)!.append(document.createElement('iframe'))
      shown.push({
        webToken: this.webToken,
        kind,
        fields: this.fields,
        report: (event, state) => this.listeners.get(`${kind}_form_${event}`)?.(state),
      })
      return Promise.resolve()
    }
    showCardForm = () => this.show('card')
    showBankForm = () => this.show('bank')
    on = (event: string, listener: (state?: Record<string, boolean>) => void) =>
      void this.listeners.set(event, listener)
    tokenize = async (details: Record<string, unknown>) => {
      tokenized.push(details)
      const answer = await answers[Math.min(tokenized.length, answers.length) - 1]!()
      return { customer_id: String(details.customer_id), method: 'card' as const, ...answer }
    }
  }
  // A script of an address of its own: blocked scripts and loaded ones are what the browser makes of it.
  const global = `fake_${Math.random().toString(36).slice(2)}`
  Object.assign(window, { [global]: FakeStaxJs })
  const source = `window.StaxJs = window['${global}']`
  const script = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
  let does = true
  const append = document.head.append.bind(document.head)
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes)
      if (node instanceof HTMLScriptElement && node.src === script && !does) node.src = 'blob:nothing'
    append(...nodes)
  })
  onTestFinished(() => {
    URL.revokeObjectURL(script)
    delete window.StaxJs
  })
  return {
    fields: { script, web_token: 'public-key', is_stand_in: true },
    shown,
    tokenized,
    answers,
    loads: (next) => void (does = next),
    fillIn: () => shown.at(-1)!.report('complete'),
  }
}

/** What a call says, besides what a test's server gets of any call. */
export interface Heard {
  method: string
  path: string
  body: unknown
  key: string | undefined
}

type Answer = { status?: number; body: unknown } | ((heard: Heard) => { status?: number; body: unknown })

/**
 * A server that answers by method and path, one answer after another; the last one stays. Bot checks are solved at once.
 * Returns the calls, without those of the bot check and of the lab's settings.
 */
export function paymentServer(answers: Record<string, readonly Answer[]>): Heard[] {
  const calls: Heard[] = []
  const counts = new Map<string, number>()
  vi.stubGlobal('Worker', SolvingWorker)
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const path = (address as string).replace('/api/v1', '')
    const method = init?.method ?? 'GET'
    const text = init?.body
    const heard: Heard = {
      method,
      path,
      body: typeof text === 'string' ? (JSON.parse(text) as unknown) : undefined,
      key: (init?.headers as Record<string, string> | undefined)?.['idempotency-key'],
    }
    const name = `${method} ${path.replace(/\?.*/, '')}`
    if (name !== 'GET /bot_check' && name !== 'GET /settings') calls.push(heard)
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    const given = answers[name]
    const found = given?.[Math.min(count, given.length - 1)]
    const answer = typeof found === 'function' ? found(heard) : found
    const said =
      answer ?? (name === 'GET /bot_check' ? { body: {} } : { status: 404, body: { error: 'Not found.', code: 404 } })
    return Response.json(said.body, { status: said.status ?? 200 })
  })
  return calls
}

let solved = 0

/** Solves every bot check, each with a solution of its own. */
class SolvingWorker extends EventTarget {
  postMessage() {
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: { payload: `solution-${++solved}` } })))
  }
  terminate() {}
}

import type { BillingAddress } from '@archwire/contract/billing-address/schema.ts'
import type { PaymentInfo, PaymentMethod } from '@archwire/contract/payments/schema.ts'
import { onTestFinished, vi } from 'vitest'
import { fieldsPage } from '../src/features/payments/hosted-fields.ts'
import {
  hostedLabels,
  pageMessage,
  setupIn,
  type FieldsMessage,
  type HostedName,
} from '../src/payment-fields/messages.ts'
import { refusalOf } from '../src/payment-fields/refusal.ts'

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
  /** What the page last said of the fields, and which of them it last led to. */
  errors: Partial<Record<HostedName, string>>
  focused: HostedName | undefined
  scheme: 'light' | 'dark'
  /** Says what is complete in its fields. */
  report: (valid: Partial<Record<HostedName, boolean>>) => void
  /** Sends whatever the provider's script could send. */
  send: (message: unknown) => void
}

interface Provider {
  /** What the portal gets of it. */
  fields: NonNullable<PaymentInfo['fields']>
  /** The forms that it was asked to show; the last one is on the page. */
  shown: Shown[]
  /** The forms that it was asked to show while its script did not load. */
  failed: Shown['kind'][]
  /** The details that it was asked to tokenize. */
  tokenized: Record<string, unknown>[]
  /** What it answers with, one after another; the last answer stays. */
  answers: (() => Promise<{ id: string }> | never)[]
  /** Whether its script loads. */
  loads: (does: boolean) => void
  /** Everything in the fields is complete. */
  fillIn: () => void
}

/** A payment provider of a test: in place of the document with its fields, a page that talks as that document does. */
export function fakeProvider(): Provider {
  const shown: Shown[] = []
  const failed: Shown['kind'][] = []
  const tokenized: Record<string, unknown>[] = []
  const answers: Provider['answers'] = [async () => ({ id: 'token-1' })]
  let does = true
  const show = (data: unknown, port: MessagePort) => {
    const { webToken, kind, scheme } = setupIn(data)!
    const tell = (message: FieldsMessage) => port.postMessage(message)
    if (!does) {
      failed.push(kind)
      return tell({ type: 'failed' })
    }
    const form: Shown = {
      webToken,
      kind,
      errors: {},
      focused: undefined,
      scheme,
      report: (valid) => tell({ type: 'valid', valid: Object.entries(valid) as [HostedName, boolean][] }),
      send: (message) => port.postMessage(message),
    }
    shown.push(form)
    const answer = async (request: number) => {
      try {
        const { id } = await answers[Math.min(tokenized.length, answers.length) - 1]!()
        tell({ type: 'token', request, token: id })
      } catch (error) {
        tell({ type: 'refused', request, refusal: refusalOf(error) })
      }
    }
    port.addEventListener('message', (event) => {
      const message = pageMessage(event.data)
      if (message?.type === 'errors') form.errors = message.errors
      if (message?.type === 'focus') form.focused = message.name
      if (message?.type === 'scheme') form.scheme = message.scheme
      if (message?.type !== 'tokenize') return
      tokenized.push(message.details)
      void answer(message.request)
    })
    port.start()
    tell({ type: 'height', height: 120 })
    tell({ type: 'ready' })
  }
  const global = `fake_${Math.random().toString(36).slice(2)}`
  Object.assign(window, { [global]: show })
  const html = `<script>onmessage = ({ data, ports }) => parent['${global}'](data, ports[0])</script>`
  const { address } = fieldsPage
  fieldsPage.address = URL.createObjectURL(new Blob([html], { type: 'text/html' }))
  onTestFinished(() => {
    URL.revokeObjectURL(fieldsPage.address)
    fieldsPage.address = address
  })
  return {
    fields: { script: `${location.origin}/provider.js`, web_token: 'public-key', is_stand_in: true },
    shown,
    failed,
    tokenized,
    answers,
    loads: (next) => void (does = next),
    fillIn: () => {
      const form = shown.at(-1)!
      form.report(Object.fromEntries(hostedLabels[form.kind].map(([name]) => [name, true])))
    },
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

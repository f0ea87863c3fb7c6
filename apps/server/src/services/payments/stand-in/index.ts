import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerApi, answerTokenize, type ApiAnswer } from './api.ts'
import { openBank } from './bank.ts'
import { type LedgerCharge, type LedgerEvent, openLedger } from './ledger.ts'
import { answerPage } from './pages.ts'
import { openWebhooks, type Webhooks } from './webhooks.ts'

export interface StandInOptions {
  /** 0 takes a free port; so does a taken one. */
  port: number
  host?: string
  /** Where the books are kept. Undefined: in memory. */
  folder?: string
  /** The key of the lab's account, and the public one that browsers know. */
  token: string
  webToken: string
  /** Signs reports. */
  webhookSecret: string
  /** Where reports go. Undefined: they are kept until `setPortal` says. */
  webhookTarget?: string
  /** The origins of the portal: only its pages may frame the fields. */
  portalOrigins?: readonly string[]
  /** How long the slow card takes, and after how long a connection that is never answered breaks. */
  slowMs?: number
  silentMs?: number
  now?: () => Date
}

/** The running stand-in of the payment provider. It charges nothing. */
export interface StandIn {
  /** Its address, and its origin. */
  url: string
  script: string
  /** Tells where the portal is. */
  setPortal(portal: { origins: readonly string[]; webhookTarget: string | undefined }): void
  /** The next call that changes something is lost: before it was done, or after. Calls add up. */
  dropNext(when: 'before' | 'after'): void
  /** Every charge, declined ones too, the oldest first; of one key with `key`. */
  charges(key?: string): LedgerCharge[]
  /** Every report, the oldest first. */
  events(): LedgerEvent[]
  /** A report as it is sent: raw body and headers. */
  sign: Webhooks['sign']
  /** The bank returns, or pays, a pending charge now. @throws TypeError for a charge that is not pending */
  returnNow(transactionId: string): LedgerEvent
  settleNow(transactionId: string): LedgerEvent
  /** Settles and returns what is two days old by `now`. */
  settleDue(): void
  close(): Promise<void>
}

const mostBody = 64 * 1024

/** Starts the stand-in on a port of this machine. */
export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const { token, webToken, webhookSecret, host = '127.0.0.1', slowMs = 3000, silentMs = 5_000 } = options
  const now = options.now ?? (() => new Date())
  /** As the API writes times. */
  const iso = () => now().toISOString().slice(0, 19).replace('T', ' ')
  const ledger = openLedger(options.folder)
  const webhooks = openWebhooks(ledger, { secret: webhookSecret, now, iso })
  const bank = openBank(ledger, webhooks, { now, iso })
  const parts = { ledger, bank, now, iso, slowMs }
  const drops: ('before' | 'after')[] = []
  let origins = options.portalOrigins ?? []

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://stand-in')
    const method = request.method ?? 'GET'
    if (!isOwnName(request.headers.host ?? '', host))
      return void response.writeHead(421, { 'content-type': 'text/plain' }).end('Use the address of the stand-in.')
    const form = method === 'POST' && path.startsWith('/stand-in/') ? await textOf(request) : ''
    const page = answerPage({
      method,
      path,
      headers: request.headers,
      form: new URLSearchParams(form),
      origins,
      ledger,
      bank,
    })
    if (page) return void response.writeHead(page.status, page.headers).end(page.body)
    const body = await bodyOf(request)
    if (body === undefined) return send(response, { status: 422, body: { error: 'The body is no JSON object.' } })
    if (path === `/webpayments/${webToken}/tokenize` && method === 'POST')
      return send(response, answerTokenize(parts, body))
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`))
      return send(response, { status: 401, body: { error: 'token_invalid' } })
    const drop = method === 'GET' ? undefined : drops.shift()
    if (drop === 'before') return void response.destroy()
    const given = await answerApi(parts, { method, path, query, body })
    if (drop === 'after') return void response.destroy()
    return send(response, given)
  }
  async function send(response: ServerResponse, given: ApiAnswer): Promise<void> {
    if (given === 'silent') {
      await sleep(silentMs, undefined, { ref: false })
      return void response.destroy()
    }
    response.writeHead(given.status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(JSON.stringify(given.body))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await listen(server, options.port, host)
  const url = `http://${host}:${(server.address() as AddressInfo).port}`
  webhooks.setTarget(options.webhookTarget)
  bank.settleDue()
  const timer = setInterval(() => bank.settleDue(), 1000)
  timer.unref()

  /** What the bank did with a charge is reported last. */
  const act = (id: string, what: 'settle' | 'giveBack'): LedgerEvent => {
    const charge = ledger.charges.get(id)
    if (!charge || bank[what](charge) === charge) throw new TypeError('There is no such pending charge.')
    return [...ledger.events.values()].at(-1)!
  }
  return {
    url,
    script: `${url}/stax.js`,
    setPortal(portal) {
      origins = portal.origins
      webhooks.setTarget(portal.webhookTarget)
    },
    dropNext: (when) => void drops.push(when),
    charges: (key) => [...ledger.charges.values()].filter((one) => key === undefined || one.idempotency_id === key),
    events: () => [...ledger.events.values()],
    sign: (event, at) => webhooks.sign(event, at),
    returnNow: (id) => act(id, 'giveBack'),
    settleNow: (id) => act(id, 'settle'),
    settleDue: () => bank.settleDue(),
    async close() {
      clearInterval(timer)
      webhooks.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Listens; where the port is taken, on a free one. */
async function listen(server: ReturnType<typeof createServer>, port: number, host: string): Promise<void> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (port === 0 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    await listen(server, 0, host)
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBody) throw new TypeError('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The body as an object; empty without one, undefined for anything else. */
async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  const text = await textOf(request)
  if (text === '') return {}
  try {
    const parsed = JSON.parse(text) as unknown
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** Whether a request names this machine: pages of a site whose name was made to lead here read nothing. */
const isOwnName = (host: string, listensAt: string): boolean =>
  [listensAt, '127.0.0.1', 'localhost', '[::1]'].includes(host.replace(/:\d+$/, ''))

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
const isSame = (left: string, right: string): boolean => timingSafeEqual(hash(left), hash(right))

import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import type { Bank } from './bank.ts'
import { escapeHtml } from './escape-html.ts'
import type { Ledger } from './ledger.ts'
import { ledgerPage } from './ledger-page.ts'

interface PageCall {
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** What a form of the ledger's page sent. */
  form: URLSearchParams
  /** The origins of the portal. */
  origins: readonly string[]
  ledger: Ledger
  bank: Bank
}

export interface PageAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

const fieldNames: Record<string, { label: string; autocomplete: string }> = {
  number: { label: 'Card number', autocomplete: 'cc-number' },
  cvv: { label: 'Security code', autocomplete: 'cc-csc' },
  bank_account: { label: 'Account number', autocomplete: 'off' },
  bank_routing: { label: 'Routing number', autocomplete: 'off' },
}

const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', html: 'text/html' }

const files = Object.fromEntries(
  ['stax.js', 'fields.js', 'fields.css', 'page.css'].map((name) => [
    `/${name}`,
    readFileSync(join(import.meta.dirname, 'browser', name), 'utf8'),
  ]),
)

/** The pages of the stand-in; undefined for an address that is none of them. */
export function answerPage(call: PageCall): PageAnswer | undefined {
  const { method, path } = call
  if (method === 'POST') return answerAct(call)
  if (method !== 'GET') return undefined
  const file = files[path]
  if (file !== undefined) return { ...answer(path.split('.').at(-1)!, file), status: 200 }
  if (path === '/stand-in/health') return json({ is_stand_in: true })
  if (path === '/') return { ...answer('html', ledgerPage(call.ledger), pagePolicy), status: 200 }
  const field = /^\/fields\/(\w+)$/.exec(path)?.[1]
  return field !== undefined && Object.hasOwn(fieldNames, field) ? framePage(field, call.origins) : undefined
}

const answer = (type: string, body: string, policy = "default-src 'none'; frame-ancestors 'none'") => ({
  headers: {
    'content-type': `${types[type]}; charset=utf-8`,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'cross-origin',
  },
  body,
})
const json = (body: unknown): PageAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
})

const pagePolicy = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/**
 * A field in a frame of its own. It works within pages of the portal only: the field looks itself, since `frame-ancestors`
 * names no document with an origin of its own, such as the one that the script runs in.
 */
function framePage(field: string, origins: readonly string[]): PageAnswer {
  const { label, autocomplete } = fieldNames[field]!
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')
  const html = `<!doctype html>
<html lang="en" data-field="${field}" data-origins="${escapeHtml(JSON.stringify(origins))}">
<head>
<meta charset="utf-8">
<title>${label}</title>
<link rel="stylesheet" href="/fields.css">
<script src="/fields.js" defer></script>
</head>
<body><input type="text" inputmode="numeric" aria-label="${label}" aria-required="true" autocomplete="${autocomplete}" spellcheck="false"></body>
</html>`
  return { ...answer('html', html, policy), status: 200 }
}

/**
 * The buttons of the ledger's page: what the bank does two days later, now; and what the lab does at a provider by hand.
 * Undefined for other addresses.
 */
function answerAct({ path, headers, form, ledger, bank }: PageCall): PageAnswer | undefined {
  const [, id = '', act] = /^\/stand-in\/transactions\/([\w-]+)\/(return|settle|void|refund)$/.exec(path) ?? []
  if (act === undefined) return undefined
  const site = headers['sec-fetch-site']
  const charge = ledger.charges.get(id)
  const text = (status: number, body: string): PageAnswer => ({
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body,
  })
  if (site !== undefined && site !== 'same-origin') return text(403, 'Use the page of the stand-in.')
  if (!charge) return text(404, 'There is no such payment.')
  if (act === 'return' || act === 'settle') {
    if (bank[act === 'return' ? 'giveBack' : 'settle'](charge) === charge) return text(409, 'It is not pending.')
  } else {
    const done = act === 'void' ? bank.void(charge, null) : bank.refund(charge, Number(form.get('total')), null)
    if (!('child_transactions' in done)) return text(409, Object.values(done).flat().join(' '))
  }
  return { status: 303, headers: { location: '/' }, body: '' }
}

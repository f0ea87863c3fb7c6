import { randomUUID } from 'node:crypto'
import type { Ledger, LedgerMethod } from './ledger.ts'
import { isRouting, passesLuhn, testNumbers } from './numbers.ts'

/** A refusal in the shape of the API: messages by field. */
export type FieldMessages = Record<string, string[]>

/** What a form and its frames send to keep a payment method. */
export interface TokenizeBody {
  customer_id?: unknown
  method?: unknown
  firstname?: unknown
  lastname?: unknown
  person_name?: unknown
  month?: unknown
  year?: unknown
  card_number?: unknown
  card_cvv?: unknown
  card_exp?: unknown
  bank_account?: unknown
  bank_routing?: unknown
  bank_name?: unknown
  bank_type?: unknown
  bank_holder_type?: unknown
  address_zip?: unknown
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
const digitsOf = (value: unknown): string => textOf(value).replaceAll(/[ -]/g, '')

/** Keeps a payment method. Returns the messages of what is wrong with it instead, if anything is. */
export function tokenize(ledger: Ledger, body: TokenizeBody, now: Date, iso: string): LedgerMethod | FieldMessages {
  const wrong: FieldMessages = {}
  const refuse = (field: string, message: string) => (wrong[field] ??= []).push(message)
  const method = body.method === 'bank' ? 'bank' : 'card'
  if (body.method !== 'bank' && body.method !== 'card') refuse('method', 'The method must be card or bank.')
  if (!ledger.customers.has(textOf(body.customer_id))) refuse('customer_id', 'The selected customer id is invalid.')
  const name = textOf(body.person_name) || `${textOf(body.firstname)} ${textOf(body.lastname)}`.trim()
  if (name === '') refuse('person_name', 'The name field is required.')
  const [month, year] = monthAndYear(body)
  const number = digitsOf(method === 'card' ? body.card_number : body.bank_account)
  const kept = testNumbers.find((test) => test.number === number && (test.brand === '') === (method === 'bank'))
  if (method === 'card') {
    if (!/^\d{13,19}$/.test(number) || !passesLuhn(number)) refuse('card_number', 'The card number is invalid.')
    const code = kept?.brand === 'amex' ? /^\d{4}$/ : /^\d{3}$/
    if (!code.test(digitsOf(body.card_cvv))) refuse('card_cvv', 'The security code is invalid.')
    if (month < 1 || month > 12 || year < 2000) refuse('card_exp', 'The expiration date is invalid.')
    else if (new Date(Date.UTC(year, month, 1)) <= now) refuse('card_exp', 'The card has expired.')
  } else {
    if (!isRouting(digitsOf(body.bank_routing))) refuse('bank_routing', 'The routing number is invalid.')
    if (!/^\d{4,17}$/.test(number)) refuse('bank_account', 'The account number is invalid.')
    if (!['checking', 'savings'].includes(textOf(body.bank_type))) refuse('bank_type', 'The account type is invalid.')
    if (!['personal', 'business'].includes(textOf(body.bank_holder_type)))
      refuse('bank_holder_type', 'The holder type is invalid.')
  }
  const field = method === 'card' ? 'card_number' : 'bank_account'
  if (!kept && !wrong[field]) refuse(field, 'This is a stand-in: it takes its test numbers only.')
  if (!kept || Object.keys(wrong).length > 0) return wrong
  const isCard = method === 'card'
  const record: LedgerMethod = {
    id: randomUUID(),
    customer_id: textOf(body.customer_id),
    method,
    person_name: name.slice(0, 100),
    card_type: isCard ? kept.brand : null,
    card_last_four: number.slice(-4),
    card_exp: isCard ? `${String(month).padStart(2, '0')}${year}` : null,
    bank_name: isCard ? null : textOf(body.bank_name).slice(0, 100),
    bank_type: isCard ? null : textOf(body.bank_type),
    bank_holder_type: isCard ? null : textOf(body.bank_holder_type),
    address_zip: textOf(body.address_zip).slice(0, 20),
    created_at: iso,
    deleted_at: null,
    outcome: kept.outcome,
  }
  ledger.save('methods', record)
  return record
}

/** `month` and `year` of the form (two or four digits), or `card_exp` of the API: MMYY or MMYYYY. */
function monthAndYear({ month, year, card_exp }: TokenizeBody): [number, number] {
  const joined = digitsOf(card_exp)
  const [m, y] = joined === '' ? [textOf(month), textOf(year)] : [joined.slice(0, 2), joined.slice(2)]
  const full = /^\d{2}$/.test(y) ? `20${y}` : y
  return [/^\d{1,2}$/.test(m) ? Number(m) : 0, /^\d{4}$/.test(full) ? Number(full) : 0]
}

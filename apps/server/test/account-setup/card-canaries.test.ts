import { accountSetup } from '@archwire/contract/account-setup/routes.ts'
import { accounts } from '@archwire/contract/accounts/routes.ts'
import { billingAddress } from '@archwire/contract/billing-address/routes.ts'
import { noCardNumbers } from '@archwire/contract/core/card-number.ts'
import type { Route } from '@archwire/contract/core/route.ts'
import { payments } from '@archwire/contract/payments/routes.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { openTestApp, pathOf, type TestApp } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { openPayments, type TestPayments } from '../paying.ts'
import { solveBotCheck } from '../solve-bot-check.ts'

/**
 * A card number in any field of the forms of payment is refused beside the field, and is then nowhere: in no table, no mail,
 * no stored effect and no line of the log (`billing/no-card-numbers`).
 */
let pay: TestPayments
let test: TestApp
let given: Given
let practice: GivenPractice
let methodId: number
let log = ''
beforeAll(async () => {
  pay = await openPayments()
  // As production logs, and more: a line for every request.
  const environment = { NODE_ENV: 'development', LOG_LEVEL: 'debug' }
  test = await openTestApp({ payments: pay.provider, environment, logTo: { write: (line) => void (log += line) } })
  given = givenIn(test)
  practice = await given.practice({ paid: false })
  const { owner, id } = practice
  await test.as(owner).call(payments.begin, { body: { organization_id: id } })
  const shown = await test.as(owner).call(payments.info, { query: { organization_id: id } })
  const token_id = await pay.tokenOf('paid', shown.body.payment_info.customer_id!)
  const body = { organization_id: id, token_id, bot_check: await solved() }
  methodId = (await test.as(owner).call(payments.addMethod, { body })).body.payment_method_id
})
afterAll(async () => {
  await test.close()
  await pay.close()
})

const solved = async () => solveBotCheck((await test.as(null).call(accounts.botCheck)).body)

/** A number that passes the check, and that no test and no provider knows. */
const digits = '4539148803436467'
const grouped = (sign: string) => digits.replaceAll(/(.{4})(?=.)/g, `$1${sign}`)
const wide = Array.from(digits)
  .map((digit) => String.fromCodePoint(0xff10 + Number(digit)))
  .join('')

const place = ['first_name', 'last_name', 'email', 'street_address', 'city', 'state', 'zip_code', 'country']
/** Fields with no room for a number. */
const tooSmall = ['state', 'country']
/** Every text of these forms but phone numbers, passwords and the bot check, by hand. */
const forms: [string, Route, string[]][] = [
  [
    'account details',
    accountSetup.saveDetails,
    [...place, 'street_address_line_2', 'organization', 'survey_response_other'],
  ],
  ['purchase', accountSetup.purchase, ['promotion_code']],
  ['billing address', billingAddress.update, [...place, 'street_address_line_2']],
  ['new payment method', payments.addMethod, ['token_id', 'payment_method_nickname']],
  ['payment method', payments.updateMethod, ['payment_method_nickname']],
]
const fields = forms.flatMap(([form, route, names]) => names.map((field) => [form, field, route] as const))

const isText = (schema: { type?: unknown; anyOf?: { type?: unknown }[] }): boolean =>
  schema.type === 'string' || (schema.anyOf ?? []).some(({ type }) => type === 'string')

it.each(forms)('the table has every text of the form %s', (_, route, names) => {
  const { properties = {} } = z.toJSONSchema(route.body as z.ZodType, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { type?: unknown }>
  }
  const texts = Object.keys(properties).filter((name) => isText(properties[name]!))
  const others = ['phone_number', 'current_password', 'bot_check']
  expect(texts.filter((name) => !others.includes(name)).sort()).toEqual(names.toSorted())
})

/** The form as it is taken, with one field changed. */
async function send(route: Route, field: string, value: string) {
  const { owner, id } = practice
  const example = { ...route.example?.body } as Record<string, unknown>
  if ('organization_id' in example) Object.assign(example, { organization_id: id, bot_check: await solved() })
  const at = pathOf(route, { id: route.path.includes('f_m_') ? methodId : id })
  const key = { 'idempotency-key': `canary-${given.unique()}` }
  return test.raw(owner, route.method, at, { ...example, [field]: value }, key)
}

it.each(fields)('%s, %s: refused, with words beside the field', async (_, field, route) => {
  const values = [digits, grouped(' '), grouped('-'), ...(field === 'token_id' ? [] : [wide, `${digits} 12/29`])]
  for (const value of values) {
    const sent = field === 'email' ? `${value.replaceAll(' ', '')}@example.com` : value
    const { status, body } = await send(route, field, sent)
    expect(status, sent).toBe(422)
    expect(JSON.stringify(body)).not.toContain(digits)
    const messages = (body.error as Record<string, string[]>)[field]!
    // A text that has another fault as well may be told that one alone.
    if (value === digits && !tooSmall.includes(field)) expect(messages).toContain(noCardNumbers)
    else
      expect(messages.join()).toMatch(
        /Do not enter card|At most|Enter a valid email|not the email of an owner|Must be exactly|Unknown country/,
      )
  }
})

it('a phone number may look like one', async () => {
  const phone_number = '+453914880343640'
  expect((await send(billingAddress.update, 'phone_number', phone_number)).status).toBe(200)
})

it('tried as a promotion code it is no code, and the log has no address with it', async () => {
  for (const typed of [digits, encodeURIComponent(grouped(' '))]) {
    const at = `/promotion_codes/validate_code/${typed}?promotion_code_type_id=1&organization_id=${practice.id}`
    expect((await test.raw(practice.owner, 'GET', at)).status).toBe(404)
  }
  expect(log).toContain('/validate_code/…')
})

it('none of them is anywhere', async () => {
  const client = new pg.Client({ connectionString: test.ownerUrl })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query(
      `select 1 from ${name} t where translate(t::text, ' -', '') like any($1::text[]) limit 1`,
      [[`%${digits}%`, `%${wide}%`]],
    )
    if (rows.length > 0) found.push(name)
  }
  const { rows: effects } = await client.query<{ count: number }>('select count(*)::int as count from effects')
  await client.end()
  expect(found).toEqual([])
  // What was looked at holds something: the customer and the method of this practice.
  expect(tables.length).toBeGreaterThan(50)
  expect(effects[0]!.count).toBeGreaterThan(1)
  expect(log).toContain('/f_m_payment_methods')
  const plain = log.replaceAll(/[ -]|%20/g, '')
  for (const number of [digits, wide]) expect(plain).not.toContain(number)
})

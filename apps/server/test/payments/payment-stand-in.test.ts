import { createServer, request } from 'node:http'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { openPayments as openFromSettings } from '../../src/services/payments/open.ts'
import { ProviderUnreachable } from '../../src/services/payments/port.ts'
import { formOf, openPayments, type TestPayments } from '../paying.ts'

let pay: TestPayments
beforeAll(async () => {
  pay = await openPayments()
})
afterAll(() => pay.close())

const ask = (path: string, init?: RequestInit) => fetch(`${pay.standIn.url}${path}`, { redirect: 'manual', ...init })
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

describe('its fields', () => {
  it('learn the portal’s origins, which they work within, and load nothing from elsewhere', async () => {
    const frame = async () => (await ask('/fields/number')).text()
    expect(await frame()).toContain('data-origins="[]"')
    const portal = ['http://portal.test', 'http://localhost:4100']
    pay.standIn.setPortal({ origins: portal, webhookTarget: undefined })
    expect((await frame()).replaceAll('&#34;', '"')).toContain(`data-origins="${JSON.stringify(portal)}"`)
    expect((await ask('/fields/number')).headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'",
    )
    for (const field of ['number', 'cvv', 'bank_account', 'bank_routing'])
      expect((await ask(`/fields/${field}`)).status, field).toBe(200)
    for (const path of ['/fields/other', '/fields/constructor', '/nothing', '/../stax.js.map'])
      expect((await ask(path)).status, path).toBe(401)
  })

  it.each([
    [
      'a number that fails the check',
      { card_number: '4111111111111112' },
      { card_number: ['The card number is invalid.'] },
    ],
    [
      'a number that is no test number',
      { card_number: '4242424242424242' },
      { card_number: ['This is a stand-in: it takes its test numbers only.'] },
    ],
    ['a short security code', { card_cvv: '12' }, { card_cvv: ['The security code is invalid.'] }],
    ['month 13', { month: '13' }, { card_exp: ['The expiration date is invalid.'] }],
    ['a month that is past', { month: '01', year: '2020' }, { card_exp: ['The card has expired.'] }],
    ['an unknown customer', { customer_id: 'x' }, { customer_id: ['The selected customer id is invalid.'] }],
    ['an unknown method', { method: 'cash' }, { method: ['The method must be card or bank.'] }],
  ])('refuse %s', async (_name, change, messages) => {
    const form = { ...formOf('paid', await pay.customer()), ...change }
    const answer = await post('/webpayments/test-web-token/tokenize', form)
    expect([answer.status, await answer.json()]).toEqual([422, messages])
  })

  it('refuse a bank account with wrong numbers, and everything under another key', async () => {
    const form = {
      ...formOf('bank', await pay.customer()),
      bank_routing: '110000001',
      bank_account: '1',
      bank_type: '',
    }
    expect(await (await post('/webpayments/test-web-token/tokenize', form)).json()).toEqual({
      bank_routing: ['The routing number is invalid.'],
      bank_account: ['The account number is invalid.'],
      bank_type: ['The account type is invalid.'],
    })
    expect((await post('/webpayments/other/tokenize', form)).status).toBe(401)
  })

  it('take a card through its last day', async () => {
    for (const [now, status] of [
      ['2027-05-31T23:59:59Z', 200],
      ['2027-06-01T00:00:00Z', 422],
    ] as const) {
      const then = await openPayments({ now: () => new Date(now) })
      const form = { ...formOf('paid', await then.customer()), month: '5', year: '27' }
      const answer = await fetch(`${then.standIn.url}/webpayments/test-web-token/tokenize`, {
        method: 'POST',
        body: JSON.stringify(form),
      })
      expect(answer.status, now).toBe(status)
      await then.close()
    }
  })
})

it('answers its API to the account’s key alone', async () => {
  for (const authorization of ['', 'Bearer ', 'Bearer test-web-token', 'Bearer test-toke'])
    for (const path of ['/transaction', '/customer', '/payment-method/x'])
      expect((await ask(path, { headers: { authorization } })).status, `${authorization} ${path}`).toBe(401)
  const wrong = { method: 'POST', headers: { authorization: 'Bearer test-token' }, body: '[1' }
  expect((await ask('/charge', wrong)).status).toBe(422)
})

it('answers to the names of this machine alone, whatever name led to it', async () => {
  const { port } = new URL(pay.standIn.url)
  const statusAs = (host: string) =>
    new Promise<number>((resolve, reject) =>
      request({ host: '127.0.0.1', port, path: '/', headers: { host } }, (response) => {
        response.resume()
        resolve(response.statusCode!)
      })
        .on('error', reject)
        .end(),
    )
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, 'localhost', '[::1]:1'])
    expect(await statusAs(host), host).toBe(200)
  for (const host of [`attacker.example:${port}`, '127.0.0.1.attacker.example', 'localhost.', '127.0.0.1:1:2'])
    expect(await statusAs(host), host).toBe(421)
})

it('shows what it charged and its test numbers, says what it is, and lets the bank act now', async () => {
  const customer_id = (
    await pay.provider.createCustomer(
      { company: '<b>Smiles & Co</b>', first_name: 'A', last_name: 'B', email: 'a@b.example' },
      randomUUID(),
    )
  ).id
  const method_id = await pay.tokenOf('bank', customer_id)
  const { transaction_id } = await pay.provider.charge({
    key: randomUUID(),
    customer_id,
    method_id,
    cents: 21_735,
    tax_cents: 0,
    memo: 'Start-up fee <script>',
  })
  const page = async () => (await ask('/')).text()
  const html = await page()
  for (const text of ['It charges nothing.', '4012 8888 8888 1881', '$217.35', 'bank ending in 6789', 'pending'])
    expect(html).toContain(text)
  expect(html).toContain('&#60;b&#62;Smiles &#38; Co&#60;/b&#62;')
  expect(html).not.toContain('<script')
  const act = `/stand-in/transactions/${transaction_id}/return`
  expect((await ask(act, { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
  expect(await pay.provider.findTransaction(transaction_id!)).toMatchObject({ status: 'pending' })
  expect((await ask(act, { method: 'POST' })).status).toBe(303)
  expect(await pay.provider.findTransaction(transaction_id!)).toMatchObject({ status: 'returned' })
  expect((await ask(act, { method: 'POST' })).status).toBe(409)
  expect(await page()).toContain('The bank returned the payment')
})

it('delivers signed reports, again until they are taken', async () => {
  const taken: { id: unknown; status: unknown }[] = []
  const answers = [500, 200]
  const portal = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { id, status } = open.provider.readEvent(Buffer.concat(chunks), request.headers, new Date())
      taken.push({ id, status })
      response.writeHead(answers.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve))
  const webhookTarget = `http://127.0.0.1:${(portal.address() as AddressInfo).port}/api/v1/f_m_webhooks`
  const open = await openPayments({ webhookTarget })
  const customer_id = await open.customer()
  const method_id = await open.tokenOf('declined', customer_id)
  await open.provider.charge({ key: randomUUID(), customer_id, method_id, cents: 100, tax_cents: 0, memo: '' })
  await vi.waitFor(() => expect(open.standIn.events()[0]?.delivered_at).toEqual(expect.any(String)), 30_000)
  const [{ id } = { id: '' }] = open.standIn.events()
  expect(taken).toEqual([
    { id, status: 'declined' },
    { id, status: 'declined' },
  ])
  await open.close()
  portal.close()
})

describe('as a process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-'))
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, PORT: '0', PAYMENTS_STAND_IN: '1' })
  const open = (starts: boolean) => openFromSettings(config, { starts, say: () => {} })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is started by a server, used by others of its data folder, started again when it is killed, and ends', async () => {
    const worker = await open(false)
    await expect(worker.provider!.findTransaction('x')).rejects.toThrow(ProviderUnreachable)
    const server = await open(true)
    server.portalIs('http://127.0.0.1:4999', 'http://127.0.0.1:9/api/v1/f_m_webhooks')
    const frame = async () => (await fetch(`${server.standIn}/fields/cvv`)).text()
    await vi.waitFor(async () => expect(await frame()).toContain('http://127.0.0.1:4999'), 20_000)
    expect(await frame()).toContain('http://localhost:4999')
    const other = await open(true)
    expect(other.standIn).toBe(server.standIn)
    expect(await worker.provider!.findTransaction('x')).toBeNull()
    const practice = { company: 'A', first_name: 'A', last_name: 'B', email: 'a@b.example' }
    const { id } = await server.provider!.createCustomer(practice, 'key-1')

    process.kill(
      (JSON.parse(readFileSync(join(folder, 'payments', 'stand-in.json'), 'utf8')) as { pid: number }).pid,
      'SIGKILL',
    )
    await vi.waitFor(async () => expect((await worker.provider!.createCustomer(practice, 'key-1')).id).toBe(id), 20_000)
    await vi.waitFor(async () => expect(await frame()).toContain('http://localhost:4999'), 20_000)
    await other.close()
    await server.close()
    await expect(worker.provider!.findTransaction('x')).rejects.toThrow(ProviderUnreachable)
    await worker.close()
  })

  it('is there in development alone, unless it is asked for', async () => {
    const wanted = (environment: Record<string, string>) =>
      readConfig({ DATA_DIR: folder, ...environment }).paymentStandIn
    expect(wanted({ NODE_ENV: 'development' })).toEqual({ port: 4110 })
    expect(wanted({ NODE_ENV: 'development', PORT: '0' })).toEqual({ port: 0 })
    expect(wanted({ NODE_ENV: 'development', PAYMENTS_STAND_IN: '0' })).toBeUndefined()
    expect(wanted({ NODE_ENV: 'test' })).toBeUndefined()
    const none = await openFromSettings(readConfig({ NODE_ENV: 'test', DATA_DIR: folder }), {
      starts: true,
      say: () => {},
    })
    expect([none.provider, none.standIn]).toEqual([undefined, undefined])
  })
})

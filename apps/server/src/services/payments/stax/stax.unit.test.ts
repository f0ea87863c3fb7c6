import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { ProviderRefused, ProviderUnreachable, UnsignedEvent } from '../port.ts'
import { wordsOf } from './client.ts'
import { staxProvider } from './provider.ts'
import { methodOf, StaxMethod, StaxTransaction, statusOf, sumsOf } from './shapes.ts'
import { signEvent } from './signature.ts'

const secret = 'a secret of the lab and its provider'
const fields = { script: 'https://p.test/s.js', origin: 'https://p.test', web_token: 'web', is_stand_in: false }
const providerAt = (api: string, patienceMs = 20_000) =>
  staxProvider({ api, token: 'token', patienceMs, webhookSecret: secret, fields })
const provider = providerAt('http://127.0.0.1:1')

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server that gives one answer to everything; `hang` gives none. */
async function answering(status: number | 'hang', body = '', headers: Record<string, string> = {}): Promise<string> {
  const server = createServer((_request, response) => {
    if (status !== 'hang') response.writeHead(status, headers).end(body)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const charge = { key: 'k', customer_id: 'c', method_id: 'm', cents: 100, tax_cents: 0, memo: '' }
const noSums = { cents: null, refunded_cents: null, refunds: [] }
const transaction = { id: 't-1', type: 'charge', success: true, method: 'card', total: 1, message: null }

describe('an answer to a charge', () => {
  it.each([
    ['nothing', 'hang', ''],
    ['500', 500, '{"message":"Server Error"}'],
    ['502 of a proxy', 502, '<html>'],
    ['a key that it refuses', 401, '["not team admin"]'],
    ['an address that it refuses', 403, ''],
    ['429', 429, '{"error":"Too many"}'],
    ['200 that is no transaction', 200, '{"hello":1}'],
    ['200 that is no JSON', 200, 'OK'],
    ['a redirect', 302, ''],
  ] as const)('that leaves the outcome open: %s', async (_name, status, body) => {
    const api = await answering(status, body, status === 302 ? { location: 'http://127.0.0.1:1/' } : {})
    await expect(providerAt(api, status === 'hang' ? 300 : undefined).charge(charge)).rejects.toThrow(
      ProviderUnreachable,
    )
  })

  it('that cannot be had at all leaves the outcome open', async () => {
    await expect(provider.charge(charge)).rejects.toThrow(ProviderUnreachable)
  })

  it.each([
    [422, '{"payment_method_id":["The Payment Method has been deleted."]}', 'The Payment Method has been deleted.'],
    [400, '{"message":"No."}', 'No.'],
    [404, '', 'The payment provider answered 404.'],
  ])('%i %s is a refusal in its words', async (status, body, words) => {
    const refused = providerAt(await answering(status, body)).charge(charge)
    await expect(refused).rejects.toThrow(ProviderRefused)
    await expect(refused).rejects.toThrow(words)
  })

  it('with a declined transaction says why, whatever its status', async () => {
    const declined = JSON.stringify({ ...transaction, success: false, message: 'Insufficient funds.' })
    for (const status of [200, 400, 422])
      expect(await providerAt(await answering(status, declined)).charge(charge)).toEqual({
        status: 'declined',
        transaction_id: 't-1',
        message: 'Insufficient funds.',
      })
  })
})

describe('the charge of a key', () => {
  const listed = async (...data: object[]) =>
    providerAt(await answering(200, JSON.stringify({ data }))).findCharge('key')
  const charged = { ...transaction, idempotency_id: 'key', total: 2.1 }
  const paid = { status: 'paid', transaction_id: 't-1', message: '', cents: 210 }

  it('is found by its key or its reference, with its sum', async () => {
    expect(await listed()).toBeNull()
    expect(await listed({ ...charged, idempotency_id: 'another' })).toBeNull()
    expect(await listed({ ...charged, id: 't-0', idempotency_id: 'another' }, charged)).toEqual(paid)
    expect(await listed({ ...transaction, total: 2.1, meta: { reference: 'key' } })).toEqual(paid)
  })

  it('is neither its void nor its refund, and rather the one that was paid', async () => {
    for (const type of ['void', 'refund'])
      expect(await listed({ ...charged, id: 't-2', type, reference_id: 't-1' }, charged)).toEqual(paid)
    expect(await listed({ ...charged, id: 't-2', success: false }, charged)).toEqual(paid)
  })

  it.each([
    ['voided', { is_voided: true }],
    ['paid back', { total_refunded: 2.1 }],
    ['returned', { method: 'bank', child_transactions: [{ type: 'void', success: true, message: 'R01' }] }],
  ])('that was %s before it was known here is declined', async (_, change) => {
    expect(await listed({ ...charged, ...change })).toMatchObject({ status: 'declined', transaction_id: 't-1' })
  })
})

describe('a payment method', () => {
  it.each([
    ['of an unknown kind', '{"id":"m","customer_id":"c","method":"cash"}'],
    ['that is a list', '{"data":[]}'],
    ['that is no JSON', 'OK'],
  ])('%s is refused: nothing was done that could be open', async (_, body) => {
    await expect(providerAt(await answering(200, body)).findMethod('m')).rejects.toThrow(ProviderRefused)
  })

  it.each(['.', '..'])('with the id %s is asked of no one', async (id) => {
    for (const act of ['findMethod', 'removeMethod', 'findTransaction'] as const)
      await expect(provider[act](id)).rejects.toThrow(ProviderRefused)
  })
})

it('says words as tables hold them', async () => {
  const words = { message: `No\u0000pe,\n${'x'.repeat(293)}\u{1F4B3} and more` }
  const refusal = providerAt(await answering(400, JSON.stringify(words))).charge(charge)
  await expect(refusal).rejects.toThrow(new ProviderRefused(`Nope, ${'x'.repeat(293)}`))
  const { message } = await providerAt(
    await answering(200, JSON.stringify({ ...transaction, success: false, message: 'a\ud83d\u0007b' })),
  ).charge(charge)
  expect(message).toBe('a b')
})

it('reads words of every shape of an error', () => {
  expect(wordsOf({ message: 'One.' })).toBe('One.')
  expect(wordsOf([{ card_number: ['One.', 'Two.'] }, { card_cvv: ['Three.'] }])).toBe('One. Two. Three.')
  expect(wordsOf({ error: 'token_invalid', other: 1 })).toBe('token_invalid')
  expect(wordsOf(null)).toBe('')
  expect(wordsOf(7)).toBe('')
})

it('reads methods with and without what the API may leave out', () => {
  const read = (method: object) => methodOf(StaxMethod.parse({ id: 'm', customer_id: 'c', ...method }))
  expect(read({ method: 'card', card_type: 'mastercard', card_last_four: '4444', card_exp: '042031' })).toMatchObject({
    brand: 'Mastercard',
    last_four: '4444',
    expires: '2031-04',
  })
  expect(read({ method: 'card', card_type: null, card_last_four: null, card_exp: null })).toMatchObject({
    brand: 'Card',
    last_four: '0000',
    expires: null,
  })
  for (const card_exp of ['132031', '002031', '010000', '0131'])
    expect(read({ method: 'card', card_exp }).expires).toBeNull()
  expect(read({ method: 'bank', bank_name: '4539 1488 0343 6467' }).brand).toBe('Bank account')
  expect(read({ method: 'card', card_type: '4539148803436467' }).brand).toBe('Card')
  expect(read({ method: 'bank', bank_name: 'B'.repeat(100) }).brand).toBe('B'.repeat(60))
  expect(read({ method: 'bank', bank_name: '', card_last_four: '6789', card_exp: '042031' })).toMatchObject({
    brand: 'Bank account',
    expires: null,
  })
})

it.each([
  ['declined', { success: false, message: 'No.' }],
  ['paid', {}],
  ['paid', { total: '20.10', total_refunded: '20.09' }],
  ['refunded', { total: '20.10', total_refunded: '20.10' }],
  ['pending', { method: 'bank', settled_at: null }],
  ['paid', { method: 'bank', settled_at: '2026-03-04 10:00:00' }],
  ['voided', { is_voided: true }],
  ['voided', { method: 'bank', child_transactions: [{ type: 'void', success: true, message: null }] }],
  ['returned', { method: 'bank', child_transactions: [{ type: 'void', success: true, message: 'R01' }] }],
  ['voided', { method: 'card', child_transactions: [{ type: 'void', success: true, message: 'by the lab' }] }],
  ['paid', { child_transactions: [{ type: 'void', success: false, message: 'No.' }] }],
])('a transaction is %s: %o', (status, changes) => {
  expect(statusOf(StaxTransaction.parse({ ...transaction, ...changes })).status).toBe(status)
})

it('reads what was charged and paid back, in cents', () => {
  const child = { id: 'r-1', type: 'refund', success: true, total: '5.25', created_at: '2026-11-26 05:38:40' }
  const read = (changes: object) => sumsOf(StaxTransaction.parse({ ...transaction, ...changes }))
  const refund = { id: 'r-1', cents: 525, occurred_at: new Date('2026-11-26T05:38:40Z') }
  expect(read({ total: '20.10', total_refunded: '5.25', child_transactions: [child] })).toEqual({
    cents: 2010,
    refunded_cents: 525,
    refunds: [refund],
  })
  expect(
    read({
      child_transactions: [
        { ...child, success: false },
        { ...child, type: 'void' },
      ],
    }).refunds,
  ).toEqual([])
  expect(read({ total: null })).toEqual(noSums)
})

describe('the words of an answer', () => {
  const declined = async (message: string) => {
    const body = JSON.stringify({ ...transaction, success: false, message })
    return (await providerAt(await answering(200, body)).charge(charge)).message
  }

  it('never hold the number of a card', async () => {
    expect(await declined('Card 4111 1111 1111 1111 was declined.')).toBe('Card •••• •••• •••• •••• was declined.')
    expect(await declined('Card ending in 1111, reference 1234567890123.')).toBe(
      'Card ending in 1111, reference 1234567890123.',
    )
    const refusal = providerAt(await answering(422, '{"message":"5555555555554444 is blocked"}')).charge(charge)
    await expect(refusal).rejects.toThrow('•••••••••••••••• is blocked')
  })

  it('are one line, and no part of a number remains where they are cut', async () => {
    expect(await declined('One\u2028two\nthree')).toBe('One two three')
    const cut = await declined(`${'x'.repeat(490)} 4111111111111111`)
    expect(cut).toBe(`${'x'.repeat(490)} •••••••••`)
  })

  it('that is longer than 256 KB are not read: the outcome is open', async () => {
    const large = JSON.stringify({ ...transaction, filler: 'x'.repeat(256 * 1024) })
    await expect(providerAt(await answering(200, large)).charge(charge)).rejects.toThrow(ProviderUnreachable)
    const allowed = JSON.stringify({ ...transaction, filler: 'x'.repeat(200 * 1024) })
    expect(await providerAt(await answering(200, allowed)).charge(charge)).toMatchObject({ status: 'paid' })
  })
})

describe('a report', () => {
  const at = new Date('2026-11-26T05:38:50Z')
  const later = (seconds: number) => new Date(at.getTime() + seconds * 1000)
  const settled = {
    ...transaction,
    method: 'bank',
    settled_at: '2026-11-26 05:38:40',
    updated_at: '2026-11-26 05:38:40',
  }
  const bodyOf = (data: unknown) => Buffer.from(JSON.stringify(data))
  const signed = (data: unknown = settled, type = 'update_transaction_settled', id = 'e-1') => {
    const body = bodyOf(data)
    return { body, headers: signEvent(secret, { id, type, body }, at) }
  }

  it('that is signed and in time is read, as often as it comes', () => {
    const { body, headers } = signed()
    for (const now of [at, later(300), later(-300), at])
      expect(provider.readEvent(body, headers, now)).toEqual({
        id: 'e-1',
        type: 'update_transaction_settled',
        transaction_id: 't-1',
        status: 'paid',
        message: '',
        occurred_at: new Date('2026-11-26T05:38:40Z'),
        cents: 100,
        refunded_cents: null,
        refunds: [],
      })
  })

  it('that is too old, or from the future, is not', () => {
    const { body, headers } = signed()
    for (const seconds of [301, 600, -301])
      expect(() => provider.readEvent(body, headers, later(seconds))).toThrow(UnsignedEvent)
  })

  it('rejects a changed body and a foreign signature', () => {
    const { body, headers } = signed()
    const other = signEvent('another', { id: 'e-1', type: 'update_transaction_settled', body }, at)
    const signature = headers['stax-signature']!
    const changed = [
      { headers: { ...headers, 'stax-event-id': 'e-2' } },
      { headers: { ...headers, 'stax-event-name': 'update_transaction' } },
      { headers: { ...headers, 'stax-signature': signature.replace(/t=\d+/, `t=${at.getTime() / 1000 + 1}`) } },
      { headers: { ...headers, 'stax-signature': signature.slice(0, -1) } },
      { headers: { ...headers, 'stax-signature': `${signature},v1=${'0'.repeat(64)}` } },
      { headers: { ...headers, 'stax-signature': [signature, signature] } },
      { headers: { ...headers, 'stax-signature': '' } },
      { headers: other },
      { headers: {} },
      { body: Buffer.concat([body, Buffer.from(' ')]) },
      { body: Buffer.alloc(0) },
    ]
    for (const change of changed)
      expect(() => provider.readEvent(change.body ?? body, change.headers ?? headers, at)).toThrow(UnsignedEvent)
  })

  it('with a signed body that is no JSON is refused', () => {
    const body = Buffer.from('{')
    const headers = signEvent(secret, { id: 'e', type: 'update_transaction', body }, at)
    expect(() => provider.readEvent(body, headers, at)).toThrow(UnsignedEvent)
  })

  it.each([
    ['create_customer', { id: 'c-1' }],
    ['something_new', settled],
    ['update_transaction', { id: 7 }],
    ['update_transaction', []],
    ['update_transaction', null],
  ])('of a type or shape that is not known has no status: %s %o', (type, data) => {
    const { body, headers } = signed(data, type)
    const nothing = { transaction_id: null, status: null, message: '', occurred_at: at, ...noSums }
    expect(provider.readEvent(body, headers, at)).toEqual({ id: 'e-1', type, ...nothing })
  })

  it('about a void or a refund names the charge', () => {
    const child = { ...transaction, id: 't-2', reference_id: 't-1' }
    const read = (data: unknown) => {
      const { body, headers } = signed(data, 'create_transaction')
      return provider.readEvent(body, headers, at)
    }
    expect(read({ ...child, type: 'void' })).toMatchObject({ transaction_id: 't-1', status: 'voided' })
    expect(read({ ...child, type: 'void', method: 'bank', message: 'R01' })).toMatchObject({ status: 'returned' })
    // The sum is that of the refund, not that of the charge.
    expect(read({ ...child, type: 'refund', total: 0.4, created_at: '2026-11-26 05:38:40' })).toMatchObject({
      transaction_id: 't-1',
      status: null,
      cents: null,
      refunds: [{ id: 't-2', cents: 40, occurred_at: new Date('2026-11-26T05:38:40Z') }],
    })
    expect(read({ ...child, type: 'refund', success: false })).toMatchObject({ status: null, refunds: [] })
  })
})

import type { Order } from '@archwire/contract/billing/schema.ts'
import { expect, it } from 'vitest'
import { invoiceCsv } from './invoice-csv.ts'
import { invoicePdf, printable } from './invoice-pdf.ts'

const order = (items: number): Order => ({
  id: 3,
  invoice_id: 1001,
  fm_invoice_status: 'PAID',
  fm_paid_at: '2026-11-20T10:00:00.000Z',
  created_at: '2026-11-20T10:00:00.000Z',
  template_version: 2,
  organization: { id: 7, name: 'Summit', account_number: 'O-000007' },
  order_items: Array.from({ length: items }, (_, id) => ({ id, product: { id: 1, name: `Fee ${id}` }, value: 1 })),
  charges: [],
  discounts: [],
  credits: [],
  subtotal: items,
  tax: 0,
  credit_card_fee: 0,
  total: items,
  payments: [],
})
const paper = { brand: { name: 'Archwire', lab: 'Lab' }, zone: 'America/Denver' }
const pagesOf = (pdf: Uint8Array) =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)!.length

it.each([
  ['Zoë – “A” €5', 'Zoë – “A” €5'],
  ['Łódź Đorđe', 'Lódz Dorde'],
  ['Zoe\u0308', 'Zoë'],
  ['牙 😀', '? ?'],
])('the letters of %s are %s', (text, letters) => expect(printable(text)).toBe(letters))

it('the same order gives the same PDF', async () =>
  expect(Buffer.from(await invoicePdf(order(1), paper))).toEqual(Buffer.from(await invoicePdf(order(1), paper))))

it('many lines continue on further pages', async () => {
  // A row is 17.6 points high: 38 on a page, 28 on the first. Four of them are sums.
  expect(pagesOf(await invoicePdf(order(20), paper))).toBe(1)
  expect(pagesOf(await invoicePdf(order(80), paper))).toBe(3)
})

it('a practice’s name that holds a formula behind a semicolon is a text in every spreadsheet (safety/csv)', () => {
  const named = { ...order(1), organization: { id: 7, name: 'Bright Smiles;=1+1;', account_number: 'O-000007' } }
  const rows = invoiceCsv(named, paper).split('\r\n')
  expect(rows[1]).toContain(`"Bright Smiles;'=1+1;"`)
})

import type { Order } from '@archwire/contract/billing/schema.ts'
import { expect, it } from 'vitest'
import { textCell } from './invoice-csv.ts'
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

/** Texts and their cells, by hand: what a spreadsheet would calculate begins with an apostrophe. */
it.each([
  ['Summit', 'Summit'],
  ['', ''],
  ['A, B', '"A, B"'],
  ['a "b"', '"a ""b"""'],
  ['a\nb', '"a\nb"'],
  ['=1+1', `"'=1+1"`],
  ['+1+2', `"'+1+2"`],
  ['+1 a', `"'+1 a"`],
  ['+13035550142', '+13035550142'],
  ['+44 20 7946 0018', '+44 20 7946 0018'],
  ['(303) 555-0142', '(303) 555-0142'],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['  =1', `"'  =1"`],
  ['\t=1', `"'\t=1"`],
  ['\r1', `"'\r1"`],
  ['＝1+1', `"'＝1+1"`],
  ['a;=1', '"a;=1"'],
  ['a=1', 'a=1'],
])('%j is the cell %s', (text, cell) => expect(textCell(text)).toBe(cell))

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

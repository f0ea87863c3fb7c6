import type { Order } from '@archwire/contract/billing/schema.ts'
import PDFDocument from 'pdfkit'
import { expect, it } from 'vitest'
import { invoiceCsv } from './invoice-csv.ts'
import { noBlocks, paperItem, paperOrder } from '../../../test/billing/paper-order.ts'
import { pagesOf, textOf } from '../../../test/pdf-text.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { fonts, printable } from './paper-letters.ts'

const order = (items: number): Order => paperOrder({}, items)
const paper = {
  brand: { name: 'Archwire', lab: 'Lab' },
  zone: 'America/Denver',
  labAddress: ['1 Main St', 'Denver, CO'],
}
it.each([
  ['Zoë – “A” €5', 'Zoë – “A” €5'],
  ['Łódź Đorđe Nguyễn', 'Łódź Đorđe Nguyễn'],
  ['Иван Ωμέγα', 'Иван Ωμέγα'],
  ['Zoe\u0308', 'Zoë'],
  ['牙科 😀', 'YaKe :grinning:'],
  ['שלום', 'slvm'],
])('the letters of %s are %s', (text, letters) => expect(printable(text)).toBe(letters))

it.each([fonts.plain, fonts.bold])('the papers’ faces have every letter that is kept as it is: %#', (font) => {
  const { _font } = new PDFDocument({ font }) as unknown as {
    _font: { font: { hasGlyphForCodePoint(code: number): boolean } }
  }
  const kept = Array.from({ length: 0x10000 }, (_, code) => code).filter(
    (code) => code > 0x1f && printable(String.fromCodePoint(code)) === String.fromCodePoint(code),
  )
  expect(kept.length).toBeGreaterThan(600)
  expect(kept.filter((code) => !_font.font.hasGlyphForCodePoint(code))).toEqual([])
})

it('the same order gives the same PDF', async () =>
  expect(Buffer.from(await invoicePdf(order(1), noBlocks, paper))).toEqual(
    Buffer.from(await invoicePdf(order(1), noBlocks, paper)),
  ))

it('many lines continue on further pages', async () => {
  // A row is 17.6 points high: 38 on a page, 28 on the first. Four of them are sums.
  expect(pagesOf(Buffer.from(await invoicePdf(order(20), noBlocks, paper)))).toBe(1)
  expect(pagesOf(Buffer.from(await invoicePdf(order(80), noBlocks, paper)))).toBe(3)
})

const ofCase = paperOrder({
  template_version: 1,
  order_items: [{ ...paperItem(5, 'Print'), patient: { id: null, name: '牙科', case_number: 102 } }],
  billing_address: {
    name: 'Ada Byron',
    street_address: '1 Main St',
    street_address_line_2: '',
    city: 'Boulder',
    state: 'CO',
    zip_code: '80301',
    country: 'USA',
  },
})

it('a list without blocks has the case code beside each name, in both files', async () => {
  const [head, row] = invoiceCsv(ofCase, noBlocks, paper).split('\r\n')
  expect(row).toContain(',牙科,C-102,,,Product,Print,,1.00')
  expect(row!.split(',')).toHaveLength(
    head!.split(',').length + '"Ada Byron, 1 Main St, Boulder, CO 80301, USA"'.split(',').length - 1,
  )
  expect(row).toContain('"Ada Byron, 1 Main St, Boulder, CO 80301, USA",2026-11-20,2026-11-20,2026-10-20,2026-11-19,')
  expect(textOf(Buffer.from(await invoicePdf(ofCase, noBlocks, paper))).join(' ')).toContain('(C-102)')
})

it('a start-up fee of nothing and what is hidden are on no file', () => {
  const hidden = { ...paperItem(6, 'Hidden'), is_hidden: 1 as const }
  const items = [{ ...paperItem(5, 'Start-up Fee'), value: 0 }, hidden, paperItem(7, 'Print')]
  const rows = invoiceCsv(paperOrder({ order_items: items }), noBlocks, paper)
  expect(rows).toContain('Print')
  expect(rows).not.toMatch(/Start-up|Hidden/)
})

it('a practice’s name that holds a formula behind a semicolon is a text in every spreadsheet (safety/csv)', () => {
  const named = { ...order(1), organization: { id: 7, name: 'Bright Smiles;=1+1;', account_number: 'O-000007' } }
  const rows = invoiceCsv(named, noBlocks, paper).split('\r\n')
  expect(rows[1]).toContain(`"Bright Smiles;'=1+1;"`)
})

it('shows a payment under review on both files, without the reported amount for any reader (billing/on-invoice)', async () => {
  const review = {
    id: 4,
    kind: 'other_sum' as const,
    opened_at: '2026-11-20T10:00:00.000Z',
    closed_at: null,
    details: { transaction: 't-1', expected: 1, reported: 77.77 },
  }
  const reviewed = { ...paperOrder(), reviews: [review, { ...review, id: 5, closed_at: '2026-11-21T10:00:00.000Z' }] }
  const csv = invoiceCsv(reviewed, noBlocks, paper)
  const words = 'Another amount was reported for a payment of this invoice. The lab'
  expect(csv.trim().split('\r\n').slice(-2)).toEqual([
    expect.stringMatching(new RegExp(`,Review,${words} is reviewing it\\.,2026-11-20,$`)),
    expect.stringMatching(new RegExp(`,Review,${words} has reviewed it\\.,2026-11-20,$`)),
  ])
  expect(csv).not.toContain('77.77')
  // Its letters are drawn as glyphs, so the PDF is compared with those that say more or less.
  const bytesOf = async (said: Partial<Order>) =>
    Buffer.from(await invoicePdf({ ...reviewed, ...said }, noBlocks, paper))
  const pdf = await bytesOf({})
  expect(pdf.equals(await bytesOf({ reviews: [] }))).toBe(false)
  expect(pdf.equals(await bytesOf({ reviews: [reviewed.reviews[0]!] }))).toBe(false)
  expect(pdf.equals(await bytesOf({ reviews: reviewed.reviews.map((each) => ({ ...each, details: null })) }))).toBe(
    true,
  )
})

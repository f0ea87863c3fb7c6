import type { PaymentDifference } from '@archwire/contract/payment-differences/schema.ts'
import type { paymentDifferenceSearch } from '@archwire/contract/payment-differences/search.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import type { SearchTexts } from '../../ui/list/list-state.ts'
import { PaymentDifferenceList } from './payment-difference-list.tsx'

const open: PaymentDifference = {
  id: 5,
  kind: 'other_sum',
  transaction: 't-77',
  organization: { id: 7, name: 'Summit' },
  order: { id: 3, invoice_id: 1001 },
  expected: 200,
  reported: 1,
  opened_at: '2026-11-20T10:00:00.000Z',
  closed_at: null,
  closed_by: null,
  note: '',
  version: 1,
  updated_at: '2026-11-20T10:00:00.000Z',
  can: { close: true },
}
const closed: PaymentDifference = {
  ...open,
  id: 6,
  kind: 'unknown_payment',
  transaction: 't-78',
  organization: null,
  order: null,
  expected: null,
  reported: 75,
  closed_at: '2026-11-21T10:00:00.000Z',
  closed_by: 'Marcus Hale',
  note: 'Taken at the provider by hand.',
  version: 2,
  can: { close: false },
}
const listOf = (payment_differences: PaymentDifference[]) => ({
  payment_differences,
  meta: { total: payment_differences.length, page: 1, per_page: 25, last_page: 1, next: null },
})

function Screen() {
  const [search, setSearch] = useState<SearchTexts<typeof paymentDifferenceSearch>>({})
  return <PaymentDifferenceList search={search} onSearch={setSearch} />
}

test('a row says what differs, leads to practice and invoice, and says who reviewed it and why', async () => {
  await page.viewport(1600, 900)
  answersAt({ '/payment_differences': listOf([open, closed]) })
  const screen = await showPage(() => <Screen />)
  await expect.element(page.getByText('Other amount')).toBeVisible()
  await expect.element(page.getByText('$200.00')).toBeVisible()
  await expect.element(page.getByText('$1.00', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Summit' })).toHaveAttribute('href', '/organizations/7')
  await expect.element(page.getByRole('link', { name: 'Invoice 1001' })).toHaveAttribute('href', '/orders/3')
  await expect.element(page.getByText('Not known')).toBeVisible()
  await expect.element(page.getByText(/^Marcus Hale, .*: Taken at the provider by hand\.$/)).toBeVisible()
  expect(page.getByRole('button', { name: 'Review', exact: true }).elements()).toHaveLength(1)
  await screen.unmount()
})

test('a payment is marked as reviewed with a reason, and a refusal keeps what was typed', async () => {
  await page.viewport(1280, 800)
  let fails = true
  const sent: unknown[] = []
  answersAt({
    '/payment_differences/5/close': (_address: string, init?: RequestInit) => {
      sent.push(JSON.parse(init?.body as string))
      return fails
        ? Response.json({ error: 'This payment has been reviewed already.', code: 409 }, { status: 409 })
        : Response.json({ payment_difference: { ...open, can: { close: false } }, message: 'The payment is reviewed.' })
    },
    '/payment_differences': listOf([open]),
  })
  const screen = await showPage(() => <Screen />)
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  const confirm = page.getByRole('button', { name: 'Mark as reviewed' })
  await expect.element(confirm).toBeDisabled()
  const field = page.getByRole('textbox', { name: 'What was done' })
  await field.fill('Refunded at the provider.')
  await confirm.click()
  await expect.element(page.getByText('This payment has been reviewed already.').first()).toBeVisible()
  await expect.element(field).toHaveValue('Refunded at the provider.')
  fails = false
  await confirm.click()
  await expect.element(field).not.toBeInTheDocument()
  expect(sent.at(-1)).toEqual({ note: 'Refunded at the provider.', version: 1 })
  await screen.unmount()
})

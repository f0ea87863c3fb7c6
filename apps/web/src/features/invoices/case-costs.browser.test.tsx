import type { CaseCharge } from '@archwire/contract/billing/schema.ts'
import axe from 'axe-core'
import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { fakeServer, showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { CaseCosts } from './case-costs.tsx'

afterEach(async () => {
  await page.viewport(1280, 800)
  document.documentElement.dataset.mantineColorScheme = 'light'
})

const patient = { id: 7, organization_id: 2 }
const staff = sessionOf('supervisor', { all_permissions: ['organizations.view'] as never })

const row = (said: Partial<CaseCharge>): CaseCharge => ({
  id: 1,
  label: 'Software',
  details: 'Every case',
  made_of: { fee: 'arch.software', times: 1, unit: 5, price_list: 3, price_overrides: 0, by: 'Olga Owner' },
  day: '2026-11-20',
  value: 5,
  order: null,
  voided: null,
  can_remove: false,
  ...said,
})
const byHand = { fee: null, times: 1, price_list: null, price_overrides: 0, by: 'Amy Admin' }
const charges = [
  row({ order: { id: 12, invoice_id: 1044, fm_invoice_status: 'PAID' } }),
  row({
    id: 2,
    label: 'Print',
    details: 'Upper and lower arch',
    value: 36.5,
    made_of: { fee: 'arch.print', times: 2, unit: 18.25, price_list: 3, price_overrides: 2, by: 'Jane Marsh' },
  }),
  row({ id: 3, label: 'Rush', value: 40, voided: 'canceled' }),
  row({ id: 4, label: 'Extra bracket', details: '', value: 8, made_of: { ...byHand, unit: 8 }, can_remove: true }),
  row({ id: 5, label: 'Goodwill', details: '', value: -20, made_of: { ...byHand, unit: -20 }, can_remove: true }),
]
const costs = { charges, total: 29.5, can_add: true }

const shown = (session = staff) =>
  showPage(() => (
    <SessionContext value={session}>
      <CaseCosts patient={patient} />
    </SessionContext>
  ))
const summary = page.getByText('What this case costs')
const rowOf = (label: string) => page.getByRole('listitem').filter({ hasText: label })

async function opened(body: object = costs, session = staff) {
  const calls = fakeServer({ body })
  const screen = await shown(session)
  await summary.click()
  await expect.element(page.getByText('Excludes monthly fee', { exact: false })).toBeVisible()
  return Object.assign(screen, { calls })
}

describe('the cost of a case', () => {
  test('is fetched when it is opened, not before', async () => {
    const calls = fakeServer({ body: costs })
    const screen = await shown()
    await expect.element(summary).toBeVisible()
    expect(calls).toEqual([])
    await summary.click()
    await expect.element(page.getByText('$29.50')).toBeVisible()
    expect(calls[0]).toEqual({ method: 'GET', path: '/patients/7/charges', body: undefined })
    await screen.unmount()
  })

  const member = (...all_permissions: string[]) => [{ id: 2, pivot: { all_permissions } }] as never
  test.each([
    ['staff', staff, true],
    [
      'an owner of its practice',
      sessionOf('doctor', { organizations: member('organization.get-current-order') }),
      true,
    ],
    ['a member of its practice', sessionOf('doctor', { organizations: member() }), false],
    [
      'an owner of another practice',
      sessionOf('doctor', {
        organizations: [{ id: 3, pivot: { all_permissions: ['organization.get-current-order'] } }] as never,
      }),
      false,
    ],
    [
      'a partner lab',
      sessionOf('doctor', {
        roles: [{ name: 'lab_partner', label: 'Partner' }] as never,
        is_management: true,
        all_permissions: ['organizations.view'] as never,
      }),
      false,
    ],
  ])('for %s: %s', async (_who, session, reads) => {
    const screen = await shown(session as typeof staff)
    expect(summary.query() !== null).toBe(reads)
    await screen.unmount()
  })

  test('says of each row where it is, and what it is made of', async () => {
    const screen = await opened()
    const link = rowOf('Software').getByRole('link', { name: 'Invoice 1044' })
    await expect.element(link).toHaveAttribute('href', '/orders/12')
    await expect.element(rowOf('Print').getByText('Not on a closed invoice yet')).toBeVisible()
    await page.getByLabelText('What Print is made of').click()
    for (const words of ['2 × $18.25', 'Price list 3, own prices 2', 'Jane Marsh', 'Print, by arch'])
      await expect.element(rowOf('Print').getByText(words, { exact: true })).toBeVisible()
    await screen.unmount()
  })

  test('strikes through what costs nothing any more, and says why', async () => {
    const screen = await opened()
    await expect.element(rowOf('Rush').getByText('Not charged: canceled')).toBeVisible()
    const struck = rowOf('Rush').getByText('$40.00').first().element()
    expect(getComputedStyle(struck).textDecorationLine).toBe('line-through')
    await screen.unmount()
  })

  test('of a case without rows is said in words', async () => {
    const screen = await opened({ charges: [], total: 0, can_add: false })
    await expect.element(page.getByText('Nothing has been charged for this case yet.')).toBeVisible()
    expect(page.getByRole('button', { name: 'Add charge or discount' }).query()).toBeNull()
    await screen.unmount()
  })

  test('that could not be loaded can be loaded again', async () => {
    let isDown = true
    answersAt({
      '/patients/7/charges': () =>
        isDown ? Response.json({ error: 'Something went wrong.', code: 500 }, { status: 500 }) : costs,
    })
    const screen = await shown()
    await summary.click()
    await expect.element(page.getByText('This could not be loaded.')).toBeVisible()
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('$29.50')).toBeVisible()
    await screen.unmount()
  })

  test.each(['light', 'dark'])('is legible in the %s scheme, and fits a phone', async (scheme) => {
    await page.viewport(390, 844)
    const screen = await opened()
    document.documentElement.dataset.mantineColorScheme = scheme
    await page.getByLabelText('What Print is made of').click()
    const { violations } = await axe.run(screen.container, {
      runOnly: ['color-contrast', 'target-size', 'list', 'button-name'],
    })
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await screen.unmount()
  })
})

describe('a charge', () => {
  const add = page.getByRole('button', { name: 'Add charge or discount' })
  const proceed = page.getByRole('button', { name: 'Continue' })
  const description = page.getByRole('textbox', { name: 'Description' })
  const value = page.getByRole('textbox', { name: 'Value' })

  test('is added once it has a description and an amount', async () => {
    const screen = await opened()
    await add.click()
    await expect.element(proceed).toBeDisabled()
    await description.fill('Extra bracket')
    await expect.element(proceed).toBeDisabled()
    for (const [typed, words] of [
      ['0', 'Enter an amount other than 0.'],
      ['1.005', 'A number with at most two decimals.'],
      ['eight', 'A number with at most two decimals.'],
      ['1000001', 'At most 1,000,000.'],
    ] as const) {
      await value.fill(typed)
      await description.click()
      await expect.element(page.getByText(words)).toBeVisible()
      await expect.element(proceed).toBeDisabled()
    }
    await value.fill('8.20')
    await description.fill('  ')
    await expect.element(proceed).toBeDisabled()
    await description.fill(' Extra bracket ')
    await proceed.click()
    await expect.element(proceed).not.toBeInTheDocument()
    expect(screen.calls.find(({ method }) => method === 'POST')).toEqual({
      method: 'POST',
      path: '/patients/7/charge',
      body: { description: 'Extra bracket', value: 8.2 },
    })
    await screen.unmount()
  })

  test('below zero is said to be a discount', async () => {
    const screen = await opened()
    await add.click()
    await expect.element(page.getByText('An amount below zero, such as -40, is a discount.')).toBeVisible()
    await description.fill('Goodwill')
    await value.fill('-$20')
    await expect.element(page.getByText('A discount of $20.00.')).toBeVisible()
    await proceed.click()
    await expect.element(proceed).not.toBeInTheDocument()
    expect(screen.calls.find(({ method }) => method === 'POST')!.body).toEqual({ description: 'Goodwill', value: -20 })
    await screen.unmount()
  })

  test('that the server refuses keeps what was typed', async () => {
    answersAt({
      '/patients/7/charges': costs,
      '/patients/7/charge': () =>
        Response.json({ error: { value: ['At most $10,000,000 on one invoice.'] }, code: 422 }, { status: 422 }),
    })
    const screen = await shown()
    await summary.click()
    await add.click()
    await description.fill('Too much')
    await value.fill('900,000')
    await proceed.click()
    await expect.element(page.getByText('At most $10,000,000 on one invoice.')).toBeVisible()
    await expect.element(value).toHaveValue('900,000')
    await screen.unmount()
  })

  test('is removed after a question; what nobody entered has no such button', async () => {
    const screen = await opened()
    expect(page.getByRole('button', { name: 'Remove Print' }).query()).toBeNull()
    await page.getByRole('button', { name: 'Remove Goodwill' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Remove this discount?' })).toBeVisible()
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.getByRole('button', { name: 'Remove Extra bracket' }).click()
    await page.getByRole('dialog', { name: 'Remove this charge?' }).getByRole('button', { name: 'Remove' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(screen.calls.filter(({ method }) => method === 'DELETE')).toEqual([
      { method: 'DELETE', path: '/patients/7/charge', body: { patient_charge_id: 4 } },
    ])
    await screen.unmount()
  })

  test('is offered to nobody who may not add or remove one', async () => {
    const screen = await opened({
      ...costs,
      charges: charges.map((one) => ({ ...one, can_remove: false })),
      can_add: false,
    })
    await expect.element(rowOf('Extra bracket')).toBeVisible()
    expect(page.getByRole('button', { name: /Add|Remove/ }).query()).toBeNull()
    await screen.unmount()
  })
})

import type { PeriodicRule } from '@archwire/contract/periodic-rules/schema.ts'
import { CatchNotFound } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showPage } from '../../../test/show.tsx'
import { AddRule } from './add-rule.tsx'
import { RuleList } from './rule-list.tsx'
import { RulePage } from './rule-page.tsx'

const rule = (change: Partial<PeriodicRule> = {}): PeriodicRule => ({
  id: 5,
  contract_id: 9,
  organization: { id: 7, name: 'Juniper Lane', account_number: 'A-7', is_disabled: false, is_archived: false },
  type: 'Discount',
  value: 10,
  custom_description: 'Study club',
  is_active: true,
  applied_from: '2027-01-01',
  applied_to: null,
  status: 'active',
  created_by: 'Amy Admin',
  updated_by: 'Amy Admin',
  version: 3,
  created_at: '2026-12-01T15:00:00.000Z',
  updated_at: '2026-12-01T15:00:00.000Z',
  can: { update: true, update_value: true, delete: true },
  ...change,
})

/** A server with these rules; returns the bodies of the writes that reach it, by method. */
function givenServer(rules: PeriodicRule[]): [string, unknown][] {
  const writes: [string, unknown][] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const { pathname } = new URL(typeof url === 'string' ? url : url instanceof URL ? url : url.url, location.href)
    if (pathname.endsWith('/settings')) return Response.json({ settings: { lab: { time_zone: 'America/Denver' } } })
    if (init?.method === 'POST' || init?.method === 'PUT' || init?.method === 'DELETE') {
      writes.push([init.method, init.body ? JSON.parse(init.body as string) : undefined])
      return Response.json({ rule: rules[0] ?? rule(), message: 'The periodic rule is saved.' })
    }
    if (/\/periodic_rules\/\d+$/.test(pathname)) return Response.json({ rule: rules[0] })
    return Response.json({
      periodic_rules: rules,
      meta: { current_page: 1, per_page: 25, total: rules.length, last_page: 1 },
    })
  })
  return writes
}
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('the list shows a discount negated, where it stands, and leads to it', async () => {
  givenServer([
    rule(),
    rule({ id: 6, type: 'Charge', value: 49, custom_description: 'Scanner lease', status: 'ended' }),
  ])
  const screen = await showPage(() => <RuleList contractId={9} />)
  await expect.element(page.getByText('-$10.00')).toBeVisible()
  await expect.element(page.getByText('$49.00', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Ended')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: /Study club/ }))
    .toHaveAttribute('href', '/subscriptions/9/periodic-rules/5')
  await screen.unmount()
})

test('says that there are none', async () => {
  givenServer([])
  const screen = await showPage(() => <RuleList contractId={9} />)
  await expect.element(page.getByText('No periodic rules yet.')).toBeVisible()
  await screen.unmount()
})

test('a new discount is sent below zero, however its value was typed', async () => {
  const writes = givenServer([])
  const screen = await showPage(() => <AddRule contractId={9} />)
  await expect.element(button('Add')).toBeDisabled()
  await field('Value ($)').fill('10')
  await field('Description').fill('Study club')
  await page.getByRole('radio', { name: 'Discount' }).click()
  await expect.element(field('Value ($)')).toHaveValue('-10')
  await button('Add').click()
  await expect
    .poll(() => writes)
    .toEqual([
      [
        'POST',
        {
          value: -10,
          custom_description: 'Study club',
          is_active: true,
          applied_from: null,
          applied_to: null,
          contract_id: 9,
        },
      ],
    ])
  await screen.unmount()
})

test('nothing, and more than two decimals, are refused at the field', async () => {
  const writes = givenServer([])
  const screen = await showPage(() => <AddRule contractId={9} />)
  await field('Description').fill('Study club')
  for (const [text, message] of [
    ['0', 'Enter an amount other than 0.'],
    ['1.005', 'A number with at most two decimals.'],
  ] as const) {
    await field('Value ($)').fill(text)
    await field('Description').click()
    await expect.element(page.getByText(message)).toBeVisible()
    await expect.element(button('Add')).toBeDisabled()
  }
  expect(writes).toEqual([])
  await screen.unmount()
})

test('who may not set values changes the description and switches off, and sends nothing else', async () => {
  const writes = givenServer([rule({ can: { update: true, update_value: false, delete: false } })])
  const screen = await showPage(() => <RulePage contractId={9} id={5} />)
  await expect.element(field('Value ($)')).toHaveAttribute('readonly')
  expect(button('Delete').elements()).toEqual([])
  await field('Description').fill('Study club 2027')
  await page.getByRole('checkbox', { name: 'Active' }).click()
  await button('Save').click()
  await expect
    .poll(() => writes)
    .toEqual([['PUT', { custom_description: 'Study club 2027', is_active: false, version: 3 }]])
  await screen.unmount()
})

test('is deleted after a question that says what it was', async () => {
  const writes = givenServer([rule()])
  const screen = await showPage(() => <RulePage contractId={9} id={5} />)
  await button('Delete').click()
  await expect.element(page.getByText(/Study club, -\$10.00, will be on no invoice/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => writes.map(([method]) => method)).toEqual(['DELETE'])
  await screen.unmount()
})

test('is unknown under another subscription', async () => {
  givenServer([rule()])
  const screen = await showPage(() => (
    <CatchNotFound fallback={() => <h1>Not here</h1>}>
      <RulePage contractId={10} id={5} />
    </CatchNotFound>
  ))
  await expect.element(page.getByRole('heading', { name: 'Not here' })).toBeVisible()
  await screen.unmount()
})

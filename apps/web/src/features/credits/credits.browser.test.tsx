import type { Credits as CreditsShown } from '@archwire/contract/credits/schema.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showPage } from '../../../test/show.tsx'
import { Credits } from './credits.tsx'

const none: CreditsShown = {
  version: 0,
  value: 0,
  given: 0,
  valid_from: null,
  valid_to: null,
  state: 'none',
  created_at: null,
  created_by: null,
  uses: [],
  can: { set: true },
}
const given: CreditsShown = {
  ...none,
  version: 2,
  value: 20,
  given: 100,
  valid_from: '2027-01-01',
  valid_to: '2027-03-31',
  state: 'in_force',
  created_at: '2027-01-01T15:00:00.000Z',
  created_by: { id: 4, full_name: 'Amy Admin' },
  uses: [{ order_id: 31, invoice_id: 1042, closing_day: '2027-02-15', value: 80, version: 2 }],
}

/** A server with this credit; returns the bodies of the saves that reach it. */
function givenServer(credits: CreditsShown): unknown[] {
  const saves: unknown[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (
      new URL(typeof url === 'string' ? url : url instanceof URL ? url : url.url, location.href).pathname.endsWith(
        '/settings',
      )
    )
      return Response.json({ settings: { lab: { time_zone: 'America/Denver' } } })
    if (init?.method === 'PUT') saves.push(JSON.parse(init.body as string))
    return Response.json({ credits, message: 'The credit is saved.' })
  })
  return saves
}
const show = (quiet = false) => showPage(() => <Credits organizationId={7} quiet={quiet} />)
const button = (name: string) => page.getByRole('button', { name })
const field = (name: string) => page.getByRole('textbox', { name })

test('says what is left, until when, and which invoice used it', async () => {
  givenServer(given)
  const screen = await show()
  await expect.element(page.getByText('$20.00')).toBeVisible()
  await expect.element(page.getByText('In force')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Invoice 1042' })).toHaveAttribute('href', '/orders/31')
  await expect.element(page.getByText('$80.00')).toBeVisible()
  await screen.unmount()
})

test('a practice that was never given one reads nothing of it', async () => {
  givenServer({ ...none, can: { set: false } })
  const screen = await show(true)
  await expect.poll(() => vi.mocked(globalThis.fetch).mock.calls.length).toBeGreaterThan(0)
  expect(page.getByRole('heading', { name: 'Credit' }).elements()).toEqual([])
  await screen.unmount()
})

test('is set on the version that was shown, saying that it replaces what is left', async () => {
  const saves = givenServer(given)
  const screen = await show()
  await button('Set credit').click()
  await expect.element(page.getByText(/This replaces the \$20.00 that are left/)).toBeVisible()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Set credit' })
  await expect.element(confirm).toBeDisabled()
  await field('Credit ($)').fill('1,000.50')
  await confirm.click()
  await expect
    .poll(() => saves)
    .toEqual([{ value: 1000.5, valid_from: '2027-01-01', valid_to: '2027-03-31', version: 2 }])
  await screen.unmount()
})

test('says what is wrong before it is sent', async () => {
  givenServer(none)
  const screen = await show()
  await button('Set credit').click()
  await field('Credit ($)').fill('1000000000.01')
  await page.getByRole('textbox', { name: 'From' }).click()
  await expect.element(page.getByText('Must not exceed $1,000,000,000.')).toBeVisible()
  await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Set credit' })).toBeDisabled()
  await screen.unmount()
})

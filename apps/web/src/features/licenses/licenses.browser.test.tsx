import type { Device, License, OwnLicense } from '@archwire/contract/licenses/schema.ts'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { ExtraTab } from './extra-tab.tsx'
import { LicensePage } from './license-page.tsx'

const device = (change: Partial<Device> = {}): Device => ({
  id: 3,
  name: 'Front desk',
  details: 'macOS 15',
  created_at: '2027-01-01T15:00:00.000Z',
  last_seen_at: '2027-01-02T15:00:00.000Z',
  last_seen_by: { id: 8, full_name: 'Olga Owner' },
  is_blocked: false,
  version: 2,
  ...change,
})
const license = (change: Partial<License> = {}): License => ({
  id: 5,
  organization: { id: 7, name: 'Juniper Lane', account_number: 'A-7', is_disabled: false, is_archived: false },
  contract_id: 9,
  user: { id: 8, full_name: 'Olga Owner', email: 'olga@example.com' },
  license_type: { id: 2, name: 'Multi-seat', rules: { allow_buy_seats: true } },
  activated_at: '2027-01-01T15:00:00.000Z',
  expiration_date: null,
  seats: 2,
  bought_seats: 1,
  available_seats: 2,
  devices: [device()],
  version: 4,
  created_at: '2026-01-01T15:00:00.000Z',
  can: { update: true, update_seats: true, delete: false },
  ...change,
})

/** A server with this license; returns the writes that reach it: method, end of the path, body. */
function givenServer(shown: License, own?: OwnLicense, members: object[] = []): [string, string, unknown][] {
  const writes: [string, string, unknown][] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const { pathname } = new URL(typeof url === 'string' ? url : url instanceof URL ? url : url.url, location.href)
    if (init?.method !== undefined && init.method !== 'GET') {
      const sent = init.body ? (JSON.parse(init.body as string) as unknown) : undefined
      writes.push([init.method, pathname.split('/').slice(-2).join('/'), sent])
      return Response.json({ license: shown, device: device(), ...own, message: 'Saved.' })
    }
    if (pathname.endsWith('/users')) return Response.json({ users: members, meta: {} })
    if (pathname.endsWith('/organizations/7/license')) return Response.json(own)
    return Response.json({ license: shown })
  })
  return writes
}
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')
const showLicense = () =>
  showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <Suspense>
        <LicensePage id={5} />
      </Suspense>
    </SessionContext>
  ))

test('a license says whose it is, and its seats and devices are changed', async () => {
  const writes = givenServer(license())
  const screen = await showLicense()
  await expect.element(page.getByText('Olga Owner, olga@example.com')).toBeVisible()
  await expect.element(page.getByText('2 included, 1 bought, 2 free')).toBeVisible()
  expect(button('Delete').elements()).toEqual([])
  await field('Seats').fill('3')
  await button('Save').click()
  await expect.poll(() => writes).toEqual([['PUT', 'licenses/5', { seats: 3, version: 4 }]])
  await button('Block').click()
  await expect.poll(() => writes.at(-1)).toEqual(['PUT', 'devices/3', { is_blocked: true, version: 2 }])
  await button('Remove').click()
  await expect.element(page.getByText(/The device can sign in again while a seat is free/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => writes.at(-1)).toEqual(['DELETE', 'devices/3', undefined])
  await screen.unmount()
})

test('included seats are shown to who does not manage invoices, and not sent', async () => {
  const writes = givenServer(license({ can: { update: true, update_seats: false, delete: false } }), undefined, [
    { id: 8, full_name: 'Olga Owner' },
    { id: 9, full_name: 'Max Member' },
  ])
  const screen = await showLicense()
  await expect.element(page.getByText('Included seats are changed by people who manage invoices.')).toBeVisible()
  await expect.element(field('Seats')).toHaveAttribute('readonly')
  await expect.element(page.getByRole('combobox', { name: 'License Type' })).toBeDisabled()
  await page.getByRole('combobox', { name: 'User' }).selectOptions('Max Member')
  await button('Save').click()
  await expect.poll(() => writes).toEqual([['PUT', 'licenses/5', { user_id: 9, version: 4 }]])
  await screen.unmount()
})

test('a Standard license has one seat, and no devices say so', async () => {
  givenServer(
    license({ license_type: { id: 1, name: 'Standard', rules: { allow_buy_seats: false } }, seats: 1, devices: [] }),
  )
  const screen = await showLicense()
  await expect.element(page.getByText('No Devices')).toBeVisible()
  await expect.element(field('Seats')).toHaveAttribute('readonly')
  await screen.unmount()
})

test('changing the type and switching off ask first', async () => {
  const writes = givenServer(license())
  const screen = await showLicense()
  await button('Change type').click()
  await expect.element(dialog.getByText(/possible with one included seat, without bought seats/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Change type' }).click()
  await expect.poll(() => writes).toEqual([['PUT', 'licenses/5', { license_type_id: 1, version: 4 }]])
  await button('Switch off').click()
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await expect.poll(() => writes.at(-1)).toEqual(['POST', '5/set_status', { active: false }])
  await screen.unmount()
})

test('Extra says the price first, and buys seats at it with the own password', async () => {
  const { can: _can, version: _version, ...shown } = license()
  const own: OwnLicense = {
    license: shown,
    seat_price: 25,
    charged_seats: 3,
    is_suspended: false,
    can: { buy_seats: true },
  }
  const writes = givenServer(license(), own)
  const screen = await showPage(() => (
    <Suspense>
      <ExtraTab organizationId={7} />
    </Suspense>
  ))
  await expect.element(page.getByText('$25.00 a month', { exact: true })).toBeVisible()
  await expect.element(page.getByText('3 × $25.00', { exact: true })).toBeVisible()
  await expect.element(page.getByText('On the current invoice', { exact: true })).toBeVisible()
  expect(button('Remove').elements()).toEqual([])
  await field('Bought seats').fill('4')
  await expect.element(page.getByText('4 × $25.00 = $100.00 a month')).toBeVisible()
  await expect.element(button('Save seats')).toBeDisabled()
  await page.getByLabelText(/Your password/).fill('Tall-Hedge-41')
  await button('Save seats').click()
  await expect
    .poll(() => writes)
    .toEqual([['POST', '7/seats', { seats: 4, expected_price: 25, current_password: 'Tall-Hedge-41' }]])
  await screen.unmount()
})

test('Extra says of a suspended practice on which invoice its seats will be', async () => {
  const { can: _can, version: _version, ...shown } = license()
  givenServer(license(), {
    license: shown,
    seat_price: 25,
    charged_seats: 3,
    is_suspended: true,
    can: { buy_seats: true },
  })
  const screen = await showPage(() => (
    <Suspense>
      <ExtraTab organizationId={7} />
    </Suspense>
  ))
  await expect
    .element(page.getByText('On the first monthly invoice after the suspension', { exact: true }))
    .toBeVisible()
  expect(page.getByText('On the current invoice', { exact: true }).elements()).toEqual([])
  await screen.unmount()
})

import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { givenOld, givenOrder, pageOfOrders } from '../../../test/given-order.ts'
import { sessionWithin } from '../../../test/given-organization.ts'
import { givenAddress, givenInfo, givenMethod, paymentServer } from '../../../test/given-payments.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext, type Session } from '../../lib/session.tsx'
import { AccountPage } from './account-page.tsx'

const own = {
  version: 1,
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@example.com',
  username: null,
  account_number: 'U-000001',
  time_zone: null,
  pending_email: null,
  email_change: null,
  additional_emails: [],
}

test.each([
  ['doctor', ['Profile', 'Email', 'Password']],
  ['supervisor', ['Profile', 'Email', 'Additional notification emails', 'Password']],
] as const)('a %s sees the parts of the user, no row of one tab, and no role', async (role, parts) => {
  const screen = await showPage(() => (
    <SessionContext value={sessionOf(role, own)}>
      <AccountPage tab="4" onTab={() => {}} />
    </SessionContext>
  ))
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Account')
  const headings = page.getByRole('heading', { level: 2 }).elements()
  expect(headings.map(({ textContent }) => textContent)).toEqual(parts)
  expect(page.getByRole('tablist').elements()).toEqual([])
  expect(page.getByText('Role').elements()).toEqual([])
  await screen.unmount()
})

const owner = sessionWithin('organization_owner', own)
const disabled: Session = { ...owner, organization: { ...owner.organization, disabled: true } }
const multiSeat: Session = {
  ...owner,
  organization: {
    ...owner.organization,
    contract: { suspended_at: null, license: { license_type: { rules: { allow_buy_seats: true } } } },
  },
}
const everywhere = ['organization.f_m_payment_methods.update' as const, 'organization.get-current-order' as const]

test.each<[string, Session, string[]]>([
  ['an owner', owner, ['User', 'Payment', 'Invoices', 'Organization']],
  ['an owner who can buy seats', multiSeat, ['User', 'Payment', 'Extra', 'Invoices', 'Organization']],
  ['an owner of a disabled practice', disabled, ['User', 'Invoices', 'Organization']],
  ['a manager', sessionWithin('organization_manager', own), ['User', 'Invoices', 'Organization']],
  ['a member', sessionWithin('organization_member', own), ['User', 'Organization']],
  [
    'a member who was given the permission',
    sessionWithin('organization_member', { ...own, all_permissions: ['organization.get-current-order'] }),
    ['User', 'Invoices', 'Organization'],
  ],
  ['staff', sessionOf('supervisor', { ...own, all_permissions: everywhere }), []],
])('%s has these tabs', async (_, session, names) => {
  const screen = await showPage(() => (
    <SessionContext value={session}>
      <AccountPage tab={undefined} onTab={() => {}} />
    </SessionContext>
  ))
  await expect.element(page.getByRole('heading', { level: 2, name: 'Profile' })).toBeVisible()
  expect(
    page
      .getByRole('tab')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(names)
  await screen.unmount()
})

test('the Payment tab has the payment methods beside the billing address', async () => {
  paymentServer({
    'GET /f_m_payment_infos': [{ body: { payment_info: givenInfo({ payment_methods: [givenMethod(1)] }) } }],
    'GET /organizations/7/billing_address': [
      { body: { billing_address: givenAddress, version: 1, can: { update: true } } },
    ],
  })
  const screen = await showPage(() => (
    <SessionContext value={owner}>
      <AccountPage tab="2" onTab={() => {}} />
    </SessionContext>
  ))
  await expect.element(page.getByText('Visa ending in 4241')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'City' })).toHaveValue('Denver')
  expect(
    page
      .getByRole('heading', { level: 2 })
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Payment methods', 'Billing address'])
  await screen.unmount()
})

test('the Invoices tab has the current invoice and the old ones, which are read once they are opened', async () => {
  const asked = answersAt({
    '/organizations/7/current_order': givenOrder(),
    '/organizations/7/list_orders': (address: string) =>
      pageOfOrders(address.includes('sort=created_at') ? [] : [givenOld(1)]),
  })
  const screen = await showPage(() => (
    <SessionContext value={owner}>
      <AccountPage tab="4" onTab={() => {}} />
    </SessionContext>
  ))
  await expect.element(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()
  expect(
    page
      .getByRole('heading', { level: 2 })
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Current Invoice', 'Old Invoices'])
  const unpaid = expect.stringContaining('list_orders?fm_invoice_status=PENDING%2CNOT_PAID%2CBLOCKED&')
  expect([...new Set(asked)].toSorted()).toEqual(['/organizations/7/credits', '/organizations/7/current_order', unpaid])
  await page.getByText('Old Invoices').click()
  await expect.element(page.getByRole('link', { name: 'Invoice 1001' })).toHaveAttribute('href', '/orders/1')
  await screen.unmount()
})

test('an address that names another practice of the person leads to its invoices; one of a stranger is ignored', async () => {
  const asked = answersAt({
    '/organizations/8/current_order': givenOrder(),
    '/organizations/8/list_orders': pageOfOrders([]),
    '/organizations/7/current_order': givenOrder(),
    '/organizations/7/list_orders': pageOfOrders([]),
  })
  const other = { ...owner.organization, id: 8, name: 'Peak' }
  const me = { ...owner.me, organizations: [owner.organization, other] }
  const Screen = ({ organizationId }: { organizationId: string }) => {
    const [current, setCurrent] = useState(7)
    const organization = me.organizations.find(({ id }) => id === current)
    return (
      <SessionContext value={{ me, organization, switchOrganization: setCurrent }}>
        <AccountPage organizationId={organizationId} tab="4" onTab={() => {}} />
      </SessionContext>
    )
  }
  for (const [organizationId, shown] of [
    ['8', 8],
    ['99', 7],
  ] as const) {
    asked.length = 0
    const screen = await showPage(() => <Screen organizationId={organizationId} />)
    await expect.element(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()
    expect(new Set(asked.map((path) => /organizations\/(\d+)/.exec(path)?.[1]))).toEqual(new Set([String(shown)]))
    await screen.unmount()
  }
})

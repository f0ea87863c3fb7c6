import type { OrganizationRole } from '@archwire/contract/roles.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { givenOld, pageOfOrders } from '../../test/given-order.ts'
import { sessionWithin } from '../../test/given-organization.ts'
import { answersAt } from '../../test/given-case.ts'
import { showPage } from '../../test/show.tsx'
import { SessionContext, type Organization } from '../lib/session.tsx'
import { WorkStopped } from './work-stopped.tsx'

const why = 'New cases, prints and corrections are blocked, because an invoice is not paid.'

/** The note for a person of Summit, and a button that brings what the organization is afterwards. */
function shownTo(role: OrganizationRole, said: Partial<Organization>, afterwards: Partial<Organization> = {}) {
  const session = sessionWithin(role)
  return showPage(() => {
    const [is, setIs] = useState(said)
    return (
      <SessionContext value={{ ...session, organization: { ...session.organization, ...is } }}>
        <WorkStopped />
        <button onClick={() => setIs(afterwards)}>Afterwards</button>
      </SessionContext>
    )
  })
}

test('an owner reads why the practice is blocked, how much is not paid, and where to pay it', async () => {
  const asked = answersAt({
    '/organizations/7/list_orders': pageOfOrders([
      givenOld(1, { fm_invoice_status: 'BLOCKED', total: 109 }),
      givenOld(2, { fm_invoice_status: 'NOT_PAID', total: 40.5 }),
    ]),
  })
  const screen = await shownTo('organization_owner', { blocked: true, owner_name: 'Olga Owner' })
  await expect.element(screen.getByText('Not paid: $149.50')).toBeVisible()
  expect(screen.getByRole('alert').element().textContent).toBe(`${why}Not paid: $149.50Pay the invoice`)
  await expect
    .element(screen.getByRole('link', { name: 'Pay the invoice' }))
    .toHaveAttribute('href', expect.stringMatching(/^\/account\?tab=.*4/))
  expect(new Set(asked)).toEqual(new Set(['/organizations/7/list_orders?fm_invoice_status=BLOCKED%2CNOT_PAID']))
  await screen.unmount()
})

test('an owner has the way to pay also where the sum is not known', async () => {
  answersAt({ '/organizations/7/list_orders': pageOfOrders([givenOld(1, { fm_invoice_status: 'BLOCKED' })], 1, 26) })
  const screen = await shownTo('organization_owner', { blocked: true })
  await expect.element(screen.getByRole('link', { name: 'Pay the invoice' })).toBeVisible()
  expect(screen.getByText('Not paid:').elements()).toEqual([])
  await screen.unmount()
})

test.each(['organization_manager', 'organization_member'] as const)(
  '%s reads who can pay, asks for no invoices, and the note leaves as the block is lifted',
  async (role) => {
    const asked = answersAt({})
    const screen = await shownTo(role, { blocked: true, owner_name: 'Olga Owner' }, { blocked: false })
    await expect.element(screen.getByRole('alert')).toHaveTextContent(`${why} Olga Owner can pay it.`)
    expect(screen.getByRole('link').elements()).toEqual([])
    await screen.getByRole('button', { name: 'Afterwards' }).click()
    await expect.poll(() => screen.getByRole('alert').elements()).toEqual([])
    expect(asked).toEqual([])
    await screen.unmount()
  },
)

test('a suspended practice reads that its subscription is suspended', async () => {
  const screen = await shownTo('organization_owner', { suspended: true })
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('New cases, prints and corrections are stopped, because the subscription is suspended.')
  await screen.unmount()
})

test('a person of two practices reads of the block in the one that is blocked', async () => {
  answersAt({ '/organizations/7/list_orders': pageOfOrders([givenOld(1, { fm_invoice_status: 'BLOCKED' })]) })
  const session = sessionWithin('organization_owner')
  const practices = [
    { ...session.organization, blocked: true },
    { ...session.organization, id: 8, name: 'Peak' },
  ]
  const screen = await showPage(() => {
    const [current, setCurrent] = useState(0)
    return (
      <SessionContext value={{ ...session, organization: practices[current] }}>
        <WorkStopped />
        <button onClick={() => setCurrent(1 - current)}>Switch</button>
      </SessionContext>
    )
  })
  const button = screen.getByRole('button', { name: 'Switch' })
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await button.click()
  await expect.poll(() => screen.getByRole('alert').elements()).toEqual([])
  await button.click()
  await expect.element(screen.getByText(why)).toBeVisible()
  await screen.unmount()
})

test('people of a disabled practice read that it is, since when, why if there is a reason, and how to reach the lab', async () => {
  answersAt({
    '/settings': { settings: { lab: { time_zone: 'America/Denver', phone_number: '+13035550100' } } },
    '/portal': { contact: { phone: '', email: 'help@lab.example' } },
  })
  const disabled = { disabled_at: '2026-11-20T18:00:00.000Z', disabled: true }
  const screen = await shownTo(
    'organization_owner',
    { ...disabled, disabled_reason: 'The practice moved away.' },
    disabled,
  )
  await expect.element(screen.getByRole('alert')).toMatchTextContent('was disabled by the lab on Fri, Nov 20, 2026.')
  const lab = 'Ask the lab: (303) 555-0100, help@lab.example.'
  await expect.element(screen.getByRole('alert')).toMatchTextContent(lab)
  await expect
    .element(screen.getByRole('link', { name: 'help@lab.example' }))
    .toHaveAttribute('href', 'mailto:help@lab.example')
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Reason: The practice moved away. You can read')
  await screen.getByRole('button', { name: 'Afterwards' }).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('on Fri, Nov 20, 2026. You can read')
  await screen.unmount()
})

import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { givenBlock, givenCharge, givenComing, givenOfCase, givenOrder } from '../../../test/given-order.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { CurrentInvoice } from './current-invoice.tsx'

type Given = Parameters<typeof givenOrder>[0]
const session = sessionOf('supervisor', { all_permissions: ['organizations.view', 'orders.manage'] })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const field = (name: string) => page.getByRole('textbox', { name })
const dialog = page.getByRole('dialog')

const message = 'Done.'
/** The practice's open order, as writes leave it; a write is answered by what the test says, once. */
async function showOrder(said: Given) {
  const server = { said: { can_add: true, ...said } as Given, answers: [] as Response[], writes: [] as unknown[] }
  const write = (asked: string, init?: RequestInit) => {
    server.writes.push([init?.method, asked, JSON.parse(init?.body as string)])
    return server.answers.shift() ?? { ...givenOrder(server.said), charges: [], total: 0, can_add: true, message }
  }
  answersAt({
    '/organizations/7/current_order': () => givenOrder(server.said),
    '/orders/3/': write,
    '/patients/102/charge': write,
  })
  const screen = await showPage(() => (
    <SessionContext value={session}>
      <CurrentInvoice organizationId={7} />
    </SessionContext>
  ))
  await expect.element(button('Download CSV')).toBeVisible()
  return { server, screen }
}

test('a charge is added once both fields are filled, and below zero it is a discount, in words', async () => {
  const { server, screen } = await showOrder({})
  await button('Add charge or discount').click()
  await expect.element(field('Description')).toHaveFocus()
  const go = button('Continue')
  await expect.element(go).toBeDisabled()
  await field('Description').fill('Late delivery')
  await expect.element(go).toBeDisabled()
  await expect.element(field('Value')).toHaveAccessibleDescription('An amount below zero, such as -40, is a discount.')
  for (const wrong of ['0', '1.005', 'forty', '1000001']) {
    await field('Value').fill(wrong)
    await expect.element(go).toBeDisabled()
  }
  await field('Value').fill('12.5')
  await expect.element(field('Value')).toHaveAccessibleDescription('A charge of $12.50.')
  await field('Value').fill('-1,040')
  await expect.element(field('Value')).toHaveAccessibleDescription('A discount of $1,040.00.')
  await go.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.writes).toEqual([
    ['POST', '/orders/3/add_discount_or_charge', { custom_description: 'Late delivery', value: -1040 }],
  ])
  await screen.unmount()
})

test('what the server refuses keeps what was typed, with the focus on the first field; a conflict is said', async () => {
  const { server, screen } = await showOrder({})
  server.answers = [
    Response.json({ error: { custom_description: ['Contains invalid characters.'] }, code: 422 }, { status: 422 }),
    Response.json({ error: 'This invoice is closed.', code: 409 }, { status: 409 }),
  ]
  await button('Add charge or discount').click()
  await field('Description').fill('Parcel')
  await field('Value').fill('5')
  await button('Continue').click()
  await expect.element(page.getByText('Contains invalid characters.')).toBeVisible()
  await expect.element(field('Description')).toHaveFocus()
  await button('Continue').click()
  await expect.element(page.getByText('This invoice is closed.')).toBeVisible()
  await expect.element(field('Description')).toHaveValue('Parcel')
  await expect.element(field('Value')).toHaveValue('5')
  await button('Continue').click()
  await expect.element(dialog).not.toBeInTheDocument()
  await screen.unmount()
})

test.each<[string, Given, string, string, unknown[]]>([
  [
    'a charge',
    { charges: [givenCharge(7, 'Parcel', 1012.5)] },
    'Parcel',
    'Remove the charge “Parcel” of $1,012.50?',
    ['DELETE', '/orders/3/remove_charge', { charge_id: 7 }],
  ],
  [
    'a discount',
    { discounts: [givenCharge(8, 'Late', 40)] },
    'Late',
    'Remove the discount “Late” of $40.00?',
    ['DELETE', '/orders/3/remove_discount', { discount_id: 8 }],
  ],
  [
    'a charge of a case',
    {
      template: {
        patients: [
          givenBlock({
            charges: [givenOfCase(9, 'Extra', 8, { can_remove: true })],
          }),
        ],
      },
    },
    'Extra',
    'Remove the charge “Extra” of $8.00?',
    ['DELETE', '/patients/102/charge', { patient_charge_id: 9 }],
  ],
  [
    'a discount to come',
    { template: { to_come: [givenComing(5, { label: 'Soon', value: -3, patient: null, can_remove: true })] } },
    'Soon',
    'Remove the discount “Soon” of $3.00?',
    ['DELETE', '/orders/3/remove_discount', { discount_id: 5 }],
  ],
])('%s is removed after a question that names it and its amount', async (_, said, label, question, write) => {
  const { server, screen } = await showOrder(said)
  await button(`Remove: ${label}`).click()
  await expect.element(dialog.getByText(question)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(server.writes).toEqual([])
  await button(`Remove: ${label}`).click()
  server.said = { can_add: true }
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(button(`Remove: ${label}`)).not.toBeInTheDocument()
  expect(server.writes).toEqual([write])
  await screen.unmount()
})

test('what periodic rules bring stays, and says why; codes and what nobody may remove offer nothing', async () => {
  const { screen } = await showOrder({
    charges: [givenCharge(7, 'Seats', 30, { is_periodic: true, can_remove: false })],
    discounts: [
      givenCharge(8, 'First month', 99, { promotion_code: 'FIRSTMONTHFREE', can_remove: false }),
      givenCharge(9, 'Volume discount', 5, { can_remove: false }),
    ],
  })
  const seats = button('Remove: Seats')
  await expect.element(seats).toHaveAttribute('aria-disabled', 'true')
  await expect.element(seats).toHaveAccessibleDescription('Periodic charges and discounts cannot be removed here.')
  expect(button(/^Remove/).elements()).toHaveLength(1)
  ;(seats.element() as HTMLElement).click()
  expect(dialog.elements()).toEqual([])
  await screen.unmount()
})

test('a removal that the server refuses is said in its words, and the page shows what is there by then', async () => {
  const { server, screen } = await showOrder({ charges: [givenCharge(7, 'Parcel', 12.5)] })
  server.answers = [Response.json({ error: 'Someone else removed this charge.', code: 409 }, { status: 409 })]
  await button('Remove: Parcel').click()
  server.said = { can_add: true }
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByText('Someone else removed this charge.')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button('Remove: Parcel')).not.toBeInTheDocument()
  await screen.unmount()
})

test('the keyboard goes on at the row beside the one that was removed', async () => {
  const [parcel, training] = [givenCharge(7, 'Parcel', 12.5), givenCharge(8, 'Training', 20)]
  const { server, screen } = await showOrder({ charges: [parcel, training] })
  ;(button('Remove: Parcel').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).toBeVisible()
  server.said = { can_add: true, charges: [training] }
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(button('Remove: Parcel')).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.closest('tr')?.textContent).toContain('Training')
  await screen.unmount()
})

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt } from '../../../test/given-case.ts'
import { givenCharge, givenOrder } from '../../../test/given-order.ts'
import { sessionWithin } from '../../../test/given-organization.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { CurrentInvoice } from './current-invoice.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = page.getByRole('textbox', { name: 'Promotion code' })

/** The owner's current invoice; a code is answered by what the test says, and else applied. */
async function showInvoice(can_add_code = true) {
  const server = {
    said: { can_add_code } as Parameters<typeof givenOrder>[0],
    answers: [] as Response[],
    sent: [] as unknown[],
  }
  answersAt({
    '/organizations/7/current_order': () => givenOrder(server.said),
    '/orders/3/promotion_code': (_asked: string, init?: RequestInit) => {
      server.sent.push(JSON.parse(init?.body as string))
      const refused = server.answers.shift()
      if (refused) return refused
      const code = { promotion_code: 'FIRSTMONTHFREE', can_remove: false, made_of: null }
      server.said = { discounts: [givenCharge(0, 'Promotion code', 99, code)] }
      return { ...givenOrder(server.said), message: 'The promotion code is added: 100 % off the next monthly fee.' }
    },
  })
  const screen = await showPage(() => (
    <SessionContext value={sessionWithin('organization_owner')}>
      <CurrentInvoice organizationId={7} />
    </SessionContext>
  ))
  await expect.element(button('Download CSV')).toBeVisible()
  return { server, screen }
}

test('a code is applied, said, and shown on the invoice', async () => {
  const { server, screen } = await showInvoice()
  await button('Add a promotion code').click()
  await expect.element(field).toHaveFocus()
  await expect.element(button('Apply')).toBeDisabled()
  await field.fill(' firstmonthfree ')
  await button('Apply').click()
  await expect.element(page.getByText('The promotion code is added: 100 % off the next monthly fee.')).toBeVisible()
  await expect.element(page.getByText('Promotion code (FIRSTMONTHFREE)')).toBeVisible()
  await expect.element(button('Add a promotion code')).not.toBeInTheDocument()
  expect(server.sent).toEqual([{ code: 'firstmonthfree' }])
  await screen.unmount()
})

test('a code that cannot be used is said at the field, and what was typed stays', async () => {
  const { server, screen } = await showInvoice()
  server.answers = [
    Response.json({ error: { code: ['This promotion code cannot be used.'] }, code: 422 }, { status: 422 }),
  ]
  await button('Add a promotion code').click()
  await field.fill('SPRING')
  await button('Apply').click()
  await expect.element(field).toHaveAccessibleDescription(/This promotion code cannot be used\./)
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('SPRING')
  await button('Apply').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await screen.unmount()
})

test('who adds no code is offered none', async () => {
  const { screen } = await showInvoice(false)
  expect(button('Add a promotion code').elements()).toEqual([])
  await screen.unmount()
})

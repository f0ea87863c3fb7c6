import { expect, test } from 'vitest'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { givenRequest } from '../../../test/given-request.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { OpenShipping } from './shipping-button.tsx'

const shown = (request: object) => {
  answersAt({ '/customer_requests/9': { customer_request: request } })
  return showPage(() => (
    <SessionContext value={sessionOf('doctor')}>
      <OpenShipping requestId={9} />
    </SessionContext>
  ))
}

test('a case says where and when its open print ships; who may changes it there (requests/edit)', async () => {
  const screen = await shown(givenRequest({ can: ['edit_shipping'] }))
  await expect.element(screen.getByText(/^Ships to Main office, Denver, arrives Mon, Nov 30/)).toBeVisible()
  await screen.getByRole('button', { name: 'Edit shipping' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Shipping' })).toBeVisible()
  await screen.unmount()
})

test('once work has started the practice reads why it cannot', async () => {
  const why = 'Work on this request has started; please ask the lab to change it.'
  const screen = await shown(givenRequest({ why_not: { edit_shipping: why } }))
  const button = screen.getByRole('button', { name: 'Edit shipping' })
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button).toHaveAccessibleDescription(why)
  await screen.unmount()
})

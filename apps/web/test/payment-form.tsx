import type { PaymentInfo } from '@archwire/contract/payments/schema.ts'
import { expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { PaymentMethodForm } from '../src/features/payments/payment-method-form.tsx'
import { SessionContext } from '../src/lib/session.tsx'
import { sessionWithin } from './given-organization.ts'
import type { fakeProvider } from './given-payments.ts'
import { showPage } from './show.tsx'

/** The year of a card that has not expired. */
export const year = String(new Date().getUTCFullYear() + 2)
const session = sessionWithin('organization_owner', { first_name: 'Olga', last_name: 'Owner' })

/** The server's word that a method was added. */
export const saved = (info: PaymentInfo) => ({
  body: { payment_info: info, payment_method_id: 5, message: 'The payment method is saved.' },
})
/** A refusal of the server. */
export const refusal = (status: number, error: unknown) => ({ status, body: { error, code: status } })

/** Shows the form of a new payment method to the owner of practice 7. */
export const showForm = (
  info: PaymentInfo,
  onSaved: (info: PaymentInfo, id: number) => void = vi.fn(),
  replaces?: number,
) =>
  showPage(() => (
    <SessionContext value={session}>
      <PaymentMethodForm organizationId={7} info={info} onSaved={onSaved} replaces={replaces} onCancel={() => {}} />
    </SessionContext>
  ))

export const field = (name: string) => page.getByRole('textbox', { name, exact: true })
export const radio = (name: string) => page.getByRole('radio', { name })
export const submit = page.getByRole('button', { name: /Save payment method|Try again/ })
/** The button works once the provider's fields are there. */
export const whenReady = () => expect.element(submit).toBeEnabled()

/** Enters a card that has not expired. */
export async function fillCard(provider: ReturnType<typeof fakeProvider>) {
  await whenReady()
  provider.fillIn()
  await field('Expiration month').fill('04')
  await field('Expiration year').fill(year)
}

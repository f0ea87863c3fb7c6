import type { CaseCharge } from '@archwire/contract/billing/schema.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, givenCase, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { CancelCase } from './cancel-case.tsx'

let rows = 0
const row = (fee: string | null, value: number, said: Partial<CaseCharge> = {}): CaseCharge => ({
  id: (rows += 1),
  label: fee === null ? 'Changed prescription' : fee,
  details: '',
  made_of: { fee, times: 1, unit: value, price_list: 1, price_overrides: 0, by: 'Olga Owner' },
  day: '2026-11-25',
  value,
  order: null,
  voided: null,
  can_remove: false,
  ...said,
})
const invoice = { id: 3, invoice_id: 1003, fm_invoice_status: 'PAID' } as const

async function open(
  charges: CaseCharge[],
  session = sessionOf('supervisor', { all_permissions: ['organizations.view'] }),
) {
  const asked = answersAt({ '/patients/7/charges': { charges, total: 0, can_add: false } })
  const rx_form = { id: 8 } as Patient['rx_form']
  const screen = await showPage(() => (
    <SessionContext value={session}>
      <CancelCase patient={givenCase({ status: 'in_progress', can: ['cancel_started'], rx_form })} />
    </SessionContext>
  ))
  await page.getByRole('button', { name: 'Cancel case' }).click()
  return { screen, asked, dialog: page.getByRole('dialog', { name: 'Cancel this case?' }) }
}

test.each([
  [
    'the setup that no closed invoice holds, but no print, nothing entered by hand, nothing voided',
    [
      row('arch.software', 30),
      row('rx_forms.misc.rx_form.rush_case', 35),
      row('arch.print', 24),
      row('shipping_fees.express', 18.5),
      row(null, 8, { label: 'Extra bracket', can_remove: true }),
      row('arch.software', 15, { voided: 'changed' }),
      row('arch.initial_case_setup', 90, { order: invoice }),
    ],
    'The practice is not charged the $65.00 for its setup.',
  ],
  [
    'a reduction of a closed invoice',
    [row('arch.software', 30, { order: invoice }), row(null, -15)],
    'The reduction of $15.00 for its changed prescription is taken off the invoice.',
  ],
])('staff who cancel a case read the sum of %s', async (_what, charges, words) => {
  const { screen, dialog } = await open(charges)
  await expect.element(dialog.getByText(words)).toBeVisible()
  await screen.unmount()
})

test('nothing is said where nothing is open, and nobody asks without the right to read invoices', async () => {
  const none = await open([row('arch.software', 30, { order: invoice })])
  await expect.element(none.dialog.getByText(/cannot be undone/)).toBeVisible()
  await expect.poll(() => none.asked).toContain('/patients/7/charges')
  await expect.element(none.dialog.getByText(/not charged|reduction/)).not.toBeInTheDocument()
  await none.screen.unmount()
  const without = await open([row('arch.software', 30)], sessionOf('supervisor'))
  await expect.element(without.dialog.getByText(/cannot be undone/)).toBeVisible()
  expect(without.asked).toEqual([])
  await without.screen.unmount()
})

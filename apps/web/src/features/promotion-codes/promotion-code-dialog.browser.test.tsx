import type { PromotionCode } from '@archwire/contract/promotion-codes/schema.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { PromotionCodeDialog } from './promotion-code-dialog.tsx'

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name })
const code: PromotionCode = {
  id: 5,
  code: 'SUMMER',
  value: 50,
  is_fixed: false,
  promotion_code_type_id: 2,
  months: 3,
  is_active: true,
  expires_at: null,
  is_expired: false,
  version: 1,
  created_at: '2026-11-26T10:00:00.000Z',
  updated_at: '2026-11-26T10:00:00.000Z',
  can: { update: true, delete: true },
}

/** The dialog of a new code, or of this one; what is sent is kept. */
async function show(edited?: PromotionCode) {
  const sent: unknown[] = []
  const take = (_asked: string, init?: RequestInit) => {
    sent.push(JSON.parse(init?.body as string))
    return { promotion_code: code, message: 'The promotion code is saved.' }
  }
  answersAt({ '/promotion_codes': take, '/promotion_codes/5': take })
  const session = sessionOf('supervisor', { all_permissions: ['promotion-codes.manage'] })
  const screen = await showPage(() => (
    <SessionContext value={session}>
      <PromotionCodeDialog code={edited} onClose={() => undefined} />
    </SessionContext>
  ))
  await expect.element(field('Code')).toBeVisible()
  return { sent, screen }
}

test('a code for the monthly fee says for how many months, 1 to 12', async () => {
  const { sent, screen } = await show()
  await field('Code').fill('winter')
  await field('Value').fill('20')
  expect(field('Months').elements()).toEqual([])
  await page.getByText('Monthly fee').click()
  await expect.element(field('Months')).toHaveValue('1')
  for (const wrong of ['0', '13', '1.5', 'two', '']) {
    await field('Months').fill(wrong)
    await expect.element(button('Create')).toBeDisabled()
  }
  await field('Months').fill('12')
  await button('Create').click()
  await expect.poll(() => sent).toMatchObject([{ code: 'WINTER', promotion_code_type_id: 2, months: 12 }])
  await screen.unmount()
})

test('a code that becomes one for the start-up fee keeps no months', async () => {
  const { sent, screen } = await show(code)
  await expect.element(field('Months')).toHaveValue('3')
  await page.getByText('Start-up fee').click()
  await expect.element(field('Months')).not.toBeInTheDocument()
  await button('Save').click()
  await expect.poll(() => sent).toMatchObject([{ promotion_code_type_id: 1, months: 1, version: 1 }])
  await screen.unmount()
})

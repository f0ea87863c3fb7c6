import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { labScope } from '../../apps/server/src/db/scope.ts'
import { beginWaived } from '../../apps/server/src/modules/billing/index.ts'
import { completeRequest } from '../../apps/server/src/modules/requests/index.ts'
import { seriousInBoth } from '../axe.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'

const zone = 'America/Denver'
const block = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Patients' }).getByRole('listitem').filter({ hasText: name })

test('a rush case and its print stand on the current invoice; the lab adds a charge by hand, and the owner reads why each line costs what it costs', async ({
  page: owner,
  portal: { given, db },
  signIn,
  browserOf,
  picture,
}) => {
  const practice = await given.practice()
  await db.transaction().execute((trx) => beginWaived(trx, { scope: labScope, now: new Date() }, practice.id, zone))
  const last_name = `Ledger ${given.unique().toUpperCase()}`
  const trays = { export_type: 1, print_assignment: 1, insert_brackets_assignment: 1, jaws_id: 3 } as const
  const rush = { rush_case: true, rush_case_authorized_by: 'Olga' }
  const form = {
    first_name: 'Lena',
    last_name,
    impression_type: 1,
    products_list: 0,
    ...trays,
    ...rush,
    shipping_method: 'express',
  } as const
  const { id } = await given.case({ practice, form, stage: 'approved', setup: 3 })
  const supervisor = await given.actor(await given.user('supervisor'))
  const { rows } = await sql<{ id: number }>`select id from customer_requests where patient_id = ${id}`.execute(db)
  await db
    .transaction()
    .execute((trx) =>
      completeRequest(trx, supervisor, { request: rows[0]!.id }, { tracking_number: '1Z999AA10123456784' }, zone),
    )

  const admin = await browserOf(await given.user('admin'))
  await test.step('an admin adds a charge on the page of the practice', async () => {
    await admin.setViewportSize({ width: 1440, height: 900 })
    await admin.goto(`/organizations/${practice.id}?tab=invoices`)
    await expect(block(admin, last_name)).toBeVisible()
    await admin.getByRole('button', { name: 'Add charge or discount' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Add charge or discount' })
    await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled()
    await dialog.getByLabel('Description').fill('Return shipping')
    await dialog.getByLabel('Value').fill('12.50')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog).toBeHidden()
    await expect(admin.getByRole('row').filter({ hasText: 'Return shipping' })).toContainText('$12.50')
    await picture(admin, 'organization-invoices', { fullPage: true })
  })

  await test.step('the owner reads what each line is made of', async () => {
    await signIn(practice.owner)
    await owner.setViewportSize({ width: 1440, height: 900 })
    await owner.goto('/account?tab=4')
    const lines = block(owner, last_name)
    // Demo prices, two arches, express: docs/billing.md, case A.
    await expect(lines.locator('summary').first()).toContainText('$298.00')
    const print = lines.getByRole('row').filter({ hasText: /^Print/ })
    await print.locator('summary').click()
    await expect(print).toContainText('2 × $12.00')
    await expect(owner.getByRole('row').filter({ hasText: 'Return shipping' })).toContainText('$12.50')
    await expect(owner.getByRole('row').filter({ hasText: 'Monthly Fee' })).toBeVisible()
    await expect(owner.getByRole('button', { name: 'Add charge or discount' })).toHaveCount(0)
    expect(await seriousInBoth(owner)).toEqual([])
    await picture(owner, 'account-invoices', { fullPage: true })
  })

  await test.step('on a phone, too', async () => {
    await owner.setViewportSize({ width: 390, height: 844 })
    await expectFitForPhone(owner)
    await picture(owner, 'account-invoices-phone', { fullPage: true })
  })
})

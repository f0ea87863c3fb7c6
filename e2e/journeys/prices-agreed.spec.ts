import { sql } from 'kysely'
import { labScope } from '../../apps/server/src/db/scope.ts'
import { beginWaived } from '../../apps/server/src/modules/billing/index.ts'
import { seriousInBoth } from '../axe.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'
import { goWithin } from '../people/go-within.ts'

const zone = 'America/Denver'

test('the lab agrees prices with a practice, sets a rule and gives a credit; its next case and its current invoice show them', async ({
  page: owner,
  portal: { given, db },
  signIn,
  browserOf,
  picture,
}) => {
  const practice = await given.practice()
  await db.transaction().execute((trx) => beginWaived(trx, { scope: labScope, now: new Date() }, practice.id, zone))
  const { rows } = await sql<{ contract: number }>`
    select id as contract from contracts where organization_id = ${practice.id}`.execute(db)
  const { contract } = rows[0]!
  const admin = await browserOf(await given.user('admin'))
  await admin.setViewportSize({ width: 1440, height: 900 })

  await test.step('an admin agrees on a setup fee and a monthly fee', async () => {
    await admin.goto(`/organizations/${practice.id}?tab=prices`)
    await admin.getByRole('button', { name: 'Change prices' }).click()
    await admin.getByRole('textbox', { name: 'Initial case setup' }).fill('40')
    await admin.getByRole('textbox', { name: 'Monthly fee' }).fill('49.50')
    await picture(admin, 'own-prices', { fullPage: true })
    await admin.getByRole('button', { name: 'Save', exact: true }).click()
    const question = admin.getByRole('dialog', { name: 'Save the practice’s prices?' })
    await question.getByRole('button', { name: /^Save/ }).click()
    await expect(question).toBeHidden()
    await expect(admin.getByRole('row').filter({ hasText: 'Initial case setup' })).toContainText('$40.00')
  })

  await test.step('sets a rule that takes $10.00 off each month', async () => {
    await goWithin(admin, `/subscriptions/${contract}`)
    await admin.getByRole('link', { name: 'Add rule' }).click()
    await admin.getByRole('radio', { name: 'Discount' }).check()
    await admin.getByRole('textbox', { name: 'Value ($)' }).fill('10')
    await admin.getByRole('textbox', { name: 'Description' }).fill('Study club')
    await picture(admin, 'add-rule')
    await admin.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(admin.getByRole('link', { name: /Study club/ })).toContainText('-$10.00')
  })

  await test.step('and gives a credit', async () => {
    await admin.getByRole('button', { name: 'Set credit' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Set credit' })
    await dialog.getByRole('textbox', { name: 'Credit ($)' }).fill('25')
    await dialog.getByRole('button', { name: 'Set credit' }).click()
    await expect(dialog).toBeHidden()
    await expect(admin.getByRole('region', { name: 'Credit' })).toContainText('$25.00')
    expect(await seriousInBoth(admin)).toEqual([])
    await picture(admin, 'subscription', { fullPage: true })
  })

  const last_name = `Agreed ${given.unique().toUpperCase()}`
  const form = {
    first_name: 'Ann',
    last_name,
    impression_type: 1,
    products_list: 0,
    export_type: 1,
    jaws_id: 1,
  } as const
  const { id } = await given.case({ practice, form })
  await test.step('the doctor reads on the case whose price it is', async () => {
    await signIn(practice.owner)
    await owner.setViewportSize({ width: 1440, height: 900 })
    await owner.goto(`/patient-details/${id}`)
    const price = owner.locator('details').filter({ hasText: 'Price' }).first()
    await price.locator('summary').click()
    await expect(price.getByRole('listitem').filter({ hasText: 'Initial case setup' })).toContainText(
      'Your practice’s price',
    )
    await picture(owner, 'case-price')
  })

  await test.step('and the current invoice, line by line', async () => {
    await goWithin(owner, '/account?tab=4')
    const line = (text: string) => owner.getByRole('row').filter({ hasText: text })
    await expect(line('Monthly Fee')).toContainText('$49.50')
    await expect(line('Study club')).toContainText('$10.00')
    await expect(line('Credit').first()).toContainText('$25.00')
    await picture(owner, 'current-invoice', { fullPage: true })
    await owner.setViewportSize({ width: 390, height: 844 })
    await expectFitForPhone(owner)
  })

  await test.step('the settings of the lab fit a phone', async () => {
    await admin.setViewportSize({ width: 390, height: 844 })
    for (const tab of ['0', '1', '2']) {
      await admin.goto(`/settings?tab=${tab}`)
      await expect(admin.getByRole('button', { name: 'Save' }).first()).toBeVisible()
      await expectFitForPhone(admin)
      await picture(admin, `settings-${tab}`, { fullPage: true })
    }
    await admin.goto(`/subscriptions/${contract}/periodic-rules/add`)
    await expectFitForPhone(admin)
  })
})

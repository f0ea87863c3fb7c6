import { expect, test } from '../journey.ts'
import { seriousOn } from '../axe.ts'
import { choose, field, submitButton } from '../people/doctor.ts'
import * as payer from '../people/payer.ts'
import { withoutPrinter } from '../people/prescriber.ts'

test(
  'a practice pays from a bank account, and once more when the bank returned it',
  { tag: '@long' },
  async ({ page, portal, signIn, browserOf, context, picture }) => {
    test.setTimeout(180_000)
    const practice = await payer.newPractice(portal)
    const name = `Wazee ${portal.given.unique()}`
    await withoutPrinter(context)
    await signIn(practice.owner)
    const newCase = `/organizations/${practice.id}/rx-forms/add`

    await test.step('without a card fee, and the payment takes a few days', async () => {
      await page.goto('/patients')
      await payer.goToPayment(page, name)
      await payer.enterBankAccount(page, payer.testNumber.bankReturned)
      await picture(page, 'setup-bank', { fullPage: true })
      await payer.saveMethod(page).click()
      await expect(payer.order(page)).toContainText('Bank (ACH)')
      await expect(payer.total(page)).toContainText('$200.00')
      await payer.finishButton(page).click()
      await expect(payer.thanks(page)).toBeFocused()
      await expect(page.getByText('from your bank account takes a few days. You can start cases now.')).toBeVisible()
      await picture(page, 'setup-thanks-bank')
    })

    await test.step('meanwhile a case can be started', async () => {
      await page.getByRole('link', { name: 'Start your first case' }).click()
      await field(page, 'First name').fill('Ada')
      await field(page, 'Last name').fill('Pending')
      await choose(page, 'Impression type', 'PVS/Alginate impression')
      await choose(page, 'Digital model', 'Full Digital Model')
      await expect(submitButton(page)).toBeEnabled()
      await submitButton(page).click()
      await expect(page).toHaveURL(/\/patients$/)
    })

    const bank = await browserOf(null)
    await test.step('the bank returns the payment', async () => {
      const row = await payer.paymentsOf(bank, portal, name)
      await expect(row).toContainText('pending')
      await row.getByRole('button', { name: 'Return it now' }).click()
      await expect(row).toContainText('The bank returned the payment')
    })

    await test.step('the warning of Start A Case leads to the payment method, which is the last', async () => {
      await expect(async () => {
        await page.goto(newCase)
        await expect(page.getByText('Start-up Fee for Organization not paid.')).toBeVisible({ timeout: 2000 })
      }).toPass({ timeout: 30_000 })
      await picture(page, 'fee-not-paid')
      await page.getByRole('button', { name: 'Pay the start-up fee' }).click()
      await expect(page).toHaveURL(/\/initial-setup\?step=2$/)
      await expect(page.getByText('The payment of the start-up fee did not go through.')).toBeVisible()
      await expect(payer.methodsOf(page)).toContainText('ending in 1116')
      await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(0)
      expect(await seriousOn(page)).toEqual([])
      await picture(page, 'setup-returned')
    })

    await test.step('on the Payment tab a card replaces it', async () => {
      await page.getByRole('main').getByRole('link', { name: 'Payment tab' }).click()
      await expect(page).toHaveURL(/\/account\?tab=2$/)
      await page.getByRole('button', { name: /^Replace: / }).click()
      await payer.enterCard(page, payer.testNumber.paid)
      await page.getByLabel('Your password').fill(payer.ownersPassword)
      await picture(page, 'payment-replace', { fullPage: true })
      await payer.saveMethod(page).click()
      await expect(payer.methodsOf(page)).toHaveText([/Visa 1111.*Primary/])
    })

    await test.step('the same invoice is paid by it, with the card fee', async () => {
      await page.goto(newCase)
      await page.getByRole('button', { name: 'Pay the start-up fee' }).click()
      await page.getByRole('button', { name: 'Next' }).click()
      await expect(payer.order(page)).toContainText('Paid by card, with its fee, it costs $202.98.')
      await picture(page, 'setup-unpaid', { fullPage: true })
      await payer.finishButton(page).click()
      await expect(payer.thanks(page)).toBeFocused()
      await page.getByRole('link', { name: 'Show the receipt' }).click()
      await expect(page.getByRole('row', { name: /^Total/ })).toContainText('$202.98')
      await page.goto(newCase)
      await expect(page.getByRole('heading', { name: 'Start A Case' })).toBeVisible()
      await expect(page.getByText('Start-up Fee for Organization not paid.')).toHaveCount(0)
      const rows = await payer.paymentsOf(bank, portal, name)
      await expect(rows).toHaveCount(2)
      await expect(rows.first()).toContainText('paid')
    })
  },
)

test(
  'a practice whose fee the lab waived enters a payment method, and is charged nothing',
  { tag: '@long' },
  async ({ page, portal, signIn, browserOf, picture }) => {
    const practice = await payer.newPractice(portal)
    const name = `Blake ${portal.given.unique()}`
    const supervisor = await browserOf('supervisor')
    await test.step('the lab waives the fee', async () => {
      await supervisor.goto(`/organizations/${practice.id}/rx-forms/add`)
      await supervisor.getByRole('button', { name: 'Waive the fee' }).click()
      await supervisor.getByRole('dialog').getByRole('button', { name: 'Waive' }).click()
      await expect(supervisor.getByText('Start-up Fee for Organization not paid.')).toHaveCount(0)
    })

    await signIn(practice.owner)
    await page.goto('/')
    await expect(page.getByText('The lab waived the start-up fee. Nothing is charged now.')).toBeVisible()
    await payer.goToPayment(page, name)
    await payer.enterCard(page, payer.testNumber.paid)
    // The contract came with the waiver.
    await page.getByLabel('Your password').fill(payer.ownersPassword)
    await payer.saveMethod(page).click()
    await expect(payer.total(page)).toContainText('$0.00')
    await expect(page.getByRole('textbox', { name: 'Promotion code' })).toHaveCount(0)
    await picture(page, 'setup-waived', { fullPage: true })
    await payer.finishButton(page).click()
    await expect(payer.thanks(page)).toBeFocused()
    await expect(page.getByText('Nothing was charged. Your account is ready.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Start your first case' })).toBeVisible()
    await expect(await payer.paymentsOf(page, portal, name)).toHaveCount(0)
  },
)

test(
  'the promotion code NOSTARTUPFEE takes off the whole fee',
  { tag: '@long' },
  async ({ page, portal, signIn, picture, watch }) => {
    watch.expect(/404 .*\/validate_code\/NOSUCHCODE/)
    const practice = await payer.newPractice(portal)
    const name = `Curtis ${portal.given.unique()}`
    await signIn(practice.owner)
    await page.goto('/')
    await payer.goToPayment(page, name)
    await payer.enterCard(page, payer.testNumber.paid)
    await payer.saveMethod(page).click()
    const total = payer.total(page)
    const code = page.getByRole('textbox', { name: 'Promotion code' })
    const apply = page.getByRole('button', { name: 'Apply' })
    await expect(total).toContainText('$202.98')

    await test.step('a code that cannot be used says so at its field', async () => {
      await code.fill('NOSUCHCODE')
      await apply.click()
      await expect(code).toHaveAccessibleDescription(/\w/)
      await expect(code).toBeFocused()
      await expect(total).toContainText('$202.98')
    })
    await test.step('one code at a time, which can be removed again', async () => {
      await code.fill('NOSTARTUPFEE')
      await apply.click()
      await expect(total).toContainText('$0.00')
      await expect(code).toBeDisabled()
      await picture(page, 'setup-code', { fullPage: true })
      await page.getByRole('button', { name: 'Remove code' }).click()
      await expect(total).toContainText('$202.98')
    })
    await test.step('it is kept while the owner goes from step to step', async () => {
      await page.getByRole('button', { name: 'Back' }).click()
      await page.getByRole('button', { name: 'Next' }).click()
      await expect(code).toHaveValue('NOSTARTUPFEE')
      await apply.click()
      await expect(total).toContainText('$0.00')
      await page.getByRole('button', { name: 'Back' }).click()
      await page.getByRole('button', { name: 'Next' }).click()
      await expect(total).toContainText('$0.00')
    })
    await test.step('nothing is charged, and the receipt names the code', async () => {
      await payer.finishButton(page).click()
      await expect(payer.thanks(page)).toBeFocused()
      await page.getByRole('link', { name: 'Show the receipt' }).click()
      await expect(page.getByRole('table')).toContainText('NOSTARTUPFEE')
      await expect(page.getByRole('row', { name: /^Total/ })).toContainText('$0.00')
      await expect(await payer.paymentsOf(page, portal, name)).toHaveCount(0)
    })
  },
)

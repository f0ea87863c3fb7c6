import { seriousOn } from '../axe.ts'
import { casesIn, expect, test } from '../journey.ts'
import { choose, field, submitButton } from '../people/doctor.ts'
import { goWithin } from '../people/go-within.ts'
import { choosePassword, followMail, press } from '../people/newcomer.ts'
import * as payer from '../people/payer.ts'
import { withoutPrinter } from '../people/prescriber.ts'

test('a practice signs up, pays by card, and submits its first case', async ({
  page,
  portal,
  context,
  browserOf,
  picture,
  watch,
}) => {
  test.setTimeout(180_000)
  const mark = portal.given.unique()
  const email = `nora-${mark}@example.com`
  const practice = `Larimer ${mark}`
  await withoutPrinter(context)

  await test.step('the mail of the sign-up leads to the account setup', async () => {
    await page.goto('/sign-up')
    await page.getByLabel('First name').fill('Nora')
    await page.getByLabel('Last name').fill('Newman')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Next' }).click()
    await choosePassword(page, payer.ownersPassword)
    await page.getByRole('button', { name: 'Signup' }).click()
    await expect(page).toHaveURL(/\/sign-up-success$/)
    await followMail(page, email, /verify your email/)
    await press(page, 'Verify my account')
    await expect(page).toHaveURL(/\/initial-setup$/)
    await expect(payer.stepHeading(page, 'Welcome')).toBeVisible()
    await picture(page, 'setup-welcome')
  })

  await test.step('the details are saved before the payment method can be entered', async () => {
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(payer.stepHeading(page, 'Account Details')).toBeFocused()
    const next = page.getByRole('button', { name: 'Next' })
    await expect(next).toBeDisabled()
    await picture(page, 'setup-details', { fullPage: true })
    await payer.saveDetails(page, practice)
    await expect(page).toHaveURL(/step=2$/)
  })

  await test.step('a card continues to the order, with its fee', async () => {
    await payer.enterCard(page, payer.testNumber.declined)
    expect(await seriousOn(page)).toEqual([])
    await picture(page, 'setup-card', { fullPage: true })
    await payer.saveMethod(page).click()
    await expect(payer.stepHeading(page, 'Order summary')).toBeFocused()
    await expect(payer.total(page)).toContainText('$202.98')
  })

  await test.step('the provider declines it in its own words, and everything entered is kept', async () => {
    watch.expect(/409 .*\/process_initial_purchase$/)
    await payer.finishButton(page).click()
    const note = page.getByRole('alert').filter({ hasText: 'The card was declined: insufficient funds.' })
    await expect(note).toContainText('Nothing was charged, and everything you entered is kept.')
    expect(await seriousOn(page)).toEqual([])
    await picture(page, 'setup-declined', { fullPage: true })
    await note.getByRole('button', { name: 'Use another card' }).click()
    await expect(payer.methodsOf(page)).toContainText('Visa 1881')
    await picture(page, 'setup-method')
  })

  await test.step('another card takes its place, and is charged', async () => {
    await payer.enterCard(page, payer.testNumber.paid)
    await payer.saveAndFinish(page)
    await expect(payer.thanks(page)).toBeFocused()
    await expect(page.getByText('$202.98 was charged.')).toBeVisible()
    expect(await seriousOn(page)).toEqual([])
    await picture(page, 'setup-thanks')
  })

  await test.step('the receipt has the sums, and a mail leads to it', async () => {
    await page.getByRole('link', { name: 'Show the receipt' }).click()
    await expect(page).toHaveURL(/\/orders\/\d+$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Invoice \d+$/)
    await expect(page.getByRole('row', { name: /^Card fee/ })).toContainText('$2.98')
    await expect(page.getByRole('row', { name: /^Total/ })).toContainText('$202.98')
    await picture(page, 'receipt', { fullPage: true })
    const receipt = page.url()
    const mail = await browserOf(null)
    await followMail(mail, email, /^Receipt for invoice \d+/)
    await expect(mail).toHaveURL(/\/login/)
    await goWithin(page, '/patients')
    await goWithin(page, receipt)
    await expect(page.getByRole('main')).toContainText(practice)
  })

  await test.step('the first case is submitted', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Start a New Case' }).click()
    await field(page, 'First name').fill('Ada')
    await field(page, 'Last name').fill('First')
    await choose(page, 'Impression type', 'PVS/Alginate impression')
    await choose(page, 'Digital model', 'Full Digital Model')
    await expect(submitButton(page)).toBeEnabled()
    await submitButton(page).click()
    await expect(page).toHaveURL(/\/patients$/)
    await expect(casesIn(page)).toHaveCount(1)
    await expect(casesIn(page)).toContainText('First, Ada')
  })

  await test.step('the provider has one declined payment, and one paid', async () => {
    const rows = await payer.paymentsOf(page, portal, practice)
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(0)).toContainText('paid')
    await expect(rows.nth(1)).toContainText('insufficient funds')
  })
})

test(
  'the account setup continues in another browser where it was left',
  { tag: '@long' },
  async ({ page, portal, signIn, browserOf }) => {
    const practice = await payer.newPractice(portal)
    await signIn(practice.owner)
    await page.goto('/patients')
    await payer.goToPayment(page, `Larimer ${portal.given.unique()}`)

    const second = await browserOf(practice.owner)
    await test.step('at the payment method, because the details are saved', async () => {
      await second.goto('/')
      await expect(payer.stepHeading(second, 'Payment method')).toBeVisible()
      await second.getByRole('button', { name: 'Back' }).click()
      await expect(second.getByRole('textbox', { name: 'Street Address', exact: true })).toHaveValue(
        '1200 Larimer Street',
      )
      await second.getByRole('button', { name: 'Next' }).click()
      await payer.enterCard(second, payer.testNumber.paid)
      await payer.saveMethod(second).click()
      await expect(payer.stepHeading(second, 'Order summary')).toBeVisible()
    })

    const third = await browserOf(practice.owner)
    await test.step('at the order, because there is a payment method', async () => {
      await third.goto('/patients')
      await expect(payer.stepHeading(third, 'Order summary')).toBeVisible()
      await expect(third.getByRole('region', { name: 'Paid by' })).toContainText('Visa ending in 1111')
      await payer.finishButton(third).click()
      await expect(payer.thanks(third)).toBeVisible()
    })

    await test.step('what is finished there is finished here', async () => {
      await expect(payer.thanks(second)).toBeVisible()
      await expect(payer.thanks(page)).toBeVisible()
      await page.goto('/initial-setup')
      await expect(page).toHaveURL(/\/patients$/)
    })
  },
)

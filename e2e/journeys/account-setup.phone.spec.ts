import { seriousInBoth } from '../axe.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'
import * as payer from '../people/payer.ts'

/** The account setup and the Payment tab by touch: nothing extends past the screen, and controls have room for fingers. */
test(
  'an owner finishes the account setup on a phone, and changes how the practice pays',
  { tag: '@long' },
  async ({ page, portal, signIn, picture, watch }) => {
    test.setTimeout(180_000)
    const practice = await payer.newPractice(portal)
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    const look = async (name: string) => {
      await expectFitForPhone(page)
      expect
        .soft(await seriousInBoth(page, (scheme) => picture(page, `${name}-${scheme}`, { fullPage: true })))
        .toEqual([])
      await page.emulateMedia({ colorScheme: null })
    }
    await signIn(practice.owner)
    await page.goto('/')

    await test.step('the details', async () => {
      await expect(payer.stepHeading(page, 'Welcome')).toBeVisible()
      await look('setup-welcome')
      await button('Next').tap()
      await expect(payer.stepHeading(page, 'Account Details')).toBeVisible()
      await look('setup-details')
      await payer.saveDetails(page, `Market ${portal.given.unique()}`, payer.tap)
    })
    await test.step('a bank account and a card are entered in the provider’s fields', async () => {
      await payer.enterBankAccount(page, payer.testNumber.bank, payer.tap)
      await look('setup-bank')
      await page.getByRole('group', { name: 'Pay by' }).getByText('Card', { exact: true }).tap()
      await payer.enterCard(page, payer.testNumber.paid)
      await look('setup-card')
      await payer.saveMethod(page).tap()
    })
    await test.step('the step bar leads back, and the order is paid', async () => {
      await expect(payer.stepHeading(page, 'Order summary')).toBeVisible()
      await look('setup-order')
      await page
        .getByRole('navigation', { name: 'Steps of the account setup' })
        .getByRole('button', { name: /^Payment method/ })
        .tap()
      await expect(payer.methodsOf(page)).toHaveCount(1)
      await look('setup-method')
      await button('Next').tap()
      await payer.finishButton(page).tap()
      await expect(payer.thanks(page)).toBeVisible()
      await expect(page.getByRole('link', { name: 'Start your first case' })).toBeVisible()
      await look('setup-thanks')
    })

    await test.step('the Payment tab: the last method cannot be removed', async () => {
      await page.goto('/account')
      await page.getByRole('tab', { name: 'Payment', exact: true }).tap()
      await expect(page).toHaveURL(/\/account\?tab=2$/)
      await expect(payer.methodsOf(page)).toHaveText([/Visa 1111.*Primary/])
      await expect(button('Remove: Visa 1111')).toHaveAttribute('aria-disabled', 'true')
      await look('payment-tab')
    })
    await test.step('a second one is added with the password', async () => {
      await button('Add payment method').tap()
      await payer.enterCard(page, payer.testNumber.mastercard)
      await page.getByLabel('Nickname').fill('Front desk card')
      await page.getByLabel('Your password').fill(payer.ownersPassword)
      await look('payment-add')
      await payer.saveMethod(page).tap()
      await expect(payer.methodsOf(page)).toHaveText([/Visa 1111.*Primary/, /Front desk card/])
    })
    await test.step('it becomes the primary one', async () => {
      await button('Make primary: Front desk card').tap()
      const dialog = page.getByRole('dialog', { name: 'Make Front desk card the primary payment method?' })
      await dialog.getByLabel('Your password').fill(payer.ownersPassword)
      await look('payment-primary')
      await dialog.getByRole('button', { name: 'Make primary' }).tap()
      await expect(dialog).toBeHidden()
      await expect(payer.methodsOf(page).filter({ hasText: /Primary/ })).toContainText('Front desk card')
    })
    await test.step('the other one is removed; a wrong password changes nothing', async () => {
      await button('Remove: Visa 1111').tap()
      const dialog = page.getByRole('dialog', { name: 'Remove Visa 1111?' })
      const password = dialog.getByLabel('Your password')
      watch.expect(/422 .*\/api\/v1\/f_m_payment_methods\/\d+$/)
      await password.fill('not-my-password')
      await dialog.getByRole('button', { name: 'Remove' }).tap()
      await expect(password).toHaveAccessibleDescription(/\w/)
      await expect(password).toBeFocused()
      await password.fill(payer.ownersPassword)
      await look('payment-remove')
      await dialog.getByRole('button', { name: 'Remove' }).tap()
      await expect(payer.methodsOf(page)).toHaveText([/Front desk card.*Primary/])
      await look('payment-tab-after')
    })
  },
)

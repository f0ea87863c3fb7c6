import type { Locator, Page } from '@playwright/test'
import { hashPassword } from '../../apps/server/src/modules/auth/index.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'

/** One's own account on a phone (`access/profile`, `access/new-address`, `people/additional-emails`). */

const password = 'Tall-Hedge-41'
const toast = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words })
const button = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true })

test('a supervisor changes the name, the additional emails and the address of the account', async ({
  page,
  portal,
  signIn,
  picture,
  watch,
}) => {
  // An additional email that is refused.
  watch.expect(/422 .*\/api\/v1\/emails$/)
  const { given, db } = portal
  const person = await given.user('supervisor', ['Sam', 'Super'])
  const password_hash = await hashPassword(password)
  await db.updateTable('users').set({ password_hash }).where('id', '=', person.id).execute()
  const { email } = await db.selectFrom('users').select('email').where('id', '=', person.id).executeTakeFirstOrThrow()
  const unique = given.unique()
  await signIn(person)
  await page.goto('/patients-page')
  await button(page, 'Open the menu').tap()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Account' }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account')
  // One tab is no row of tabs.
  await expect(page.getByRole('tablist')).toHaveCount(0)
  await expectFitForPhone(page)

  await test.step('the name is saved, and shown at once', async () => {
    await expect(button(page, 'Save')).toBeDisabled()
    await page.getByLabel('First Name').fill('Samantha')
    await button(page, 'Save').tap()
    await expect(toast(page, 'Your profile is saved.')).toBeVisible()
    await expect(page.getByRole('main').getByText('Samantha Super')).toBeVisible()
    await expect(button(page, 'Save')).toBeDisabled()
  })

  await test.step('an additional email is added once, and deleted', async () => {
    const list = page.getByRole('list', { name: 'Additional notification emails' })
    const field = page.getByLabel('Add an email')
    await expect(button(page, 'Add')).toBeDisabled()
    await field.fill(`desk-${unique}@example.com`)
    await field.press('Enter')
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(field).toHaveValue('')
    await field.fill(`DESK-${unique}@example.com`)
    await button(page, 'Add').tap()
    await expect(page.getByText('This email is on the list already.')).toBeVisible()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await field.fill('')
    await picture(page, 'account', { fullPage: true })
    await button(list, `Delete desk-${unique}@example.com`).tap()
    await expect(list).toHaveCount(0)
  })

  await test.step('a new address waits until it is verified', async () => {
    await button(page, 'Change email').tap()
    const dialog = page.getByRole('dialog', { name: 'Change email' })
    await dialog.getByLabel('New email').fill(`sam-${unique}@example.com`)
    await dialog.getByLabel('Your password').fill(password)
    await picture(page, 'account-new-email')
    await button(dialog, 'Change email').tap()
    await expect(toast(page, 'We have sent an email to your new address.')).toBeVisible()
    await expect(page.getByText(`sam-${unique}@example.com is not verified yet.`)).toBeVisible()
    await expect(page.getByText(`Until then you sign in with ${email}.`)).toBeVisible()
    await expectFitForPhone(page)
    await picture(page, 'account-pending-email', { fullPage: true })
  })

  await test.step('a link to set a new password goes to the address in use', async () => {
    await button(page, 'Send a link to set a new password').tap()
    await expect(page.getByText(`We have sent a link to ${email}.`)).toBeVisible({ timeout: 30_000 })
    await expect
      .poll(async () => {
        const mails = await db.selectFrom('mails').select('kind').where('to_address', '=', email).execute()
        return mails.map(({ kind }) => kind)
      })
      .toContain('access.reset')
  })
})

import { expect, type Locator, type Page } from '@playwright/test'

/** Opens the newest mail to this address whose subject says so, and returns its link. */
export async function linkInMail(page: Page, to: string, subject: RegExp, mails?: number): Promise<Locator> {
  const link = page.getByRole('article').getByRole('link')
  await expect(async () => {
    await page.goto(`/mailbox?to=${to}`)
    const links = page.getByRole('link', { name: subject })
    // An older link is void from the moment that a newer one is made.
    if (mails !== undefined) await expect(links).toHaveCount(mails, { timeout: 2000 })
    // Until it has left, its link has no token.
    await expect(links.first()).toContainText(' · sent', { timeout: 2000 })
    await links.first().click({ timeout: 2000 })
    await page.getByRole('button', { name: 'Text' }).click({ timeout: 2000 })
    await expect(link).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 20_000 })
  return link
}

/** Follows the link of the newest mail to this address whose subject says so. */
export async function followMail(page: Page, to: string, subject: RegExp, mails?: number): Promise<void> {
  await (await linkInMail(page, to, subject, mails)).click()
}

/** Presses the button of the page that a mail led to: only that uses its link (`access/press`). */
export const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name }).click()

/** Types a new password and its confirmation. */
export async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
}

/** Signs in at the page that is open. */
export async function signInWith(page: Page, email: string, password: string): Promise<void> {
  // A form that is left may have two fields that are called a password.
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

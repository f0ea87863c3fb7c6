import { expect, type Page } from '@playwright/test'
import { demoPassword, emailOf } from '../../apps/server/src/demo/people.ts'

/** Fills in the sign-in page that is open, and sends it. */
export async function fillSignIn(page: Page, who: string): Promise<void> {
  await page.getByLabel('Email').fill(emailOf(who))
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs in as a demo person the way people do. */
export async function signInAt(page: Page, path: '/login' | '/management', who: string): Promise<void> {
  await page.goto(path)
  await fillSignIn(page, who)
  await expect(page.getByRole('heading', { name: 'Patients', level: 1 })).toBeVisible()
}

/** How many notifications the bell counts now. */
export async function unreadOf(page: Page): Promise<number> {
  const label = await page.getByRole('button', { name: /^Notifications(,|$)/ }).getAttribute('aria-label')
  return Number(/\d+/.exec(label ?? '')?.[0] ?? 0)
}

/** Waits until the bell counts more than `before`, without a reload, and opens the newest message that says `text`. */
export async function followBell(page: Page, before: number, text: RegExp): Promise<void> {
  await expect.poll(() => unreadOf(page), { message: 'the bell rings by itself' }).toBeGreaterThan(before)
  await page.getByRole('button', { name: /^Notifications(,|$)/ }).click()
  await page.getByRole('button', { name: text }).first().click()
}

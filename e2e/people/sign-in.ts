import { expect, type Locator, type Page } from '@playwright/test'
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
  // Technicians begin with what is theirs (`screens/home`).
  if (who === 'tech') {
    await expect(page.getByRole('heading', { name: 'My work', level: 1 })).toBeVisible()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients' }).click()
  }
  await expect(page.getByRole('heading', { name: 'Patients', level: 1 })).toBeVisible()
}

/**
 * Opens the bell, waits for the unread message about this patient that says `text`, and opens it. Numbers of the bell are
 * not compared: what is settled meanwhile lowers them.
 */
export async function followBell(page: Page, patient: string, text: RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Notifications(,|$)/ }).click()
  await unreadOf(page, patient, text).click()
}

/** The newest unread message of the open bell about this patient that says `text`. */
export const unreadOf = (page: Page, patient: string, text: RegExp): Locator =>
  page.getByRole('button', { name: text }).filter({ hasText: patient }).and(page.locator('[data-unread]')).first()

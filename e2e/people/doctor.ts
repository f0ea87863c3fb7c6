import { expect, type Locator, type Page } from '@playwright/test'
import { samples } from '../portal/place.ts'

export const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: false })

/** One of the visible choices under a label. */
export const choose = (page: Page, group: string, choice: string): Promise<void> =>
  page.getByRole('group', { name: group }).getByText(choice, { exact: true }).click()

/** Adds files by the file chooser that the panel of this group opens. */
export async function addFiles(
  page: Page,
  group: string,
  files: Parameters<Locator['setInputFiles']>[0],
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('group', { name: group }).getByRole('button', { name: /Add/ }).click()
  await (await chooser).setFiles(files as string[])
}

/** Fills Start A Case in with names, the real scan of one arch and a photo, for printed trays; stops before it is submitted. */
export async function fillCase(page: Page, name: { first: string; last: string }): Promise<void> {
  await field(page, 'First name').fill(name.first)
  await field(page, 'Last name').fill(name.last)
  await choose(page, 'Impression type', 'Intra-Oral Scan')
  await addFiles(page, 'STL files', [samples.scan])
  await page.getByRole('button', { name: 'Continue without it' }).click()
  await addFiles(page, 'Photos', [samples.photo])
  await choose(page, 'Digital model', 'Clean-up and Base')
  await choose(page, 'Bonding', 'Trays')
}

export const submitButton = (page: Page): Locator => page.getByRole('button', { name: 'Submit case' })

/** Picks the first day that can be had. */
export async function pickFirstDay(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: `Calendar for ${label}` }).click()
  await page.locator('table button:not([disabled]):not([data-disabled])').first().click()
}

export async function askForChanges(page: Page, note: string): Promise<void> {
  await page.getByRole('button', { name: 'Ask for changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'What should be changed?' })
  await expect(dialog.getByRole('button', { name: 'Ask for changes' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Changes' }).fill(note)
  await dialog.getByRole('button', { name: 'Ask for changes' }).click()
  await expect(dialog).toBeHidden()
}

export async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve setup' }).click()
  const dialog = page.getByRole('dialog', { name: /^Approve the setup of / })
  // Before the model is drawn the question says that no one has looked.
  await dialog.getByRole('button', { name: /^Approve (setup|without .+)$/ }).click()
  await expect(dialog).toBeHidden()
}

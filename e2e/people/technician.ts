import { syntheticMouth, toBinaryStl } from '@archwire/mesh'
import { expect, type Locator, type Page } from '@playwright/test'
import { casesIn } from '../journey.ts'
import { openHistory } from './app.ts'

/** The work steps with a row each. */
export const steps = (page: Page): Locator => page.getByRole('table', { name: 'Work steps' })
export const step = (page: Page, name: string): Locator =>
  steps(page).getByRole('row', { name: new RegExp(`\\b${name}\\b`) })

/** Finds a case in the lab's list by its patient's name, as the list writes it, and opens its workflow. */
export async function openWorkflow(
  page: Page,
  patient: { first: string; last: string },
  listed: string,
): Promise<void> {
  // A list that has not loaded yet shows nothing of others, too.
  await expect(casesIn(page).first()).toBeVisible()
  const search = page.getByRole('searchbox')
  await search.fill(`${patient.last} ${patient.first}`.toLowerCase())
  await expect(page).toHaveURL((url) => url.searchParams.has('filter[search]'))
  await expect(page.getByRole('table', { name: 'Patients' })).toHaveAttribute('aria-busy', 'false')
  await expect(casesIn(page).filter({ hasNotText: patient.last }), 'the list shows what was searched for').toHaveCount(
    0,
  )
  const row = casesIn(page).filter({ hasText: listed })
  await expect(row).toHaveCount(1)
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Workflows' }).click()
  await expect(steps(page)).toBeVisible()
}

/** A setup as the lab's software exports it: both arches, aligned. `draft` tells one version from the next. */
export function setupFiles(draft: number) {
  const mouth = syntheticMouth({ seed: draft, alignment: 1, triangles: 6000 })
  return (['upper', 'lower'] as const).map((jaw) => ({
    name: `setup-${draft}-${jaw}.stl`,
    mimeType: 'model/stl',
    buffer: Buffer.from(toBinaryStl(mouth[jaw])),
  }))
}

/** Uploads both arches, which take the place of those that were there. */
export async function uploadSetup(page: Page, draft: number): Promise<void> {
  const history = page.getByRole('list', { name: 'History' })
  await expect(history).toBeVisible()
  const uploaded = history.getByText('Setup uploaded')
  await openHistory(page)
  const before = await uploaded.count()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /Upload (the|a new) setup/ }).click()
  await (await chooser).setFiles(setupFiles(draft))
  await expect(async () => {
    await openHistory(page)
    await expect(uploaded).toHaveCount(before + 2, { timeout: 1_000 })
  }).toPass()
  const setup = page.getByRole('region', { name: 'Setup', exact: true })
  await expect(setup.getByRole('button', { name: /^Download / })).toHaveCount(2)
}

export async function notifyDoctor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Notify', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Notify / })
  await dialog.getByRole('button', { name: 'Notify' }).click()
  await expect(dialog).toBeHidden()
}

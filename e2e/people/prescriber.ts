import { expect, type BrowserContext, type Page } from '@playwright/test'
import type { Portal } from '../journey.ts'
import { samples } from '../portal/place.ts'
import { addFiles, choose, field, pickFirstDay } from './doctor.ts'

/** No dialog of a printer opens in these pages. */
export const withoutPrinter = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => Object.assign(globalThis, { print: () => undefined }))

/** Fills Start A Case in with a choice of every kind; `seed` makes the scans this journey's own. */
export async function fillEverything(
  page: Page,
  { given }: Portal,
  { last, seed, library }: { last: string; seed: number; library: string },
): Promise<void> {
  const stl = (jaw: 'upper' | 'lower') => ({
    name: `${jaw}.stl`,
    mimeType: 'model/stl',
    buffer: Buffer.from(given.scan(jaw, seed)),
  })
  await field(page, 'First name').fill('Philippa')
  await field(page, 'Last name').fill(last)
  await field(page, 'Case number').fill('RX-25')
  await choose(page, 'Impression type', 'Intra-Oral Scan')
  await addFiles(page, 'STL files', [stl('upper'), stl('lower')] as never)
  await page.getByLabel('Scanner', { exact: true }).selectOption({ label: 'Other' })
  await field(page, 'Name of the scanner').fill('Heron')
  await addFiles(page, 'Photos', [samples.photo])
  await choose(page, 'Digital model', 'Clean-up and Base')
  await page.getByLabel('3D Printing Options').check()
  await choose(page, 'Bonding', 'Trays')
  await page.getByLabel(library).check()
  await choose(page, 'Arch mode', 'Low Profile Base')
  await page.getByLabel('Analysis Report').check()
  await page.getByLabel('Root integration').check()
  await page.getByLabel('Shipping method').selectOption({ label: 'Express' })
  await page.getByLabel('Rush case, $50.00').check()
  await field(page, 'Reason, authorized by').fill('Wedding on Friday, Dr. Marsh')
  await pickFirstDay(page, 'Bonding date')
  const advice = page.getByRole('dialog', { name: 'Bonding date' })
  await expect(advice).toContainText('cases should be bonded no later than 30 days from this submission date.')
  await advice.getByRole('button', { name: 'OK' }).click()
  await field(page, 'Special instructions').fill('Keep the diastema.')
  await page.getByLabel('Order more supplies').check()
  await page.getByLabel('Boxes', { exact: true }).selectOption({ label: '3' })
  await page.getByLabel('Size of the boxes').selectOption({ label: 'Large' })
  await page.getByLabel('Impression baggies').selectOption({ label: '20' })
}

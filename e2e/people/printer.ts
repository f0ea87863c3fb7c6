import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test'

/** Tells what a page asked its printer for. */
declare const window: { printed?: number }

/** No dialog of a printer opens: the page only counts what it asked for. */
export const withoutPrinter = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    Object.assign(globalThis, { printed: 0, print: () => void (window.printed = (window.printed ?? 0) + 1) })
  })

/** How often the page asked the printer. */
export const printed = (page: Page): Promise<number | undefined> => page.evaluate(() => window.printed)

/** The printer's dialog was closed. */
export const paperIsOut = (page: Page): Promise<void> =>
  page.evaluate(() => void dispatchEvent(new Event('afterprint')))

export type Label = 'Patient label' | 'Shipping label'

/** One of the two labels of a request, in the list that opens them. */
const labelRow = (page: Page, label: Label): Locator =>
  page.getByRole('region', { name: 'Labels' }).getByRole('listitem').filter({ hasText: label })

/** Opens a label and waits until both of its codes are drawn. */
export async function openLabel(page: Page, label: Label): Promise<Locator> {
  await labelRow(page, label)
    .getByRole('button', { name: /^Print the / })
    .click()
  const dialog = page.getByRole('dialog', { name: label })
  for (const code of [/^Code 128 of C-\d+$/, /^QR code of C-\d+$/])
    await expect
      .poll(() => dialog.getByRole('img', { name: code }).evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  return dialog
}

/** Marks the label that is open as printed, closes it and finds it marked in the list. */
export async function markAsPrinted(page: Page, label: Label): Promise<void> {
  const dialog = page.getByRole('dialog', { name: label })
  await dialog.getByRole('button', { name: 'Mark as Printed' }).click()
  await expect(dialog.getByRole('status')).toHaveText('Printed')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(labelRow(page, label).getByRole('status')).toHaveText('Printed')
}

/** The sheets that the printer would get, each as its width and height in inches (a PDF counts 72 points an inch). */
export async function sheetsOf(page: Page): Promise<[number, number][]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  return [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, wide, high]) => [
    Number(wide) / 72,
    Number(high) / 72,
  ])
}

/** Completes a request by the parcel's number; without one it is refused in place. */
export async function ship(page: Page, trackingNumber: string): Promise<void> {
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Shipping Information' })
  const number = dialog.getByRole('textbox', { name: 'Tracking number' })
  await expect(number).toBeFocused()
  await number.press('Tab')
  await expect(dialog.getByText('Required')).toBeVisible()
  await expect(number).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByRole('button', { name: 'Complete' })).toBeDisabled()
  await number.fill(trackingNumber)
  await expect(dialog.getByText('Required')).toBeHidden()
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await expect(dialog).toBeHidden()
}

import { syntheticArch, toBinaryStl } from '@archwire/mesh'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Portal } from '../journey.ts'
import { addTo } from './photographer.ts'

/** Trays that the practice prints in its office. */
export const inOffice = {
  export_type: 1,
  print_assignment: 2,
  insert_brackets_assignment: 2,
} as const

/** An approved case whose trays the practice prints itself; its IOS file is still to come. */
export const approvedInOffice = ({ given }: Portal, name: { first: string; last: string }) =>
  given.case({ stage: 'approved', form: { ...inOffice, first_name: name.first, last_name: name.last } })

/** Adds the file of the desktop application that the trays were made from. */
export async function addIosFile(page: Page, name: string): Promise<void> {
  const files = page.getByRole('region', { name: 'IOS Files' })
  const buffer = Buffer.from('of the desktop application')
  await addTo(page, files, [{ name, mimeType: 'application/octet-stream', buffer }])
  await expect(files.getByRole('listitem').filter({ hasText: name })).toBeVisible()
}

/** A flawed tray on the page of its request. */
export const trayOn = (page: Page, arch: 'Maxillary' | 'Mandibular'): Locator =>
  page.getByRole('listitem', { name: `${arch} tray` })

/** Uploads the file that replaces that of a flawed tray. */
export async function uploadCorrected(page: Page, tray: Locator, name: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await tray.getByRole('button', { name: /^Upload File/ }).click()
  const buffer = Buffer.from(toBinaryStl(syntheticArch({ jaw: 'upper', seed: 2, alignment: 0.6, triangles: 1500 })))
  await (await chooser).setFiles([{ name, mimeType: 'model/stl', buffer }])
}

import { expect, type Locator, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { refreshCaseRows } from '../../apps/server/src/modules/case-core/index.ts'
import type { Portal } from '../journey.ts'

/** The work of one of the two lists of My work, on this patient. */
export const workOn = (page: Page, list: 'Mine' | 'Available', patient: string): Locator =>
  page.getByRole('list', { name: list, exact: true }).getByRole('listitem').filter({ hasText: patient })

/** The one button of a work in My work. */
export const nextStep = (page: Page, action: string, patient: string): Locator =>
  page.getByRole('button', { name: `${action}: ${patient}`, exact: true })

/** Opens My work and waits for what is in it. */
export async function openMyWork(page: Page): Promise<void> {
  await page.goto('/my-work')
  await expect(page.getByRole('heading', { name: /^Available \(\d+\)$/ })).toBeVisible()
}

/** Its setup ships before that of any other case, so it leads the list of what is available, which shows the first 100. */
export async function shipFirst({ db }: Portal, patientId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`update rx_forms set ship_date = '2020-01-06' where patient_id = ${patientId}`.execute(trx)
    await refreshCaseRows(trx, [patientId])
  })
}

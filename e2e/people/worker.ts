import { expect, type Locator, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { refreshCaseRows } from '../../apps/server/src/modules/case-core/index.ts'
import type { Portal } from '../journey.ts'

/** The work on this case in one of the two lists of My work. */
export const workOn = (page: Page, list: 'Mine' | 'Available', { id }: { id: number }): Locator =>
  page
    .getByRole('list', { name: list, exact: true })
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href="/patient-workflow/${id}"]`) })

/** The one button of a work in My work. */
export const nextStep = (work: Locator, action: string): Locator => work.getByRole('button', { name: `${action}: ` })

/** Opens My work and waits for what is in it. */
export async function openMyWork(page: Page): Promise<void> {
  await page.goto('/my-work')
  await expect(page.getByRole('heading', { name: /^Available \(\d+\)$/ })).toBeVisible()
}

/** Its setup ships before that of any other case, so it leads the list of what is available, which shows the first 100. */
export async function shipFirst({ db }: Portal, { id }: { id: number }): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`update rx_forms set ship_date = '2020-01-06' where patient_id = ${id}`.execute(trx)
    await refreshCaseRows(trx, [id])
  })
}

import { expect, type Locator, type Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Portal } from '../journey.ts'

export const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Search or go to' })
export const paletteField = (page: Page): Locator => palette(page).getByRole('combobox')

/** By its keys, as soon as there is something that hears them. */
export async function openPalette(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^Search or go to/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(paletteField(page)).toBeFocused()
}

/** What Enter would open now. */
export const activeResult = (page: Page): Locator => palette(page).getByRole('option', { selected: true })

export const announcement = (page: Page): Locator => page.getByRole('region', { name: 'Announcement' })
export const promotion = (page: Page): Locator => page.getByRole('complementary', { name: 'Promotion' })

/** Makes room on a small screen, as people do: the lab's message stays away until it changes. */
export async function putNewsAway(page: Page): Promise<void> {
  await announcement(page).getByRole('button', { name: 'Dismiss the announcement' }).click()
}

/** As an unfinished account setup leaves an organization. */
export async function withoutMainLocation({ db }: Portal, organizationId: number): Promise<void> {
  await sql`update locations set is_main = false where organization_id = ${organizationId}`.execute(db)
}

/** What the purchase will do at its end. */
export async function finishSetup(portal: Portal, organizationId: number): Promise<void> {
  await sql`update locations set is_main = true where organization_id = ${organizationId}`.execute(portal.db)
  await tellOrganizationChanged(portal, organizationId)
}

/** The fact that browsers hear of. */
export async function tellOrganizationChanged({ db }: Portal, id: number): Promise<void> {
  await sql`insert into outbox (kind, name, payload)
    values ('event', 'organization.changed', jsonb_build_object('id', ${id}::int, 'organization_id', ${id}::int))`.execute(
    db,
  )
}

import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import type { TestUser } from '../../apps/server/test/app.ts'
import { expect, test } from '../journey.ts'
import { field, fillCase } from '../people/doctor.ts'
import { fillSignIn } from '../people/sign-in.ts'

/** Two people of a practice take turns at one browser (`access/whose-page`). */

const overtaken = 'Someone else has signed in on this browser. Sign in to continue where you left off.'
const leave = /401 .*\/api\/v1\//

/** The same page goes on as somebody else: in another tab, or with a cookie that has changed hands unheard. */
const isPageOf = (page: Page) => page.evaluate(() => 'begun' in globalThis)

test(
  'what one person typed never goes out in the name of the next',
  { tag: '@long' },
  async ({ page, portal, signIn, watch }) => {
    watch.expect(leave)
    const [doctor, manager] = [await portal.person('doctor'), await portal.person('manager')]
    const drafts = async ({ id }: TestUser) => {
      const { rows } = await sql<{ name: string }>`select data ->> 'last_name' as name from case_drafts
      where user_id = ${id} and data ->> 'last_name' like 'Shared%'`.execute(portal.db)
      return rows.map(({ name }) => name)
    }
    await signIn(doctor)
    await page.goto('/patients')
    await page.getByRole('link', { name: 'Start a New Case' }).first().click()
    await fillCase(page, { first: 'Lena', last: 'Shared' })
    await expect(page.getByText(/^Draft saved/)).toBeVisible()
    await page.evaluate(() => Object.assign(globalThis, { begun: true }))

    await test.step('a save that waited finds another person’s session, and is not made', async () => {
      await signIn(manager)
      await field(page, 'Last name').fill('Shared-Browser')
      await expect(page.getByText(overtaken)).toBeVisible()
      expect(await page.locator('body').textContent()).not.toContain('Shared')
      expect(await drafts(manager)).toEqual([])
    })

    await test.step('its author goes on with it', async () => {
      await fillSignIn(page, 'doctor')
      await expect(field(page, 'Last name')).toHaveValue('Shared-Browser')
      expect(await isPageOf(page)).toBe(true)
      await expect.poll(() => drafts(doctor)).toEqual(['Shared-Browser'])
    })

    await test.step('a tab that hears of the other’s sign-in covers itself at once', async () => {
      const tab = await page.context().newPage()
      await page.context().clearCookies()
      await tab.goto('/login')
      await fillSignIn(tab, 'manager')
      await expect(page.getByText(overtaken)).toBeVisible()
      await tab.close()
    })

    await test.step('the next person begins with a page of their own', async () => {
      await fillSignIn(page, 'manager')
      await expect(page).toHaveURL(/\/patients$/)
      expect(await isPageOf(page)).toBe(false)
      expect(await drafts(manager)).toEqual([])
    })
  },
)

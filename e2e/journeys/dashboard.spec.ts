import { sql } from 'kysely'
import type { Page } from '@playwright/test'
import { seriousInBoth } from '../axe.ts'
import { expectFitForPhone, expectNoSidewaysScroll } from '../fit-for-phone.ts'
import { casesIn, expect, test } from '../journey.ts'

const card = (page: Page, label: string) => page.getByRole('link', { name: new RegExp(`^${label}`) })

/** The number on a card, of the range that the page shows now. */
const numberOn = async (page: Page, label: string): Promise<number> => {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  const text = card(page, label).getByRole('strong')
  await expect(text).toHaveText(/^[\d,]+$/)
  return Number((await text.innerText()).replaceAll(',', ''))
}

/** The total that a list says at its foot; 0 when it is empty. */
async function totalOf(page: Page): Promise<number> {
  const foot = page.getByText(/^[\d,]+–[\d,]+ of [\d,]+$/)
  const empty = page.getByText('No case matches.')
  await expect(foot.or(empty)).toBeVisible()
  return (await empty.isVisible()) ? 0 : Number((await foot.innerText()).split(' of ')[1]!.replaceAll(',', ''))
}

test('a supervisor sees the latest patients, picks a range, and a card leads to the cases it counts', async ({
  page,
  portal,
  signIn,
  picture,
}) => {
  await portal.given.case({ form: { first_name: 'Nova', last_name: 'Latest' } })
  await signIn('supervisor')
  await page.goto('/dashboard')
  const latest = page.getByRole('table', { name: 'Latest Patients' })
  const newest = latest.getByRole('row').nth(1)
  await expect(newest).toContainText('Latest')
  await expect(newest).toContainText('Recently Added')
  await expect(latest.getByRole('row')).toHaveCount(6)
  await picture(page, 'dashboard-latest')

  await page.getByRole('button', { name: 'Statistics' }).click()
  await expect(page).toHaveURL(/\/dashboard\?tab=statistics$/)
  await expect(page.getByLabel('Range')).toHaveValue('this_month')
  await page.getByLabel('Range').selectOption('all_time')
  await expect(page).toHaveURL(/preset=all_time/)
  expect(await numberOn(page, 'Total cases')).toBeGreaterThan(20)
  await picture(page, 'dashboard-statistics', { fullPage: true })

  // Every card: apps/server/test/dashboard/dashboard.test.ts.
  for (const label of ['Submissions', 'Print requests']) {
    const number = await numberOn(page, label)
    await card(page, label).click()
    await expect(page).toHaveURL(/\/patients-page\?/)
    expect([label, await totalOf(page)]).toEqual([label, number])
    await page.goBack()
    await expect(page.getByLabel('Range')).toHaveValue('all_time')
  }
})

test('days picked by hand stand in the address, and Refresh computes now', async ({ page, signIn, picture }) => {
  await signIn('supervisor')
  await page.goto('/dashboard?tab=statistics')
  await numberOn(page, 'Submissions')
  await page.getByRole('button', { name: /^Days/ }).click()
  await picture(page, 'dashboard-calendar')
  const days = page.locator('[data-dates-dropdown] table button:not([disabled])')
  await days.first().click()
  await days.first().click()
  await expect(page).toHaveURL(/days=\d{4}-\d{2}-\d{2},\d{4}-\d{2}-\d{2}/)
  await expect(page.getByLabel('Range')).toHaveValue('custom')
  const number = await numberOn(page, 'Submissions')
  await page.reload()
  expect(await numberOn(page, 'Submissions')).toBe(number)

  const answer = page.waitForResponse((response) => response.url().includes('live_data=1'))
  await page.getByRole('button', { name: 'Refresh' }).click()
  expect((await answer).status()).toBe(200)
  await expect(page.getByText('Computed just now')).toBeVisible()
  await page.getByRole('radio', { name: 'Users' }).check()
  await expect(page).toHaveURL(/board=user/)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Users' })).toBeChecked()
})

test('an owner with the permission sees the own practice alone, others go to their patients', async ({
  page,
  portal,
  signIn,
  browserOf,
  picture,
}) => {
  const { given } = portal
  const practice = await given.practice()
  await given.case({ practice, form: { impression_type: 2 } })
  await given.case({ practice })
  await sql`update memberships set custom_permissions = '{users.view-dashboard}' where user_id = ${practice.owner.id}`.execute(
    portal.db,
  )
  await signIn(practice.owner)
  await page.goto('/dashboard')
  expect(await numberOn(page, 'Submissions')).toBe(2)
  await expect(page.getByText('Status today')).toHaveCount(0)
  await picture(page, 'dashboard-practice', { fullPage: true })
  await card(page, 'Stone models').click()
  await expect(page).toHaveURL(/\/patients\?/)
  await expect(casesIn(page)).toHaveCount(1)
  await expect(page.getByText('Impression: Stone Model')).toBeVisible()
  await picture(page, 'dashboard-practice-list')
  await page.getByRole('button', { name: /^Clear Impression/ }).click()
  await expect(casesIn(page)).toHaveCount(2)

  const other = await browserOf(practice.manager)
  await other.goto('/dashboard')
  await expect(other).toHaveURL(/\/patients$/)
})

test(
  'figures that do not come say so, and can be asked for again',
  { tag: '@long' },
  async ({ page, signIn, watch, picture }) => {
    watch.expect(/500 .*\/api\/v1\/dashboard/)
    await signIn('supervisor')
    let broken = true
    let release = () => {}
    const held = new Promise<void>((resolve) => void (release = resolve))
    await page.route('**/api/v1/dashboard?*', async (route) => {
      if (broken) return route.fulfill({ status: 500, json: { error: 'Something went wrong.', code: 500 } })
      await held
      return route.continue()
    })
    await page.goto('/dashboard?tab=statistics')
    await expect(page.getByText('This could not be loaded.')).toBeVisible()
    await picture(page, 'dashboard-error')
    broken = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.reload()
    await expect(page.locator('[aria-busy=true]').first()).toBeVisible()
    await expect(page.getByRole('link', { name: /^Shipped/ })).toBeVisible()
    await picture(page, 'dashboard-loading', { fullPage: true })
    release()
    expect(await numberOn(page, 'Submissions')).toBeGreaterThan(0)
  },
)

test(
  'the statistics are accessible in both schemes and fit a phone',
  { tag: '@long' },
  async ({ page, signIn, picture }) => {
    await signIn('supervisor')
    await page.goto('/dashboard?tab=statistics&preset=all_time')
    await numberOn(page, 'Total cases')
    const plot = page.getByRole('group', { name: /^Submissions: plot/ })
    const look = async (scheme: string) => {
      await plot.focus()
      await page.keyboard.press('End')
      await expect(page.locator('figcaption').first()).toContainText(/\d{4}/)
      for (const width of [1440, 1024]) {
        await page.setViewportSize({ width, height: 900 })
        await expectNoSidewaysScroll(page)
        await picture(page, `dashboard-${scheme}-${width}`, { fullPage: true })
      }
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    expect(await seriousInBoth(page, look)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await expectFitForPhone(page)
  },
)

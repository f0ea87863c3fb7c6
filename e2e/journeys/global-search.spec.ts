import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { refreshAll } from '../../apps/server/src/modules/search/index.ts'
import { seriousInBoth } from '../axe.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'

/** Organizations, people and locations, found by words and filters, opened by their links, and taken along as a file. */
test('an admin finds a practice and its people, narrows the search, follows a link and downloads the result', async ({
  page,
  portal,
  signIn,
  picture,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const practice = await portal.given.practice({ partner: true })
  const word = `zahn${portal.given.unique().replaceAll(/[^a-z0-9]/g, '')}`
  const name = `Müller ${word} Orthodontics`
  await sql`update organizations set name = ${name} where id = ${practice.id}`.execute(portal.db)
  await refreshAll({ db: portal.db })
  const results = page.getByRole('list', { name: 'Results' })
  const cards = results.locator('[data-row]')
  const summary = page.getByRole('status').filter({ hasText: 'found' })
  const keyword = page.getByRole('searchbox', { name: 'Search by keyword' })
  await signIn('admin')

  await test.step('the menu leads to everything that there is', async () => {
    await page.goto('/patients-page')
    await page.getByRole('link', { name: 'Organizations & Users', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Organizations & Users')
    await expect(summary).toHaveText(/^[\d,]+ results found$/)
    await expect(cards).toHaveCount(10)
    await expect(page.getByRole('group', { name: 'Roles' }).getByLabel(/^Doctor \d+/)).toBeVisible()
    await picture(page, 'global-search', { fullPage: true })
  })

  await test.step('a gauge of the dashboard counts what its link finds', async () => {
    await page.goto('/dashboard?tab=statistics')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('Computed just now')).toBeVisible()
    const gauge = page.getByRole('region', { name: 'Status today' }).getByRole('link', { name: /Onboarding/ })
    const count = /\d+/.exec((await gauge.textContent())!)![0]
    await gauge.click()
    await expect(page).toHaveURL(/filter\[roles\]=organization&filter\[status\]=2$/)
    await expect(summary).toHaveText(`${count} results found`)
    await page.getByRole('button', { name: 'Reset Filters' }).click()
    await expect(page).toHaveURL(/\/organizations-users$/)
  })

  await test.step('a word without its accent, with a typo, finds the practice, its people and its location', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type(`muller ${word.slice(0, -1)}x`)
    await page.keyboard.press('Enter')
    await expect(summary).toHaveText(/^[1-9]\d* relevant results sorted out of [\d,]+ found$/)
    await expect(page).toHaveURL(new RegExp(`filter\\[search\\]=muller%20${word.slice(0, -1)}x`))
    await expect(page.getByLabel('Sort By')).toBeDisabled()
    await keyword.fill(`muller ${word}`)
    await keyword.press('Enter')
    await expect(cards.first()).toContainText(name)
    await expect(cards.first().getByText('Organization', { exact: true })).toBeVisible()
  })

  await test.step('roles narrow it; the address keeps them', async () => {
    await page.getByLabel(/^Organization \d+/).check()
    await expect(summary).toHaveText(/^1 relevant results/)
    await expect(page).toHaveURL(/filter\[roles\]=organization/)
    await page.reload()
    await expect(summary).toHaveText(/^1 relevant results/)
    await expect(keyword).toHaveValue(`muller ${word}`)
  })

  await test.step('its figures and its links', async () => {
    await page.getByRole('button', { name: 'Quick Glance' }).click()
    await expect(cards.first()).toContainText('Number of Cases')
    await expect(cards.first()).toContainText('Manager')
    await picture(page, 'global-search-glance')
    expect(await seriousInBoth(page)).toEqual([])
    const links = page.getByRole('navigation', { name: `Quick Links of ${name}` }).getByRole('link')
    const there = [
      'Subscription',
      'Locations',
      'Users',
      'Patients',
      'Onboardings',
      'Start Case',
      'Add Old Case',
      'Notes',
    ]
    const shown = await links.allTextContents()
    expect(shown).toEqual(there.filter((label) => label !== 'Onboardings' || shown.includes(label)))
    await links.filter({ hasText: 'Users' }).click()
    await expect(page).toHaveURL(new RegExp(`/users\\?organizationId=${practice.id}`))
    await expect(page.getByRole('table', { name: 'Users' }).getByRole('row')).not.toHaveCount(1)
    await page.goBack()
    await expect(summary).toHaveText(/^1 relevant results/)
    await links.filter({ hasText: 'Subscription' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subscriptions')
    await page.goBack()
  })

  await test.step('the whole result as a file, also what is on no page yet', async () => {
    await page.getByRole('button', { name: 'Clear Roles' }).click()
    await expect(summary).toHaveText(/^6 relevant results/)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^organizations-and-users-\d{4}-\d\d-\d\d-\d{6}\.csv$/)
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
    expect(lines[0]).toBe(
      '\uFEFFOrganization,Name,Email,Role,Joined Date,First Case Submitted,Last Case Submitted,Status,Onboarding Status,Payment Status,Customized Fees,Organization Type,Invoice Version,Number of Cases',
    )
    expect(lines).toHaveLength(8)
    expect(lines[1]).toMatch(
      new RegExp(
        `^${name},${name},.*,Organization,\\d{4}-[A-Z][a-z]{2}-\\d\\d \\d\\d?:\\d\\d [ap]m [+-]\\d\\d:\\d\\d,`,
      ),
    )
  })

  await test.step('on a phone the filters are in a drawer', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(`/organizations-users?filter[search]=${word}`)
    await expect(cards).toHaveCount(6)
    await picture(page, 'global-search-phone')
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    const filters = page.getByRole('dialog', { name: 'Filters' })
    await filters.getByLabel(/^Location \d+/).check()
    await expect(page.locator('[data-row]')).toHaveCount(1)
    await picture(page, 'global-search-phone-filters')
    expect(await seriousInBoth(page)).toEqual([])
    await filters.getByRole('button', { name: 'Close the filters' }).click()
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeFocused()
    await expect(cards).toHaveCount(1)
    await expectFitForPhone(page)
  })
})

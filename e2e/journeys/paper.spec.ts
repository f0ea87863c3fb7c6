import type { Page } from '@playwright/test'
import { expectNoSidewaysScroll } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'

/** The page as its printer gets it, at the width of a sheet that lies across. */
async function onPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.setViewportSize({ width: 980, height: 740 })
}

const main = (page: Page) => page.getByRole('main')

/** Cells whose words are wider than their place. */
const cutCells = (page: Page) =>
  main(page)
    .locator('td, th')
    .evaluateAll((cells) =>
      cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent),
    )

test('every page prints its content alone, in black on white (screens/paper)', async ({
  page,
  portal,
  signIn,
  picture,
}) => {
  const practice = await portal.given.practice()
  const first = await portal.given.case({ practice, form: { last_name: 'Paperwhite' } })
  await signIn('supervisor')
  for (const [address, words] of [
    [`/patients-page?queryOrganization=${practice.id}`, 'Paperwhite'],
    [`/patient-details/${first.id}`, 'Paperwhite'],
    [`/patient-workflow/${first.id}`, 'Paperwhite'],
    ['/dashboard', 'Latest Patients'],
    ['/dashboard?tab=statistics', 'Total cases'],
  ] as const) {
    await page.emulateMedia({ media: null, colorScheme: null })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(address)
    await expect(main(page)).toContainText(words)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await onPaper(page)
    await expect(main(page).getByText(words).first()).toBeVisible()
    // A sheet shows whose cases these are, as a wide window does.
    if (address.startsWith('/patients-page'))
      await expect(main(page).getByRole('columnheader', { name: 'Practice' })).toBeVisible()
    await expect(page.getByRole('banner'), address).toBeHidden()
    await expect(page.getByRole('complementary', { name: 'Menu' }), address).toBeHidden()
    await expect(main(page).locator('.mantine-Button-root:visible, search:visible'), address).toHaveCount(0)
    await expectNoSidewaysScroll(page)
    expect(await cutCells(page), address).toEqual([])
    const colors = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body)
      return [backgroundColor, color]
    })
    expect(colors, address).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
    await picture(page, `paper-${address.slice(1).split(/[/?]/)[0]!}`, { fullPage: true })
  }
})

/** What paper shows of the moments in a list; on screens they say how long ago they were. */
const moments = (page: Page) =>
  main(page)
    .locator('td time')
    .evaluateAll((times) => times.map((time) => getComputedStyle(time, '::after').content.replaceAll('"', '')))

test(
  'a list on paper has whole dates, and no column for its buttons (screens/paper)',
  { tag: '@long' },
  async ({ portal, browserOf, picture }) => {
    const practice = await portal.given.practice()
    await portal.given.case({ practice, form: { last_name: 'Paperwhite' } })
    for (const [who, address] of [
      [practice.owner, '/patients'],
      ['supervisor', '/users'],
    ] as const) {
      const page = await browserOf(who)
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(address)
      const buttons = main(page).getByRole('columnheader', { name: 'Actions' })
      await expect(buttons).toBeVisible()
      await expect(main(page).locator('td time').first()).toHaveText(/ago|now/)
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await onPaper(page)
      await expect(main(page).locator('th').last()).toBeHidden()
      await expect(main(page).locator('td time span:visible')).toHaveCount(0)
      const written = await moments(page)
      expect(written.length, address).toBeGreaterThan(0)
      for (const moment of written) expect(moment, address).toMatch(/^\d{4}\/\d\d\/\d\d \d\d:\d\d$/)
      expect(await cutCells(page), address).toEqual([])
      await picture(page, `paper-list-${address.slice(1).split(/[/?]/)[0]!}`, { fullPage: true })
    }
  },
)

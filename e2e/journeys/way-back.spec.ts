import { casesIn, expect, test } from '../journey.ts'
import { palette, paletteField } from '../people/shell.ts'

test('from the scene in the whole window back to the list: its filters, its page, its place', async ({
  page,
  portal,
  signIn,
  picture,
}) => {
  const practice = await portal.given.practice()
  for (let index = 1; index <= 32; index += 1)
    await portal.given.case({
      practice,
      form: { last_name: `Row ${String(index).padStart(2, '0')}` },
      ...(index > 30 && { stage: 'awaiting_approval' as const }),
    })
  await signIn(practice.owner)
  // The way to the scene stays offered, whenever the model is drawn.
  await page.route('**/setup_shown', (route) => route.fulfill({ json: { setup_shown: false } }))
  const list = '/patients?orderBy=last_name&order=asc&perPage=50&filter[search]=row'
  await page.goto(list)
  await expect(casesIn(page)).toHaveCount(32)
  const row = casesIn(page).filter({ hasText: 'Row 31' })
  const scrolled = () => page.evaluate(() => scrollY)
  const atTheRow = async () => {
    await expect(page).toHaveURL(new RegExp('perPage=50'))
    await expect(row).toBeInViewport()
    expect(await scrolled()).toBeGreaterThan(300)
  }
  await row.scrollIntoViewIfNeeded()
  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: /Row 31/ })).toBeVisible()
  expect(await scrolled()).toBe(0)

  await test.step('by the browser, from the case', async () => {
    await page.goBack()
    await atTheRow()
    await expect(row).toBeFocused()
    await row.getByRole('link').click()
  })
  await test.step('by the head of the scene', async () => {
    await page.getByRole('link', { name: 'Look at the setup' }).click()
    await expect(page).toHaveURL(/\/3dviewer\//)
    await expect(page).toHaveTitle(/^(\(\d+\) )?C-\d+ · 3D viewer/)
    await picture(page, 'viewer-head')
    // The keys of the page are heard where the model has the focus, too.
    await page.frameLocator('iframe').locator('canvas').click()
    await page.keyboard.press('Control+k')
    await expect(paletteField(page)).toBeFocused()
    await expect(palette(page).getByRole('group', { name: 'On this page' })).toContainText('Copy the case number')
    await page.keyboard.press('Escape')
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Patients' }).click()
    await atTheRow()
    await expect(row).toBeFocused()
  })
})

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
      ...(index === 31 && { stage: 'awaiting_approval' as const }),
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

test(
  'from a request back to the list of requests: its filters, and the row with the focus',
  { tag: '@long' },
  async ({ page, portal, signIn }) => {
    const practice = await portal.given.practice()
    const printing = { export_type: 1, print_assignment: 1, insert_brackets_assignment: 1, shipping_method: 'standard' }
    for (let index = 1; index <= 12; index += 1)
      await portal.given.case({
        practice,
        stage: 'approved',
        form: { ...printing, last_name: `Print ${String(index).padStart(2, '0')}` } as object,
      })
    await signIn(practice.owner)
    await page.setViewportSize({ width: 1440, height: 500 })
    // In the order in which they were made.
    await page.goto('/requests?orderBy=created_at&order=asc&filter[search]=print')
    const rows = page.getByRole('table', { name: 'Requests' }).locator('[data-row]')
    await expect(rows).toHaveCount(12)
    const row = rows.filter({ hasText: 'Print 11' })
    const isOpen = () => expect(page.getByRole('heading', { level: 1, name: /Print 11/ })).toBeVisible()
    const atTheRow = async () => {
      await expect(page).toHaveURL(/\/requests\?.*search\]?=print/)
      await expect(row).toBeFocused()
      await expect(row).toBeInViewport()
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
    }
    await row.scrollIntoViewIfNeeded()
    await row.getByRole('link').click()
    await isOpen()

    await test.step('by the browser', async () => {
      await page.goBack()
      await atTheRow()
      await page.keyboard.press('j')
      await expect(rows.filter({ hasText: 'Print 12' })).toBeFocused()
      await page.keyboard.press('k')
      await page.keyboard.press('Enter')
      await isOpen()
    })
    await test.step('by the head of the page, after a reload, too', async () => {
      const wayUp = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Requests' })
      await wayUp.click()
      await atTheRow()
      await page.keyboard.press('Enter')
      await isOpen()
      await page.reload()
      await wayUp.click()
      await atTheRow()
    })
  },
)

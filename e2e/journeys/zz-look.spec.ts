import { test } from '../journey.ts'

test('look', async ({ portal, browser, signIn }) => {
  test.setTimeout(400_000)
  for (const who of ['doctor', 'manager', 'assistant', 'admin', 'supervisor', 'tech', 'partner']) {
    for (const [width, height] of [[1440, 900], [390, 844]] as const) {
      const scheme = width === 390 && who === 'tech' ? 'dark' : who === 'admin' ? 'dark' : 'light'
      const context = await browser.newContext({ baseURL: portal.url, viewport: { width, height }, colorScheme: scheme, hasTouch: width === 390, isMobile: width === 390 })
      await signIn(who, context)
      const page = await context.newPage()
      await page.goto('/today')
      await page.getByRole('region', { name: 'Monday email' }).waitFor()
      if (width === 1440) console.log(who, (await page.locator('main h2, main strong').allInnerTexts()).join(' | '))
      await page.waitForTimeout(500)
      await page.screenshot({ path: `/tmp/look-${who}-${width}.png`, fullPage: true })
      await context.close()
    }
  }
  const context = await browser.newContext({ baseURL: portal.url })
  const page = await context.newPage()
  await page.goto('/monday-mail?token=' + 'a'.repeat(43))
  await page.getByRole('button', { name: 'Turn it off' }).waitFor()
  await page.screenshot({ path: '/tmp/look-stop.png' })
  await context.close()
})

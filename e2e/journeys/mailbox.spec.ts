import { seriousInBoth } from '../axe.ts'
import { expect, test } from '../journey.ts'

test('a mail looks as in a mail program, and can do nothing', async ({ page, portal, watch, picture }) => {
  const practice = await portal.given.practice()
  const held = await portal.given.case({ practice, stage: 'awaiting_approval' })
  const mail = page.getByRole('list', { name: 'Mails' }).getByRole('link').first()
  await page.goto('/mailbox')
  await expect(mail).toBeVisible({ timeout: 30_000 })
  await mail.click()
  const frame = page.frameLocator('iframe')
  const action = frame.getByRole('link').last()
  await expect(action).toHaveCSS('background-color', 'rgb(31, 111, 235)')
  await expect(frame.locator('body')).toHaveCSS('background-color', 'rgb(244, 246, 249)')
  await picture(page, 'mailbox-html')
  const source = (await page.locator('iframe').getAttribute('src'))!
  const answer = await page.request.get(source)
  const policy = answer.headers()['content-security-policy']!
  for (const part of ["default-src 'none'", "frame-ancestors 'self'", 'sandbox allow-popups'])
    expect(policy).toContain(part)
  for (const part of ['allow-scripts', 'allow-same-origin', 'http', 'allow-top-navigation']) {
    expect(policy).not.toContain(part)
    expect(await page.locator('iframe').getAttribute('sandbox')).not.toContain(part)
  }
  await test.step('scripts and pictures from elsewhere stay out', async () => {
    watch.expect(/Content Security Policy|Blocked script execution|violates/)
    const asked: string[] = []
    page.on('requestfinished', (request) => asked.push(request.url()))
    await page.route('**/mailbox/*/html', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(
        '</body>',
        '<script>document.body.textContent = "ran"</script><img src="https://elsewhere.example/seen.gif" alt="seen"></body>',
      )
      await route.fulfill({ response, body })
    })
    await page.reload()
    await expect(action).toBeVisible()
    await expect(frame.locator('body')).not.toHaveText('ran')
    expect(asked.filter((url) => url.includes('elsewhere'))).toEqual([])
  })
  await page.getByRole('button', { name: 'Text' }).click()
  await expect(page.locator('pre')).toContainText('Archwire')
  expect(await seriousInBoth(page)).toEqual([])
  expect((await page.request.get('/mailbox/999999999/html')).status()).toBe(404)
  expect(held.id).toBeGreaterThan(0)
})

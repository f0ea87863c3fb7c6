import { expect, type Page } from '@playwright/test'

/**
 * Goes to an address as the back button does, within the page that is open: guards and loaders are the same, and the
 * scripts are not started anew for each address. What the page before showed is gone when this returns.
 */
export async function goWithin(page: Page, address: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/empty')
  for (const path of ['/empty', address]) {
    await page.evaluate((to) => {
      // What is shown from here on is the page's own (layout-shift.ts).
      if (to !== '/empty') Object.assign(window, { moved: 0 })
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    if (path === '/empty') await expect(page.locator('h1, main')).toHaveCount(0)
  }
}

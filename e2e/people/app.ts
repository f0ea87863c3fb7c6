import { expect, type Page } from '@playwright/test'

/** Waits until the service worker answers for this page. */
export async function workerAnswers(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 20_000 })
    .toBe('activated')
}

/** Every address that is kept in this browser's caches, by the name of its cache. */
export const keptOn = (page: Page): Promise<{ cache: string; path: string }[]> =>
  page.evaluate(async () => {
    const kept: { cache: string; path: string }[] = []
    for (const cache of await caches.keys())
      for (const { url } of await (await caches.open(cache)).keys())
        kept.push({ cache, path: url.replace(location.origin, '') })
    return kept
  })

/** Nothing but the page without a line and files of the portal itself is kept (`screens/offline`). */
export async function expectOnlyShellKept(page: Page): Promise<void> {
  const kept = await keptOn(page)
  expect(kept.length).toBeGreaterThan(2)
  expect(kept.filter(({ path }) => !/^\/(offline\.html|assets\/[\w.-]+)$/.test(path))).toEqual([])
}

/** The history of a case shows its latest entries; the others come with a press. */
export async function openHistory(page: Page): Promise<void> {
  const earlier = page.getByRole('button', { name: /^Show \d+ earlier entries$/ })
  if (await earlier.isVisible()) await earlier.click()
}

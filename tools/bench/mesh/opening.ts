import type { Browser, Page } from '@playwright/test'
import { openPage, type Cookie } from '../browser.ts'

/** 20 Mbit/s and a short way, as in a practice. */
const line = { offline: false, downloadThroughput: 20_000_000 / 8, uploadThroughput: 20_000_000 / 8, latency: 20 }

/**
 * Milliseconds from the address to each of some moments, in a fresh browser profile behind the slow line. A moment waits
 * until the page shows what it stands for.
 */
export async function openingTimes(
  browser: Browser,
  url: string,
  options: { cookie?: Cookie; moments: ((page: Page) => Promise<unknown>)[] },
): Promise<number[]> {
  const page = await openPage(browser, url, options.cookie)
  try {
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', line)
    const began = performance.now()
    await page.goto(url, { waitUntil: 'commit' })
    const times: number[] = []
    for (const moment of options.moments) {
      await moment(page)
      times.push(performance.now() - began)
    }
    return times
  } finally {
    await page.context().close()
  }
}

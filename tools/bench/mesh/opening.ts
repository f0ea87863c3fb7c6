import { chromium, type Browser, type Page } from '@playwright/test'
import { prepareChromium } from '../../browser/chromium.ts'

/** 20 Mbit/s and a short way, as in a practice. */
const line = { offline: false, downloadThroughput: 20_000_000 / 8, uploadThroughput: 20_000_000 / 8, latency: 20 }

export async function openBrowser(): Promise<Browser> {
  const { executablePath, environment, args } = await prepareChromium()
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args,
    env: { ...(process.env as Record<string, string>), ...environment },
  })
}

/**
 * Milliseconds from the address to each of some moments, in a fresh browser profile behind the slow line. A moment waits
 * until the page shows what it stands for.
 */
export async function openingTimes(
  browser: Browser,
  url: string,
  options: { cookie?: { name: string; value: string }; moments: ((page: Page) => Promise<unknown>)[] },
): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  try {
    if (options.cookie) await context.addCookies([{ ...options.cookie, url: new URL(url).origin }])
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
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
    await context.close()
  }
}

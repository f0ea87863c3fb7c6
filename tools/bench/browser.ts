import { chromium, type Browser, type Page } from '@playwright/test'
import { prepareChromium } from '../browser/chromium.ts'

/** The browser that the journeys use, too. */
export async function openBrowser(): Promise<Browser> {
  const { executablePath, environment, args } = await prepareChromium()
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args,
    env: { ...(process.env as Record<string, string>), ...environment },
  })
}

export interface Cookie {
  name: string
  value: string
}

/** A page of a fresh browser profile. */
export async function openPage(browser: Browser, url: string, cookie?: Cookie): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  if (cookie) await context.addCookies([{ ...cookie, url: new URL(url).origin }])
  return context.newPage()
}

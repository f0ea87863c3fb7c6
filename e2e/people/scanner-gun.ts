import type { Page } from '@playwright/test'

/** When the scan before was read, as the page's own events count. */
declare const window: { scannedAt?: number }

/**
 * Reads a code as a scanner gun does: quick keys and Enter, a second after the scan before. The times are written into
 * the events, so the speed of the machine plays no part.
 */
export const scanCode = (page: Page, code: string): Promise<void> =>
  page.evaluate((scanned) => {
    let at = (window.scannedAt ?? performance.now()) + 1000
    window.scannedAt = at
    for (const key of [...scanned.split(''), 'Enter']) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: (at += 10) })
      ;(document.activeElement ?? document.body).dispatchEvent(event)
    }
  }, code)

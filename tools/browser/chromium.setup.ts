import { prepareChromium } from './chromium.ts'

/** Before tests in the browser: unpacks it where nobody did yet. Tests that need none do not wait for it. */
export async function setup(): Promise<void> {
  await prepareChromium()
}

import { prepareChromium } from './chromium.ts'

/** Before tests in the browser: unpacks it if that has not been done. Tests without a browser do not wait for it. */
export async function setup(): Promise<void> {
  await prepareChromium()
}

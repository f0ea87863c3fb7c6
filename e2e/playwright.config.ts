import { defineConfig } from '@playwright/test'
import { prepareChromium } from '../tools/browser/chromium.ts'
import { report, results } from './portal/place.ts'

const { executablePath, environment, args, ignoreDefaultArgs } = await prepareChromium()

/**
 * Without a graphics processor, pages that a processor paints directly cost a third of those that go through an emulated
 * one, and a model without smoothed edges half of one with them. WebGL itself stays as it is.
 */
const frugal = ['--disable-gpu-compositing', '--webgl-antialiasing-mode=none']

/**
 * Journeys through the real portal in a real browser: all of them at a desk, the doctor's part on a phone, too. Those
 * tagged `@long` show rare days and second ways whose rules a test of another stage holds; they run with `LONG=1` alone.
 */
export default defineConfig({
  testDir: 'journeys',
  outputDir: `${results}/failures`,
  globalSetup: './global-setup.ts',
  ...(process.env.LONG === '1' ? {} : { grepInvert: /@long/ }),
  // Each worker has a portal of its own (`global-setup.ts`): while one waits for its page, the other works.
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: report }]],
  use: {
    launchOptions: {
      executablePath,
      args: [...args, ...frugal],
      ignoreDefaultArgs,
      env: { ...(process.env as Record<string, string>), ...environment },
    },
    // What a page loads can be held up or changed by a journey only where no worker answers; those that need it say so.
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'America/Denver',
    screenshot: 'only-on-failure',
    // Recording every step costs a third of the time: `TRACE=1 npm test browser` when something is to be found out.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: '*.phone.spec.ts',
      // Without a graphics processor each of the ten pictures of a moving model costs as long as a journey's click.
      use: { viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } },
    },
    {
      name: 'phone',
      testMatch: '*.phone.spec.ts',
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    },
  ],
})

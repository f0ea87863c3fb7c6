import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findChromium } from './tools/browser/chromium.ts'

const { executablePath, environment, args, ignoreDefaultArgs } = findChromium()

/** These put something else in a module's place, or count what it numbers (db/prepared.ts). */
const withFreshModules = ['accounts/accounts', 'files/broken-off-checks', 'db/prepared'].map(
  (name) => `apps/server/test/${name}.test.ts`,
)

/**
 * Unit tests are pure and fast; tests of components run in the browser that journeys use; server tests run against a real
 * PostgreSQL that their global setup starts.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/server/src/**/*.unit.test.ts',
            'apps/web/{src,build}/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          // Scans and checks of hundreds of files take many times longer beside processes that keep the machine busy.
          testTimeout: 120_000,
          // Pure, or asking for fresh modules themselves: a worker loads each once, not once a file.
          isolate: false,
        },
      },
      {
        // Found late, what only workers import would be bundled, and the page loaded anew, in the middle of the tests.
        optimizeDeps: { entries: ['apps/web/src/**/*.worker.ts'] },
        test: {
          name: 'components',
          include: ['apps/web/src/**/*.browser.test.tsx'],
          globalSetup: ['tools/browser/chromium.setup.ts'],
          setupFiles: ['apps/web/test/setup.ts'],
          testTimeout: 15_000,
          expect: { poll: { timeout: 5_000 } },
          // Two pages for all of them: each file would load the component library anew. They mostly wait, so two share the machine.
          isolate: false,
          fileParallelism: true,
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              launchOptions: {
                executablePath,
                args: [...args, '--disable-gpu-compositing'],
                ignoreDefaultArgs,
                env: { ...(process.env as Record<string, string>), ...environment },
              },
              contextOptions: { locale: 'en-US', timezoneId: 'America/Denver', reducedMotion: 'reduce' },
              actionTimeout: 5_000,
            }),
            instances: [{ browser: 'chromium', name: 'components' }],
          },
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'apps/server/test/**/*.test.ts'],
          exclude: [
            '**/*.unit.test.ts',
            'apps/server/test/generated/**',
            'apps/server/test/faults/**',
            'apps/server/test/long/**',
            ...withFreshModules,
          ],
          globalSetup: ['apps/server/test/database.setup.ts'],
          // Each file opens an application of its own; loading its modules anew would cost a fifth of the time.
          isolate: false,
          // On a busy machine a scan is checked in many seconds; who waits for one says how long at most.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server-fresh',
          include: withFreshModules,
          globalSetup: ['apps/server/test/database.setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'generated',
          include: ['apps/server/test/generated/**/*.test.ts'],
          globalSetup: ['apps/server/test/database.setup.ts'],
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'long',
          include: ['apps/server/test/long/**/*.test.ts'],
          globalSetup: ['apps/server/test/database.setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'faults',
          include: ['apps/server/test/faults/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
    maxWorkers: 2,
  },
})

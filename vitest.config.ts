import { defineConfig } from 'vitest/config'

/** What replaces a module for everybody who loads it: each of these files gets its modules anew. */
const mocking = ['apps/server/test/accounts.test.ts', 'apps/server/test/broken-off-checks.test.ts']

/** Unit tests are pure and fast; server tests run against a real PostgreSQL that their global setup starts. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/server/src/**/*.unit.test.ts',
            'apps/web/src/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          testTimeout: 20_000,
          // Nothing here changes what its modules keep: each is loaded once a worker, not once a file.
          isolate: false,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'apps/server/test/**/*.test.ts'],
          exclude: ['**/*.unit.test.ts', 'apps/server/test/generated/**', 'apps/server/test/faults/**', ...mocking],
          globalSetup: ['apps/server/test/database.setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // The application keeps nothing in its modules: a worker loads it once, not once a file.
          isolate: false,
        },
      },
      {
        test: {
          name: 'server-mocking',
          include: mocking,
          globalSetup: ['apps/server/test/database.setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'generated',
          include: ['apps/server/test/generated/**/*.test.ts'],
          globalSetup: ['apps/server/test/database.setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          isolate: false,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['apps/server/test/faults/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
    maxWorkers: 2,
  },
})

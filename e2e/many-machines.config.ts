import { defineConfig } from '@playwright/test'
import oneMachine from './playwright.config.ts'
import { manyMachinesReport, results } from './portal/place.ts'

/** The main journeys on a portal of several machines: two servers, a worker, one PostgreSQL, one bucket. Part of `npm run test:long`. */
export default defineConfig({
  ...oneMachine,
  outputDir: `${results}/failures-many-machines`,
  globalSetup: './many-machines.setup.ts',
  // One portal of several machines.
  workers: 1,
  reporter: [['list'], ['json', { outputFile: manyMachinesReport }]],
  projects: [
    {
      name: 'many-machines',
      testMatch: ['case-from-start-to-approved.spec.ts', 'case-from-approved-to-shipped.spec.ts'],
      use: { viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } },
    },
  ],
})

import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * Tests of the code that guards people and keys, most of them against the database alone: an application in front would
 * cost seconds per mutant.
 */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    include: [
      'apps/server/src/modules/auth/*.unit.test.ts',
      'apps/server/test/{auth/attempts,http/idempotency,http/idempotency-key,http/public-idempotency,auth/one-time-tokens,auth/session-rows}.test.ts',
    ],
    globalSetup: ['apps/server/test/database.setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

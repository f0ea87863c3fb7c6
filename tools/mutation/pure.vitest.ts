import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The pure tests of the mutated code: no database, so that a mutant costs milliseconds. */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    include: [
      'packages/contract/src/{accounts,billing,core,periodic-rules,promotion-codes,rx-forms}/*.test.ts',
      'apps/server/src/{kernel,db}/*.unit.test.ts',
      'apps/server/src/modules/*/{policy,*-policy,rules,workflow,session-cache,sessions,void-access,notice-words}.unit.test.ts',
    ],
    testTimeout: 20_000,
  },
})

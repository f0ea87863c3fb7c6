/** What is mutated, and by which tests: `<name>.stryker.json` names the tool's settings, `<name>.vitest.ts` the tests. */
export interface MutationSet {
  name: 'pure' | 'database'
  files: string[]
}

export const mutationSets: MutationSet[] = [
  {
    name: 'pure',
    files: [
      'apps/server/src/modules/*/{policy,*-policy}.ts',
      'apps/server/src/modules/*/rules.ts',
      'apps/server/src/modules/case-core/workflow.ts',
      'apps/server/src/modules/practice-defaults/usual.ts',
      'apps/server/src/kernel/actor.ts',
      'apps/server/src/kernel/decide.ts',
      'apps/server/src/kernel/move.ts',
      'apps/server/src/db/scope.ts',
      'apps/server/src/modules/auth/session-cache.ts',
      'packages/contract/src/billing/invoice.ts',
      'packages/contract/src/core/dates.ts',
      'packages/contract/src/core/statuses.ts',
      'packages/contract/src/*/rules.ts',
      'packages/contract/src/rx-forms/preferences.ts',
      'packages/contract/src/*/lifecycle.ts',
    ],
  },
  {
    name: 'database',
    files: [
      'apps/server/src/http/idempotency.ts',
      'apps/server/src/modules/auth/attempts.ts',
      'apps/server/src/modules/auth/one-time-tokens.ts',
      'apps/server/src/modules/auth/sessions.ts',
      'apps/server/src/modules/auth/void-access.ts',
    ],
  },
]

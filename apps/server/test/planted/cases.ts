import type { PlantedFault } from './fault.ts'

const file = 'apps/server/test/changes-asked.test.ts'

/** What a case must not do by oversight. */
export const cases: PlantedFault[] = [
  {
    name: 'Notify sends the setup that changes were asked for',
    finding: 'same-setup',
    file: 'apps/server/src/modules/cases/commands/setup.ts',
    find: `if (facts.unchanged_since_asked && !same_setup)`,
    replace: `if (facts.unchanged_since_asked && same_setup === false)`,
    test: { project: 'server', file, name: 'is refused while the setup is the same, and nothing happens' },
  },
  {
    name: 'any setup counts as newer than the request for changes',
    finding: 'same-setup',
    file: 'apps/server/src/modules/case-core/facts.ts',
    find: `and s.created_at > p.changes_asked_at)`,
    replace: `and s.created_at is not null)`,
    test: { project: 'server', file, name: 'looks at the last request' },
  },
]

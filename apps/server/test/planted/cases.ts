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
    name: 'the bytes that the doctor had count as a newer setup',
    finding: 'same-setup',
    file: 'apps/server/src/modules/case-core/facts.ts',
    find: `and b.sha256 = s.sha256))`,
    replace: `and false))`,
    test: { project: 'server', file, name: 'knows the setup that the doctor had' },
  },
]

import type { PlantedFault } from './fault.ts'

const file = 'apps/server/test/changes-asked.test.ts'

/** What a case must not do by oversight. */
export const cases: PlantedFault[] = [
  {
    name: 'Notify sends the setup that changes were requested',
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
  {
    name: 'a decision passes a request for changes that nobody read',
    finding: 'changes-unread',
    file: 'apps/server/src/modules/case-core/facts.ts',
    find: "  || '.' || coalesce((extract(epoch from p.changes_asked_at) * 1000)::bigint, 0)`",
    replace: "  || '.0'`",
    test: {
      project: 'server',
      file: 'apps/server/test/changes-asked.test.ts',
      name: 'is decided on with the request in sight',
    },
  },
  {
    name: 'a draft that is a case already becomes another one',
    finding: 'two-pages',
    file: 'apps/server/src/modules/rx-forms/insert.sql.ts',
    find: 'where case_drafts.submitted_at is null and (',
    replace: 'where (',
    test: { project: 'server', file: 'apps/server/test/drafts.test.ts', name: 'a draft becomes one case' },
  },
  {
    name: 'whoever places the arches later writes over what nobody showed them',
    finding: 'two-placed',
    file: 'apps/server/src/modules/bites/commands.ts',
    find: '  requireSeen(asked, newest)\n',
    replace: '',
    test: { project: 'server', file: 'apps/server/test/bites.test.ts', name: 'one of them is told who was faster' },
  },
  {
    name: 'a page writes over what another one kept',
    finding: 'two-pages',
    file: 'apps/server/src/modules/rx-forms/commands.ts',
    find: '    .where(follows)\n',
    replace: '',
    test: { project: 'server', file: 'apps/server/test/drafts.test.ts', name: 'writes nothing over it' },
  },
]

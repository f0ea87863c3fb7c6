import type { PlantedFault } from './fault.ts'

const examples = 'apps/server/test/generated/examples.test.ts'
const commands = 'apps/server/src/modules/locations/commands.ts'

/** Steps of the recipe for a new kind of record (ARCHITECTURE.md) that somebody leaves out: a generated test names each. */
export const recipe: PlantedFault[] = [
  {
    name: 'the module’s routes are not put on the server',
    finding: 'unserved-routes',
    file: 'apps/server/src/app.ts',
    find: '  locationRoutes(serve)\n',
    replace: '',
    test: {
      project: 'generated',
      file: 'apps/server/test/generated/roles.test.ts',
      name: 'serves every route of the contract, and nothing else',
    },
  },
  {
    name: 'the list does not begin with what is in reach',
    finding: 'unscoped-list',
    file: 'apps/server/src/modules/locations/queries.ts',
    find: "const within = ({ scope }: Actor) => sql`${rows(scope, 'locations', 'l')} ",
    replace: 'const within = (_: Actor) => sql`locations l ',
    test: {
      project: 'generated',
      file: 'apps/server/test/generated/tenancy.test.ts',
      name: 'shows nothing of another organization to an owner',
    },
  },
  {
    name: 'an edit does not look at the version',
    finding: 'unchecked-version',
    file: 'apps/server/src/kernel/records.ts',
    find: '  checkVersion(sent, row.version)\n',
    replace: '  void sent, checkVersion\n',
    test: { project: 'generated', file: examples, name: 'PUT /locations/' },
  },
  {
    name: 'a command records nothing',
    finding: 'unrecorded-command',
    file: commands,
    find: "    { ...about, event: 'changed', data: { fields: Object.keys(edit).filter((name) => name !== 'version') } },\n",
    replace: '',
    test: { project: 'generated', file: examples, name: 'PUT /locations/' },
  },
  {
    name: 'the policy is not asked',
    finding: 'unasked-policy',
    file: commands,
    find: 'permit(may.update(actor, facts), ',
    replace: 'permit(true, ',
    test: {
      project: 'server',
      file: 'apps/server/test/locations/locations.test.ts',
      name: 'works at a partner lab',
    },
  },
]

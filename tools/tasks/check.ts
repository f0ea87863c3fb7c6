import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildWeb } from '../web-build.ts'
import { brokenMigrations } from '../additive-migrations.ts'
import { weakLocksOf } from '../lock-file.ts'
import { namedTwiceIn, wronglyMarkedIn } from '../asked-permissions.ts'
import { brokenBoundaries } from '../boundaries.ts'
import { unplainWords } from '../plain-words.ts'

/** `npm run check`: types, lint, format, module boundaries, permissions, plain words, lock file, migrations, generated files, and that the client builds. */
const root = join(import.meta.dirname, '..', '..')
const shell = process.platform === 'win32'
const run = (command: string, args: string[]) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', shell }).status === 0

/** Passes when a check finds nothing; prints its findings. */
const isEmpty = (broken: string[]): boolean => {
  for (const line of broken) console.error(`  ${line}`)
  return broken.length === 0
}

const steps: [name: string, passes: () => boolean][] = [
  // Quick checks come first.
  ['format', () => run('oxfmt', ['--check', '.'])],
  ['module boundaries', () => isEmpty(brokenBoundaries(root))],
  ['permissions that nothing asks for are marked', () => isEmpty(wronglyMarkedIn(root))],
  ['no list of permissions stands twice', () => isEmpty(namedTwiceIn(root))],
  ['every package is locked by its hash', () => isEmpty(weakLocksOf(root))],
  ['comments and test names get plainer', () => isEmpty(unplainWords(root))],
  ['migrations are additive', () => isEmpty(brokenMigrations(root))],
  ['client builds', () => (buildWeb(), true)],
  // Type-aware rules need all three programs (server, client, journeys) anyway: each is built once, for both.
  ['types and lint', () => run('oxlint', ['--type-aware', '--type-check', '--deny-warnings'])],
  [
    'generated files are fresh',
    () => run('node', ['--disable-warning=ExperimentalWarning', join('tools', 'tasks', 'generate.ts'), '--check']),
  ],
]
let failed = 0
for (const [name, passes] of steps) {
  const began = Date.now()
  const fine = passes()
  if (!fine) failed += 1
  console.log(`${fine ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
}
process.exitCode = failed > 0 ? 1 : 0

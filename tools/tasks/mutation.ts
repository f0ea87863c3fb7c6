import { spawn, type ChildProcess } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { mutationSets, type MutationSet } from '../mutation/sets.ts'
import { copyOfCheckout } from '../planted/copy.ts'
import { startTestCluster } from '../test-database.ts'

/**
 * `npm run mutation`: changes policies, rules, scope, sessions, keys, calendar and life cycles in a thousand small
 * ways, one at a time, and checks whether a test notices. Passes when 90 % of each set are noticed. A mutant that no test
 * can notice is left out by a comment at its line: `// Stryker disable next-line <mutator>: <reason>`.
 * `npm run mutation -- pins/policy` mutates the files whose path contains that.
 *
 * The tool mutates files in place. It gets a copy of the checkout, so that nothing has to be restored, however it ends.
 */
const root = join(import.meta.dirname, '..', '..')
const wanted = process.argv.slice(2)
const filesOf = ({ files }: MutationSet): string[] =>
  globSync(files, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))

const chosen = mutationSets.map((set) => ({ set, files: filesOf(set) })).filter(({ files }) => files.length > 0)
if (chosen.length === 0) {
  console.error(`Nothing that is mutated has "${wanted.join('" or "')}" in its path (tools/mutation/sets.ts).`)
  process.exit(2)
}

const copy = copyOfCheckout(root, 'mutation')
const cluster = chosen.some(({ set }) => set.name === 'database') ? await startTestCluster() : undefined
let running: ChildProcess | undefined
let interrupted = false
// A terminal tells every process of the command, and so does what started this one: more than once is the rule.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    interrupted = true
    running?.kill('SIGTERM')
  })

/** Runs the tool on one set; true when enough of its mutants were killed. */
async function mutate(set: MutationSet, files: string[]): Promise<boolean> {
  const child = (running = spawn(
    'stryker',
    ['run', `tools/mutation/${set.name}.stryker.json`, '--mutate', files.join(',')],
    {
      cwd: copy,
      stdio: 'inherit',
      // Not UTC: there a mutant that ignores the zone would have no effect.
      env: { ...process.env, TZ: 'America/Denver' },
      shell: process.platform === 'win32',
    },
  ))
  return new Promise((resolve) => child.on('exit', (code) => resolve(code === 0)))
}

const failed: string[] = []
for (const { set, files } of chosen) {
  if (interrupted) break
  console.log(`${set.name}: ${files.length} files`)
  if (!(await mutate(set, files))) failed.push(set.name)
}
rmSync(copy, { recursive: true, force: true })
if (cluster?.started) await cluster.stop()
if (interrupted) console.error('Interrupted. Only the copy was mutated, and it is deleted.')
else if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}. The lines above name each mutant that lives.`)
process.exitCode = interrupted ? 130 : failed.length > 0 ? 1 : 0

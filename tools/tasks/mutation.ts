import { spawn, type ChildProcess } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compare, readReports, scoreOf, type Living, type MutationReport } from '../mutation/report.ts'
import { mutationSets, type MutationSet } from '../mutation/sets.ts'
import { copyOfCheckout } from '../planted/copy.ts'
import { startTestCluster } from '../test-database.ts'

/**
 * `npm run mutation`: changes policies, rules, scope, sessions, keys, calendar and life cycles in a thousand small
 * ways, one at a time, and checks whether a test notices. Passes when 90 % are noticed and
 * `tools/mutation/survivors.ts` gives the reason for each survivor. `npm run mutation -- pins/policy` mutates the files
 * whose path contains that.
 *
 * The tool mutates files in place. It gets a copy of the checkout, so that nothing has to be restored, however it ends.
 */
const wantedScore = 90
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
const clean = async () => {
  rmSync(copy, { recursive: true, force: true })
  if (cluster?.started) await cluster.stop()
}

/** Runs the tool on one set; returns its report, undefined when it ended without one. */
async function mutate(set: MutationSet, files: string[]): Promise<MutationReport | undefined> {
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
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  if (code !== 0) return undefined
  return JSON.parse(
    readFileSync(join(copy, '.cache', 'reports', `mutation-${set.name}.json`), 'utf8'),
  ) as MutationReport
}

const reports: MutationReport[] = []
for (const { set, files } of chosen) {
  console.log(`${set.name}: ${files.length} files`)
  const report = interrupted ? undefined : await mutate(set, files)
  if (!report) {
    await clean()
    console.error(
      interrupted
        ? 'Interrupted. Only the copy was mutated, and it is gone.'
        : `The tool ended without a report on the set "${set.name}"; see the lines above.`,
    )
    process.exit(interrupted ? 130 : 1)
  }
  reports.push(report)
}
await clean()

const { scores, living, slow } = readReports(reports)
const { unlisted, gone } = compare(
  { living, slow },
  scores.map(({ file }) => file),
)
const score = scoreOf(scores)
const print = (title: string, mutants: Living[]) => {
  if (mutants.length > 0) console.log(`\n${title}`)
  for (const { file, line, becomes } of mutants) console.log(`  ${file}\n    line:    ${line}\n    becomes: ${becomes}`)
}
print('Lives and is not listed in tools/mutation/survivors.ts:', unlisted)
print('Listed in tools/mutation/survivors.ts and killed by now, or gone:', gone)
console.log(`\n${'file'.padEnd(60)} killed  lived`)
for (const { file, killed, lived } of scores)
  console.log(`${file.padEnd(60)} ${String(killed).padStart(6)} ${String(lived).padStart(6)}`)
const passes = score >= wantedScore && unlisted.length === 0 && gone.length === 0
console.log(
  `\n${score.toFixed(1)} % of ${scores.reduce((sum, { killed, lived }) => sum + killed + lived, 0)} mutants were killed (wanted: ${wantedScore} %); ` +
    `of ${living.length} that live ${unlisted.length} are not listed, and ${gone.length} that are listed do not live. ` +
    (passes ? 'Passed.' : 'Failed.'),
)
process.exitCode = passes ? 0 : 1

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { plantedFaults } from '../../apps/server/test/planted/index.ts'
import { cpuSecondsOfChildren } from '../cpu-seconds.ts'
import { type Failure, failuresOfPlaywright, failuresOfVitest, shownFailures } from '../failures.ts'
import { startTestCluster } from '../test-database.ts'

/**
 * `npm test`: everything, in stages; prints what fails and ends with one line of counts. Name stages to run only these:
 * `npm test unit server`. `npm test -- --changed` runs what imports a file that was changed since the last commit,
 * `--changed=main` since that one: for work in progress, not as proof. `npm run test:long` runs the repeated ones in
 * full.
 */
interface Counts {
  passed: number
  failed: number
}

const root = join(import.meta.dirname, '..', '..')
const reports = join(root, '.cache', 'reports')
mkdirSync(reports, { recursive: true })
const words = process.argv.slice(2)
const changed = words.find((word) => /^--changed(?:=.+)?$/.test(word))
const shell = process.platform === 'win32'
const node = ['--disable-warning=ExperimentalWarning']

const run = (command: string, args: string[], environment: NodeJS.ProcessEnv = {}) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', shell, env: { ...process.env, ...environment } }).status === 0

const sum = (counts: Counts, other: Counts): Counts => ({
  passed: counts.passed + other.passed,
  failed: counts.failed + other.failed,
})

/** One step that passes or fails as a whole. */
const step = (passed: boolean): Counts => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1 })

// Named once more at the end: the log of a stage is long, and of a long log only the end is kept.
const failures: Failure[] = []

const task = (name: string, ...args: string[]) => run('node', [...node, join('tools', 'tasks', `${name}.ts`), ...args])

function vitest(projects: string[]): Counts {
  const report = join(reports, `${projects.join('-')}.json`)
  rmSync(report, { force: true })
  const fine = run('vitest', [
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(changed ? [changed, '--passWithNoTests'] : []),
  ])
  if (!existsSync(report)) return step(changed !== undefined && fine)
  const read = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number> &
    Parameters<typeof failuresOfVitest>[0]
  failures.push(...failuresOfVitest(read, root))
  const { numPassedTests, numFailedTests, numTotalTestSuites } = read
  const crashed = !fine && numFailedTests === 0 ? 1 : 0
  return {
    passed: numTotalTestSuites === 0 ? Number(changed !== undefined) : numPassedTests!,
    failed: numFailedTests! + crashed,
  }
}

function playwright(config: string, reportName: string): Counts {
  const report = join(root, '.cache', 'e2e', reportName)
  rmSync(report, { force: true })
  const fine = run('playwright', ['test', '--config', join('e2e', config)])
  if (!existsSync(report)) return step(false)
  const read = JSON.parse(readFileSync(report, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number }
  } & Parameters<typeof failuresOfPlaywright>[0]
  failures.push(...failuresOfPlaywright(read))
  const { stats } = read
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + (!fine && stats.unexpected + stats.flaky === 0 ? 1 : 0),
  }
}

/** Faults that were found once, put back one by one; only in full, because each starts its test again. */
function planted(faults: string[]): Counts {
  const report = join(reports, 'planted.json')
  rmSync(report, { force: true })
  task('planted', ...faults)
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Counts) : step(false)
}

const isFinding = (word: string) => plantedFaults.some(({ finding }) => finding === word)

const stages: Record<string, () => Counts> = {
  check: () => step(task('check')),
  unit: () => vitest(['unit']),
  components: () => vitest(['components']),
  server: () => vitest(['server', 'server-fresh']),
  generated: () => vitest(['generated']),
  faults: () => vitest(['faults']),
  browser: () =>
    sum(playwright('playwright.config.ts', 'report.json'), playwright('many-machines.config.ts', 'many-machines.json')),
  floor: () => step(task('bench', 'cases', '--patients', '2000', '--compare')),
  planted: () => planted(words.filter(isFinding)),
}
// Journeys and faults go through a whole portal: every change affects them.
const whole = ['faults', 'browser', 'floor', 'planted']
/** The floor of the bench answers what the product does, or it is none: compared, not measured. */
const onlyLong = ['floor', 'planted']

const wanted = words.filter((word) => !isFinding(word) && word !== changed)
const unknown = wanted.filter((name) => !(name in stages))
if (unknown.length > 0) {
  console.error(`There is no stage "${unknown.join('", "')}"; there are ${Object.keys(stages).join(', ')}.`)
  process.exit(2)
}
// One cluster for all stages; a manual run of vitest finds it or starts it.
const cluster = await startTestCluster()
const total: Counts = { passed: 0, failed: 0 }
const lines: string[] = []
let cpuTotal = 0
for (const [name, stage] of Object.entries(stages)) {
  const left = changed ? whole.includes(name) : onlyLong.includes(name) && process.env.LONG !== '1'
  if (wanted.length > 0 ? !wanted.includes(name) : left) continue
  console.log(`\n── ${name} ──`)
  const [began, cpuBefore] = [Date.now(), cpuSecondsOfChildren()]
  const { passed, failed } = stage()
  total.passed += passed
  total.failed += failed
  const cpu = cpuBefore === undefined ? undefined : cpuSecondsOfChildren()! - cpuBefore
  cpuTotal += cpu ?? 0
  lines.push(
    `${name.padEnd(10)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${String(Math.round((Date.now() - began) / 1000)).padStart(5)} s${cpu === undefined ? '' : ` ${cpu.toFixed(0).padStart(6)} CPU s`}`,
  )
}
if (cpuTotal > 0)
  lines.push(`${'all'.padEnd(39)} ${cpuTotal.toFixed(0).padStart(6)} CPU s, user and system, children included`)
await cluster.stop()
if (failures.length > 0) console.log(`\n${shownFailures(failures)}`)
console.log(`\n${lines.join('\n')}\n`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

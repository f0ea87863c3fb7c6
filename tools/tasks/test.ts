import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { plantedFaults } from '../../apps/server/test/planted/index.ts'
import { cpuSecondsOfChildren } from '../cpu-seconds.ts'
import { type Failure, failuresOfPlaywright, failuresOfVitest, shownFailures } from '../failures.ts'
import { type Counts, sum, tableOf, type StageTime } from '../stage-times.ts'
import { startTestCluster } from '../test-database.ts'

/**
 * `npm test`: what must always hold, in stages; prints what fails and ends with one line of counts. Name stages to run
 * only these: `npm test unit server`. `npm test -- --changed` runs what imports a file that was changed since the last
 * commit, `--changed=main` since that one: for work in progress, not as proof. A failed test runs once more alone at the
 * end; if it passes then, it counts as passed and is listed as unstable. `npm run test:long` adds loads, kills, repeats.
 */
const root = join(import.meta.dirname, '..', '..')
const reports = join(root, '.cache', 'reports')
mkdirSync(reports, { recursive: true })
const isLong = process.env.LONG === '1'
const words = process.argv.slice(2)
const changed = words.find((word) => /^--changed(?:=.+)?$/.test(word))
const shell = process.platform === 'win32'
const node = ['--disable-warning=ExperimentalWarning']

/** More failures than these are no accident: running them again would only take time. */
const mostRepeated = 8

const run = (command: string, args: string[]) =>
  // A log is read by people: no colors where no terminal shows them.
  spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell,
    env: { ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }), ...process.env },
  }).status === 0

/** One step that passes or fails as a whole. */
const step = (passed: boolean): Counts => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1 })

/** A failure with how its test runs alone, in a process of its own. */
interface Repeatable extends Failure {
  stage: string
  repeat: () => boolean
}
// Named once more at the end: the log of a stage is long, and of a long log only the end is kept.
const failures: Repeatable[] = []
let current = ''

const task = (name: string, ...args: string[]) => run('node', [...node, join('tools', 'tasks', `${name}.ts`), ...args])

/** The text as a regular expression that matches it and nothing else. */
const literally = (text: string) => `^${text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}$`

type VitestReport = Record<string, number> & Parameters<typeof failuresOfVitest>[0]

/** Runs Vitest and returns its report; undefined when it ended before it wrote one. */
function runVitest(projects: string[], name: string, args: string[]): { fine: boolean; report?: VitestReport } {
  const file = join(reports, `${name}.json`)
  rmSync(file, { force: true })
  const ofProjects = projects.flatMap((project) => ['--project', project])
  const fine = run('vitest', [
    'run',
    ...ofProjects,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...args,
  ])
  return existsSync(file) ? { fine, report: JSON.parse(readFileSync(file, 'utf8')) as VitestReport } : { fine }
}

function vitest(projects: string[], more: string[] = []): Counts {
  const args = [...more, ...(changed ? [changed, '--passWithNoTests'] : [])]
  const { fine, report } = runVitest(projects, projects.join('-'), args)
  if (!report) return step(changed !== undefined && fine)
  // A filter that matches no test passes, too: at least one has to have run.
  const repeat = ({ file, name }: Failure) => {
    const again = runVitest(projects, 'once-more', [file, ...(name === null ? [] : ['-t', literally(name)])])
    return again.fine && (again.report?.numPassedTests ?? 0) > 0
  }
  const stage = current
  failures.push(
    ...failuresOfVitest(report, root).map((failure) => ({ ...failure, stage, repeat: () => repeat(failure) })),
  )
  const { numPassedTests, numFailedTests, numTotalTestSuites } = report
  const crashed = !fine && numFailedTests === 0 ? 1 : 0
  return {
    passed: numTotalTestSuites === 0 ? Number(changed !== undefined) : numPassedTests!,
    failed: numFailedTests! + crashed,
  }
}

function playwright(config: string, reportName: string): Counts {
  const report = join(root, '.cache', 'e2e', reportName)
  rmSync(report, { force: true })
  const args = ['test', '--config', join('e2e', config)]
  const fine = run('playwright', args)
  if (!existsSync(report)) return step(false)
  const read = JSON.parse(readFileSync(report, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number }
  } & Parameters<typeof failuresOfPlaywright>[0]
  const repeat = ({ file, name }: Failure) =>
    run('playwright', [...args, '--workers', '1', file, '--grep', literally(name ?? '').slice(1), '--reporter', 'list'])
  const stage = current
  failures.push(...failuresOfPlaywright(read).map((failure) => ({ ...failure, stage, repeat: () => repeat(failure) })))
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
const severalMachines = () => playwright('many-machines.config.ts', 'many-machines.json')

/** These tests wait for the database and for jobs half of their time: a third worker uses what two leave of two cores. */
const waiting = ['--maxWorkers=3']

const stages: Record<string, () => Counts> = {
  check: () => step(task('check')),
  unit: () => vitest(['unit']),
  components: () => vitest(['components']),
  server: () => vitest(['server', 'server-fresh'], waiting),
  generated: () => vitest(['generated'], waiting),
  faults: () => vitest(['long', 'faults']),
  browser: () => {
    const journeys = playwright('playwright.config.ts', 'report.json')
    return isLong ? sum(journeys, severalMachines()) : journeys
  },
  planted: () => planted(words.filter(isFinding)),
}
// Journeys and faults go through a whole portal: every change affects them.
const whole = ['long', 'faults', 'browser', 'planted']
/** Loads, kills and repeats. */
const onlyLong = ['long', 'faults', 'planted']

const wanted = words.filter((word) => !isFinding(word) && word !== changed)
const unknown = wanted.filter((name) => !(name in stages))
if (unknown.length > 0) {
  console.error(`There is no stage "${unknown.join('", "')}"; there are ${Object.keys(stages).join(', ')}.`)
  process.exit(2)
}
// One cluster for all stages; a manual run of vitest finds it or starts it.
const cluster = await startTestCluster()
const times: StageTime[] = []
for (const [name, stage] of Object.entries(stages)) {
  const left = changed ? whole.includes(name) : onlyLong.includes(name) && !isLong
  if (wanted.length > 0 ? !wanted.includes(name) : left) continue
  console.log(`\n── ${name} ──`)
  current = name
  const [began, cpuBefore] = [Date.now(), cpuSecondsOfChildren()]
  const counts = stage()
  const cpu = cpuBefore === undefined ? undefined : cpuSecondsOfChildren()! - cpuBefore
  times.push({ name, ...counts, seconds: (Date.now() - began) / 1000, cpu })
}

const unstable =
  failures.length > mostRepeated
    ? []
    : failures.filter(({ test, repeat }) => {
        console.log(`\n── once more, alone: ${test} ──`)
        return repeat()
      })
await cluster.stop()
for (const { stage } of unstable) {
  const time = times.find(({ name }) => name === stage)!
  time.passed += 1
  time.failed -= 1
}
const failed = failures.filter((failure) => !unstable.includes(failure))
if (failed.length > 0) console.log(`\n${shownFailures(failed)}`)
if (unstable.length > 0)
  console.log(`\nUnstable: failed in its stage, passed alone\n\n${shownFailures(unstable, 'UNSTABLE')}`)
const total = times.reduce<Counts>(sum, { passed: 0, failed: 0 })
console.log(`\n${tableOf(times, wanted.length === 0 && !changed && !isLong)}\n`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseInstant } from '@archwire/contract/core/dates.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { type Failure, failuresOfVitest, shownFailures } from '../failures.ts'
import { momentsAfter, type Moment } from '../moments.ts'
import { startTestCluster } from '../test-database.ts'

/**
 * `npm run test:dates`: the unit, server and generated stages with the clock of every process and test database moved to
 * five moments at which dates go wrong easily (moments.ts). Words choose fewer: names of moments, or an instant in UTC
 * (`2026-12-25T18:00`); names of stages; parts of file names. `npm run test:dates -- february server requests`.
 */
const root = join(import.meta.dirname, '..', '..')
const reports = join(root, '.cache', 'reports')
mkdirSync(reports, { recursive: true })
const { labZone } = readConfig({ NODE_ENV: 'test' })
const stages: Record<string, string[]> = {
  unit: ['unit'],
  server: ['server', 'server-fresh'],
  generated: ['generated'],
}
const words = process.argv.slice(2)
const known = momentsAfter(new Date(), labZone)
const given = words.flatMap((word): [string, Moment][] => {
  const at = parseInstant(/T\d\d:\d\d$/.test(word) ? `${word}Z` : word)
  return at ? [[word, { at, processZone: 'UTC' }]] : []
})
const isInstant = (word: string) => given.some(([name]) => name === word)
const named = Object.entries(known).filter(([name]) => words.includes(name))
const moments = named.length + given.length > 0 ? [...named, ...given] : Object.entries(known)
const chosen = Object.keys(stages).filter((name) => words.includes(name))
const files = words.filter((word) => !(word in known) && !(word in stages) && !isInstant(word))

const total = { passed: 0, failed: 0 }
const failures: Failure[] = []
const lines: string[] = []

/** Runs one stage at one moment, and notes what came of it. */
function run(name: string, { at, processZone }: Moment, stage: string): void {
  const report = join(reports, `dates-${name.replaceAll(/\W/g, '-')}-${stage}.json`)
  rmSync(report, { force: true })
  const began = performance.now()
  const preload = pathToFileURL(join(root, 'tools', 'moved-clock.ts')).href
  const { status } = spawnSync(
    'vitest',
    [
      'run',
      ...files,
      ...stages[stage]!.flatMap((project) => ['--project', project]),
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...(files.length > 0 ? ['--passWithNoTests'] : []),
    ],
    {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
      env: {
        ...process.env,
        TZ: processZone,
        CLOCK_AHEAD_MS: String(at.getTime() - Date.now()),
        NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${preload}`,
      },
    },
  )
  let [passed, failed] = [0, status === 0 ? 0 : 1]
  if (existsSync(report)) {
    const read = JSON.parse(readFileSync(report, 'utf8')) as {
      numPassedTests: number
      numFailedTests: number
    } & Parameters<typeof failuresOfVitest>[0]
    passed = read.numPassedTests
    failed = Math.max(read.numFailedTests, failed)
    failures.push(...failuresOfVitest(read, root).map((failure) => ({ ...failure, test: `${name}: ${failure.test}` })))
  }
  total.passed += passed
  total.failed += failed
  const time = at.toLocaleString('en-US', { timeZone: labZone, dateStyle: 'medium', timeStyle: 'short' })
  const seconds = Math.round((performance.now() - began) / 1000)
  lines.push(
    `${name.padEnd(16)} ${time.padEnd(24)} ${stage.padEnd(10)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${String(seconds).padStart(5)} s`,
  )
  console.log(`\n${lines.at(-1)}`)
}

const cluster = await startTestCluster()
for (const [name, moment] of moments)
  for (const stage of chosen.length > 0 ? chosen : Object.keys(stages)) {
    console.log(`\n── ${name}: ${stage} ──`)
    run(name, moment, stage)
  }
await cluster.stop()
if (failures.length > 0) console.log(`\n${shownFailures(failures)}`)
console.log(`\nThe clock of the lab is that of ${labZone}.\n${lines.join('\n')}\n`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

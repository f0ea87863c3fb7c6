import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { plantedFaults } from '../../apps/server/test/planted/index.ts'
import type { PlantedFault } from '../../apps/server/test/planted/fault.ts'
import { withFault } from '../planted/apply.ts'
import { copyOfCheckout } from '../planted/copy.ts'

/**
 * `npm run test:long -- planted`: puts faults back that were found once, one by one, in a copy of the checkout, and
 * checks whether the test named beside each notices. A fault that no longer applies fails, as does an unnoticed one.
 * Arguments choose faults by finding: `npm run test:long -- planted tenancy-gate field-rights`.
 */
const root = join(import.meta.dirname, '..', '..')
const wanted = process.argv.slice(2)
const chosen = plantedFaults.filter(({ finding }) => wanted.length === 0 || wanted.includes(finding))
const copy = copyOfCheckout(root)
const report = join(root, '.cache', 'reports', 'planted-run.json')
mkdirSync(dirname(report), { recursive: true })

/** How many of the named tests failed and passed. */
function runNamed({ test }: PlantedFault): { failed: number; passed: number } {
  rmSync(report, { force: true })
  spawnSync(
    'vitest',
    [
      'run',
      '--project',
      test.project,
      test.file,
      '-t',
      test.name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    {
      cwd: copy,
      encoding: 'utf8',
      shell: process.platform === 'win32',
      timeout: 300_000,
      env: { ...process.env, LONG: '1' },
    },
  )
  const { numFailedTests = 0, numPassedTests = 0 } = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>
  return { failed: numFailedTests, passed: numPassedTests }
}

let failed = 0
for (const fault of chosen) {
  const file = join(copy, fault.file)
  const sound = readFileSync(file, 'utf8')
  const began = Date.now()
  let verdict: string
  try {
    writeFileSync(file, withFault(sound, fault))
    const counts = runNamed(fault)
    verdict = counts.failed > 0 ? 'caught' : counts.passed > 0 ? 'NOT NOTICED' : 'NO SUCH TEST'
  } catch (error) {
    verdict = error instanceof Error ? error.message : String(error)
  }
  writeFileSync(file, sound)
  if (verdict !== 'caught') failed += 1
  console.log(
    `${verdict === 'caught' ? 'caught' : 'FAILED'} ${fault.finding.padEnd(18)} ${fault.name}${verdict === 'caught' ? ` (${((Date.now() - began) / 1000).toFixed(0)} s)` : `: ${verdict}`}`,
  )
}
rmSync(copy, { recursive: true, force: true })
writeFileSync(
  join(root, '.cache', 'reports', 'planted.json'),
  JSON.stringify({ passed: chosen.length - failed, failed }),
)
process.exitCode = failed > 0 || chosen.length === 0 ? 1 : 0

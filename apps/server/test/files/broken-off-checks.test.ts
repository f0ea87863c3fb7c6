import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { patients } from '@archwire/contract/patients/routes.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { processFile } from '../../src/modules/files/process.ts'
import { runBounded } from '../../src/services/scan-processing/run-bounded.ts'
import type * as Processing from '../../src/services/scan-processing/index.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'

/** The child program of the next checks; undefined: the real one. */
let program: string | undefined
vi.mock('../../src/services/scan-processing/index.ts', async (original) => {
  const real = await original<typeof Processing>()
  return {
    ...real,
    processScan: (input: Processing.ScanInput) => (program ? runBounded(program, input) : real.processScan(input)),
  }
})

const folder = mkdtempSync(join(tmpdir(), 'archwire-broken-off-'))
const childThat = (name: string, body: string) => {
  const path = join(folder, `${name}.ts`)
  writeFileSync(path, body)
  return path
}
// As the kernel ends the largest process when memory is short.
const killed = childThat('killed', `process.kill(process.pid, 'SIGKILL')\nsetInterval(() => {}, 1000)`)
const gaveUp = childThat('gave-up', `throw new Error('no way through')`)

let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
})
afterAll(async () => {
  await test.close()
  rmSync(folder, { recursive: true, force: true })
})

const lines: { level: number; msg: string; detail?: string }[] = []
const log = pino(
  {},
  new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(JSON.parse(String(line)) as (typeof lines)[number])
      done()
    },
  }),
)

async function fileOf(testCase: GivenCase) {
  const { rows } = await sql<{ id: number; check_attempts: number; processing: string; problem: string | null }>`
    select id, check_attempts, processing, problem from patient_files where patient_id = ${testCase.id}`.execute(
    test.connection.db,
  )
  return rows[0]!
}
async function caseWithScan(): Promise<{ testCase: GivenCase; check: () => Promise<void> }> {
  const testCase = await given.case()
  const bytes = given.scan('upper', 77)
  await given.scanFile(testCase, testCase.practice.owner, { bytes, kind: 'submission', jaws_id: 1, name: 'upper.stl' })
  const { id } = await fileOf(testCase)
  return { testCase, check: () => processFile({ db: test.connection.db, storage: test.storage, log }, id) }
}
afterAll(() => void (program = undefined))

it('a check that the system ends is tried three times, then flagged in words that do not blame the scan', async () => {
  program = killed
  const { testCase, check } = await caseWithScan()
  for (const attempt of [1, 2]) {
    await expect(check()).rejects.toThrow('SIGKILL')
    expect(await fileOf(testCase)).toMatchObject({ check_attempts: attempt, processing: 'waiting', problem: null })
  }
  expect(lines.at(-1)).toMatchObject({
    level: 50,
    msg: 'the system broke off the check of a file',
    detail: expect.stringContaining('SIGKILL'),
  })
  await check()
  const file = await fileOf(testCase)
  expect(file).toMatchObject({ check_attempts: 3, processing: 'flagged' })
  expect(file.problem).toBe('Checking this file failed 3 times. The file may be fine. Please tell the lab.')
  const { status } = await test.as(testCase.practice.owner).call(patients.get, { params: { id: testCase.id } })
  expect(status).toBe(200)
})

it('a check that the system ended once is made anew', async () => {
  program = killed
  const { testCase, check } = await caseWithScan()
  await expect(check()).rejects.toThrow()
  program = undefined
  await check()
  expect(await fileOf(testCase)).toMatchObject({ processing: 'ready', problem: null })
})

it('a report that no answer could show is not written, and the file says so', async () => {
  const report = { format: 7, triangles: -1, verdict: 'fine', findings: [] }
  const answer = JSON.stringify({ report, mesh_bytes: null, coarse_bytes: null })
  program = childThat('odd-report', `process.stdout.write(${JSON.stringify(answer)})`)
  const { testCase, check } = await caseWithScan()
  await check()
  expect(await fileOf(testCase)).toMatchObject({ processing: 'flagged', problem: 'The file could not be checked.' })
  expect(lines.at(-1)).toMatchObject({ level: 50, msg: 'a report of a scan breaks the contract' })
  const { status } = await test.as(testCase.practice.owner).call(patients.get, { params: { id: testCase.id } })
  expect(status).toBe(200)
})

it('a program that fails flags the file at once, and the log says where', async () => {
  program = gaveUp
  const { testCase, check } = await caseWithScan()
  await check()
  expect(await fileOf(testCase)).toMatchObject({ check_attempts: 0, processing: 'flagged' })
  expect(lines.at(-1)).toMatchObject({ level: 50, detail: expect.stringMatching(/^exit 1, .*\n\s+at /) })
  expect(lines.at(-1)!.detail).not.toContain('no way through')
})

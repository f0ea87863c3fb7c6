import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import { mostOfCase } from '@archwire/contract/patient-files/types.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import type { UploadedFile } from '@archwire/contract/rx-forms/fields.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { shareLinks } from '@archwire/contract/share-links/routes.ts'
import { viewer } from '@archwire/contract/viewer/routes.ts'
import { checkScan, type ScanReport } from '@archwire/mesh'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chanceOf } from '../../../../tools/chance.ts'
import { processScan, type ScanOutcome } from '../../src/services/scan-processing/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, printing, type Given, type GivenCase, type GivenPractice } from '../given.ts'
import { readCase, trianglesOfGlb, type CaseIds } from '../scans/case-pages.ts'
import { judgeReport } from '../scans/judge.ts'
import { mutators, soundFiles } from '../scans/mutants.ts'
import { putBytes, saidOf, sendFile, type NamedBytes } from '../send-file.ts'

/**
 * Files of strangers, sent through the API as a practice sends them, up to twenty a case, and checked by the job: each is
 * taken with right figures, or refused with a reason, within its bounds, while the server answers others. Then every page
 * of its case is read. `npm test` sends one of each kind in two cases, one of which is read in production, and checks eight of
 * each in this process, without a case; `npm run test:long` sends 168 of each.
 */
const isLong = process.env.LONG === '1'
/** What costs a process, a case and its pages for each file is long; what a check finds in the bytes is not. */
const checkedHere = 8
const seed = Number(process.env.MUTANT_SEED ?? 20261121)

let folder: string
let test: TestApp
let production: TestApp
let given: Given
let practice: GivenPractice
let lab: Record<'supervisor' | 'support', TestUser>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archwire-mutants-'))
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  practice = await given.practice()
  lab = { supervisor: await given.user('supervisor'), support: await given.user('tech_support') }
  // In production nothing compares an answer with the contract before it is sent.
  const secret = 'of a test alone, and long enough'
  const settings = { STORAGE_SECRET: secret, BOT_CHECK_SECRET: secret, SMTP_URL: 'smtp://127.0.0.1:9' }
  const address = { DATABASE_URL: test.ownerUrl, PUBLIC_URL: 'https://portal.test' }
  production = await openTestApp({
    storage: test.storage,
    environment: { NODE_ENV: 'production', ...settings, ...address },
  })
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await production.close()
  await test.close()
})

let files = 0
/** What the child process of the job says of a file. */
async function processed(file: Uint8Array) {
  const path = join(folder, `${(files += 1)}.stl`)
  await writeFile(path, file)
  const outputs = { meshPath: `${path}.glb`, coarsePath: `${path}.coarse`, thumbnailPath: `${path}.webp` }
  const result = await processScan({ path, as: 'scan', ...outputs })
  await Promise.all([path, ...Object.values(outputs)].map((each) => rm(each, { force: true })))
  if (!result.ok) throw new Error(result.reason)
  return result.outcome
}

const sound = soundFiles()
/** These, with colors and without, `npm test` checks as the job does; the others in this process. */
const soundOfJob = ['binary', 'ply little endian, colored points']
const reportOf = async (file: Uint8Array, asJob: boolean) =>
  asJob ? (await processed(file)).report : checkScan(file, 'scan').report

interface Mutant extends NamedBytes {
  alwaysRemarked: boolean
}
/** So many files that one kind of damage makes. */
function mutantsOf({ name, make, alwaysRemarked }: (typeof mutators)[number], count: number): Mutant[] {
  const chance = chanceOf(seed)
  return Array.from({ length: count }, (_, n) => ({
    name: `${name.replaceAll(/\W+/g, ' ')} ${n}.stl`,
    bytes: make(sound, chance),
    alwaysRemarked,
  }))
}
/** What is sent together: in full all files of a kind, else one of each kind of a half. */
const half = Math.ceil(mutators.length / 2)
const batches: { name: string; mutants: Mutant[] }[] = isLong
  ? mutators.map((mutator) => ({ name: mutator.name, mutants: mutantsOf(mutator, 168) }))
  : [mutators.slice(0, half), mutators.slice(half)].map((some) => ({
      name: `one of ${some.length} kinds`,
      mutants: some.flatMap((mutator) => mutantsOf(mutator, 1)),
    }))
let known: Partial<ScanOutcome['report']> | undefined

describe('sound files', () => {
  it.each(Object.entries(sound))('%s is taken with the figures of the arch', async (name, file) => {
    const { format: _, has_colours, ...report } = await reportOf(file, isLong || soundOfJob.includes(name))
    expect(report).toMatchObject({ verdict: 'pass', shells: 1, non_finite: 0 })
    expect(has_colours).toBe(name.includes('colored'))
    known ??= report
    expect(report).toEqual(known)
  })
})

describe('damaged files', () => {
  it.each(mutators.map((mutator) => [mutator.name, mutator] as const))(
    `%s: taken with right figures, or refused with a reason, ${checkedHere} of seed ${seed}`,
    (_, { make, alwaysRemarked }) => {
      const chance = chanceOf(seed)
      for (let round = 0; round < checkedHere; round += 1) {
        const mutant = make(sound, chance)
        judgeReport(mutant, checkScan(mutant, 'scan').report, alwaysRemarked, `round ${round}`)
      }
    },
  )

  it.each(batches.map((batch, at) => [batch.name, batch.mutants, at] as const))(
    `%s: each named where it is damaged, and its case stays a page, of seed ${seed}`,
    async (_, mutants, at) => {
      for (let from = 0, cases = at; from < mutants.length; from += mostOfCase.stl, cases += 1) {
        const some = mutants.slice(from, from + mostOfCase.stl)
        // Of two cases one starts with its scans, the other gets them when its setup is approved and printed.
        await readBack(await (cases % 2 ? startedWith(some) : addedTo(some)), some, cases)
      }
    },
    900_000,
  )
})

/** A case, and why files were refused, by the names they were sent under. */
interface Sent {
  testCase: GivenCase
  refused: Map<string, string>
}

async function addedTo(mutants: readonly NamedBytes[], testCase?: GivenCase): Promise<Sent> {
  const to = testCase ?? (await given.case({ practice, stage: 'approved', form: printing }))
  const refused = new Map<string, string>()
  for (const mutant of mutants) {
    const { status, body } = await sendFile(test, practice.owner, to.id, { as: 'stl', ...mutant })
    expect([200, 422], JSON.stringify(body)).toContain(status)
    if (status === 422) refused.set(mutant.name, JSON.stringify(body))
  }
  return { testCase: to, refused }
}

/** Starts a case with as many scans as a form holds, and adds the others. */
async function startedWith(mutants: readonly NamedBytes[]): Promise<Sent> {
  const refused = new Map<string, string>()
  const stl_files: UploadedFile[] = []
  const { owner, id } = practice
  for (const mutant of mutants.slice(0, 10)) {
    const query = saidOf(mutant)
    const { body } = await test.as(owner).call(rxForms.uploadLinkOfOrganization, { params: { id }, query })
    stl_files.push({ file_path: await putBytes(test, body, mutant.bytes), name: mutant.name, jaws_id: 1 })
  }
  const asScans = { impression_type: 4, scan_submission_type: 1, scanner_type: 1, products_list: 16 } as const
  const submit = () => {
    const left = stl_files.filter(({ name }) => !refused.has(name))
    const form = given.form(practice, left.length > 0 ? { ...asScans, stl_files: left } : {})
    return test.as(owner).call(rxForms.submitForOrganization, { params: { id }, body: form as never })
  }
  let answer = await submit()
  if (answer.status === 422) {
    const said = JSON.stringify(answer.body)
    for (const { name } of stl_files.filter(({ name }) => said.includes(`"${name}: `))) refused.set(name, said)
    answer = await submit()
  }
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const { patient_id, id: rxFormId } = answer.body.rx_form
  const testCase = { id: patient_id, rxFormId, workflowId: null, processIds: [], practice }
  const rest = await addedTo(mutants.slice(10), testCase)
  return { testCase, refused: new Map([...refused, ...rest.refused]) }
}

/** Waits for the checks, judges each file by what the case says of it, then reads all pages. */
async function readBack({ testCase, refused }: Sent, mutants: readonly Mutant[], turn: number) {
  for (const { name, bytes } of mutants.filter((mutant) => refused.has(mutant.name))) {
    expect(refused.get(name), name).toMatch(/This is not a scan. It looks like [^"]+\./)
    // Whoever comes by another way finds the same door: the check trusts no one before it.
    judgeReport(bytes, await reportOf(bytes, isLong), true, name)
  }
  const shown = (await checked(testCase)).filter(({ kind }) => kind === 'submission')
  expect(shown.map(({ original_name }) => original_name).sort()).toEqual(
    mutants
      .map(({ name }) => name)
      .filter((name) => !refused.has(name))
      .sort(),
  )
  const { body: past } = await test.as(practice.owner).call(patients.history, { params: { id: testCase.id } })
  const notes = past.history.map(({ note }) => note)
  for (const file of shown) {
    const { bytes, alwaysRemarked } = mutants.find(({ name }) => name === file.original_name)!
    judge(file, bytes, alwaysRemarked)
    if (file.processing === 'flagged') expect(notes).toContain(`${file.name}: ${file.problem}`)
    expect((await bytesAt(await downloadOf(file))).equals(bytes), file.original_name).toBe(true)
  }
  const viewers = await loadScene(testCase, shown)
  const { body: list } = await test
    .as(practice.owner)
    .call(patients.listOfOrganization, { params: { id: practice.id } })
  const line = list.patients.find(({ id }) => id === testCase.id)
  expect(line).toMatchObject({ submission_viewer_id: viewers[0] ?? null, has_stl_file: shown.length > 0 })
  const { rows: prints } = await sql<{ id: number; customer_request_id: number }>`
    select id, customer_request_id from printing_requests where patient_id = ${testCase.id}`.execute(test.connection.db)
  const ids: CaseIds = {
    patients: [testCase.id],
    rx_forms: [testCase.rxFormId],
    organizations: [practice.id],
    patient_files: shown.slice(0, 1).map(({ id }) => id),
    scenes: viewers,
    printing_requests: prints.map(({ id }) => id),
    customer_requests: prints.map((print) => print.customer_request_id),
  }
  await readByEverybody(testCase, ids, isLong ? [test, production] : [turn % 2 ? production : test])
}

/** Reads all pages of a case as the practice and as the lab. */
async function readByEverybody(testCase: GivenCase, ids: CaseIds, portals: readonly TestApp[]): Promise<void> {
  const { owner, manager } = practice
  for (const portal of portals) {
    expect(await readCase(portal, ['owner', owner], testCase, ids)).toBeGreaterThan(15)
    expect(await readCase(portal, ['supervisor', lab.supervisor], testCase, ids)).toBeGreaterThan(15)
  }
  if (!portals.includes(test)) return
  await readCase(test, ['manager', manager], testCase, ids)
  await readCase(test, ['tech_support', lab.support], testCase, ids)
}

/** The files of a case once all of them were checked; its page is there all the while, at every single look. */
async function checked({ id }: GivenCase): Promise<PatientFile[]> {
  for (const until = Date.now() + 300_000; Date.now() < until; await sleep(200)) {
    const { body, status } = await test.as(practice.owner).call(patients.get, { params: { id } })
    expect(status, JSON.stringify(body)).toBe(200)
    const files = body.patient.patient_files
    if (files.every(({ processing }) => processing !== 'waiting')) return files
  }
  throw new Error(`Files of case ${id} still wait for their checks.`)
}

function judge({ processing, problem, report, ...file }: PatientFile, bytes: Uint8Array, alwaysRemarked: boolean) {
  const which = file.original_name
  expect(['ready', 'flagged'], which).toContain(processing)
  if (processing === 'flagged') expect(problem, which).toMatch(/^.{10,400}\.$/)
  else expect(problem, which).toBeNull()
  // A bound of the child that was hit is a refusal with a reason, too; a crash is not.
  if (report === null) {
    expect(problem, which).toMatch(/needs more memory|took too long/)
    return
  }
  judgeReport(bytes, report as never as ScanReport, alwaysRemarked, which)
  expect(file.viewer_id === null, which).toBe(report.verdict === 'block')
}

/** What a signed link gives. */
async function bytesAt(url: string): Promise<Buffer> {
  const { statusCode, rawPayload } = await test.app.fastify.inject({ url })
  expect(statusCode, url).toBe(200)
  return rawPayload
}
const downloadOf = async ({ id }: PatientFile) =>
  (await test.as(practice.owner).call(patientFiles.downloadLink, { params: { id } })).body.url

const idsOf = (files: readonly { id: number }[]) => files.map(({ id }) => id).sort((a, b) => a - b)

/**
 * Loads the scene of the scans that were sent in, as those who see the case and as someone with a link do: it has all that
 * can be shown, and each with all triangles of its report.
 */
async function loadScene({ id }: GivenCase, shown: readonly PatientFile[]): Promise<string[]> {
  const drawn = shown.filter((file) => file.viewer_id !== null)
  const viewers = [...new Set(drawn.map(({ viewer_id }) => viewer_id!))]
  if (viewers.length === 0) return []
  expect(viewers).toHaveLength(1)
  const params = { viewer_id: viewers[0]! }
  const { body } = await test.as(practice.owner).call(viewer.scene, { params })
  const ids = idsOf(drawn)
  expect(idsOf(body.scene.files)).toEqual(ids)
  for (const file of body.scene.files) {
    const { report, original_name, problem, thumbnail_url } = drawn.find((each) => each.id === file.id)!
    expect([file.triangles, file.message], original_name).toEqual([report!.triangles, problem])
    const left = trianglesOfGlb(await bytesAt(file.mesh_url))
    // What lies far outside is in the file, and not in its picture.
    if (report!.findings.some(({ code }) => code === 'wild_points')) expect(left, original_name).toBeGreaterThan(0)
    else expect(left, original_name).toBe(report!.triangles)
    await bytesAt(thumbnail_url!)
  }
  const link = await test
    .as(practice.owner)
    .call(shareLinks.create, { params: { id }, body: { kind: 'submission', days: 1 } })
  const token = link.body.url.split('/').at(-1)!
  const shared = await test.as(null).call(shareLinks.scene, { params: { token } })
  expect(idsOf(shared.body.scene.files)).toEqual(ids)
  return viewers
}

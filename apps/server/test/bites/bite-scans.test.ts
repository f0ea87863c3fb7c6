import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { mostOfCase, patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import type { UploadedFile } from '@archwire/contract/rx-forms/fields.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { shareLinks } from '@archwire/contract/share-links/routes.ts'
import { viewer } from '@archwire/contract/viewer/routes.ts'
import { syntheticArch, toBinaryStl } from '@archwire/mesh'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'

let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
})
afterAll(() => test.close())

/** The right half of an arch, which stands for a scan of the closed bite: an open strip of a few teeth. */
function strip(seed: number): Uint8Array {
  const { positions, indices } = syntheticArch({ jaw: 'lower', seed, alignment: 0.5, triangles: 3000 })
  const kept: number[] = []
  for (let at = 0; at < indices.length; at += 3) {
    const facet = [...indices.subarray(at, at + 3)]
    if (facet.every((vertex) => positions[vertex * 3]! > 6 && positions[vertex * 3 + 1]! < 12)) kept.push(...facet)
  }
  return toBinaryStl({ positions, indices: Uint32Array.from(kept) })
}
const uploaded = async (practice: GivenPractice, bytes: Uint8Array, name: string): Promise<UploadedFile> => ({
  file_path: await given.upload(practice.owner, practice.id, bytes, name),
  name,
  jaws_id: 3,
})
const submit = (practice: GivenPractice, stl_files: UploadedFile[]) =>
  test.as(practice.owner).call(rxForms.submitForOrganization, {
    params: { id: practice.id },
    body: given.form(practice, {
      impression_type: 4,
      scan_submission_type: 1,
      scanner_type: 1,
      products_list: 16,
      stl_files,
    }) as never,
  })
const add = async ({ id, practice }: GivenCase, bytes: Uint8Array, body: object) =>
  test.as(practice.owner).call(patientFiles.storeUploadedFile, {
    body: {
      file_path: await given.upload(practice.owner, practice.id, bytes, 'added.stl', 'scan', id),
      patient_id: id,
      patient_file_type_id: patientFileTypes.stl.id,
      name: 'added.stl',
      ...body,
    },
  })
const caseOf = async (who: TestUser, id: number) =>
  (await test.as(who).call(patients.get, { params: { id } })).body.patient
const processed = (who: TestUser, id: number) =>
  vi.waitFor(
    async () => {
      const patient = await caseOf(who, id)
      expect(patient.patient_files.map(({ processing }) => processing)).not.toContain('waiting')
      return patient
    },
    { timeout: 90_000, interval: 100 },
  )

it('a case comes with a scan of its bite, which is shown beside its arches and asks for no reason', async () => {
  const practice = await given.practice()
  const upper = { ...(await uploaded(practice, given.scan('upper', 3), 'upper.stl')), jaws_id: 1 as const }
  const bite = { ...(await uploaded(practice, strip(4), 'bite.stl')), kind: 'bite' as const, jaws_id: 1 as const }
  const answer = await submit(practice, [upper, bite])
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const { patient_id: id } = answer.body.rx_form
  const patient = await processed(practice.owner, id)
  const [arch, scan] = patient.patient_files
  expect(scan).toMatchObject({ kind: 'bite', jaws_id: 3, processing: 'ready', viewer_id: null })
  expect(scan!.thumbnail_url).not.toBeNull()
  expect(scan!.report!.findings.filter(({ severity }) => severity !== 'note')).toEqual([])
  const { scene } = (
    await test.as(practice.owner).call(viewer.scene, { params: { viewer_id: patient.submission_viewer_id! } })
  ).body
  expect(scene.files.map((file) => file.id)).toEqual([arch!.id])
  expect(scene.bite_scans).toMatchObject([{ id: scan!.id, name: scan!.name }])
  const mesh = await test.app.fastify.inject({ url: scene.bite_scans[0]!.mesh_url })
  expect(mesh.statusCode).toBe(200)
  expect(scene.others).toEqual([])
  // Someone with a link sees the arches alone.
  const link = await test
    .as(practice.owner)
    .call(shareLinks.create, { params: { id }, body: { kind: 'submission', days: 7, label: 'Dr. Colleague' } })
  const token = /shared\/([\w-]+)/.exec(JSON.stringify(link.body))![1]!
  const shared = await test.as(null).call(shareLinks.scene, { params: { token } })
  expect(shared.body.scene.files).toHaveLength(1)
  expect(JSON.stringify(shared.body)).not.toContain('bite_scans')
})

it('an arch that came as a bite first is looked at as an arch', async () => {
  const testCase = await given.case()
  const { owner } = testCase.practice
  const lower = syntheticArch({ jaw: 'lower', seed: 31, alignment: 0.5, triangles: 1500 })
  const insideOut = toBinaryStl({ ...lower, indices: lower.indices.slice().reverse() })
  await add(testCase, insideOut, { kind: 'bite' })
  await processed(owner, testCase.id)
  await add(testCase, insideOut, { jaws_id: 2 })
  const { patient_files: files } = await processed(owner, testCase.id)
  const codesOf = (kind: string) =>
    files.find((file) => file.kind === kind)!.report!.findings.map(({ code, severity }) => `${severity} ${code}`)
  expect(codesOf('bite')).not.toContain('warn inside_out')
  expect(codesOf('submission')).toContain('warn inside_out')
})

it('bytes that came as an arch are judged anew when they come as a bite', async () => {
  const testCase = await given.case()
  const { owner } = testCase.practice
  const small = syntheticArch({ jaw: 'lower', seed: 30, alignment: 0.5, triangles: 1500 })
  const tooth = toBinaryStl({ ...small, positions: small.positions.map((value) => value * 0.2) })
  await add(testCase, tooth, { jaws_id: 2 })
  await processed(owner, testCase.id)
  await add(testCase, tooth, { kind: 'bite' })
  const { patient_files: files } = await processed(owner, testCase.id)
  const weightOf = (kind: string) =>
    files.find((file) => file.kind === kind)!.report!.findings.find(({ code }) => code === 'single_tooth')?.severity
  expect([weightOf('submission'), weightOf('bite')]).toEqual(['warn', 'note'])
})

// No one waits for the checks of these: they come last, so that no check of another test waits for them.

it('a scan of the bite alone is no impression, and ten arches still fit beside it', async () => {
  const practice = await given.practice()
  const bites = await Promise.all(
    Array.from({ length: mostOfCase.bite + 1 }, async (_, n) => ({
      ...(await uploaded(practice, given.scan('lower', 5), `bite-${n}.stl`)),
      kind: 'bite' as const,
    })),
  )
  const arches = await Promise.all(
    Array.from({ length: 11 }, (_, n) => uploaded(practice, given.scan('upper', 5), `arch-${n}.stl`)),
  )
  expect(await submit(practice, bites.slice(1))).toMatchObject({
    status: 422,
    body: { error: { stl_files: ['Choose at least one STL file'] } },
  })
  expect(await submit(practice, [arches[0]!, ...bites])).toMatchObject({
    status: 422,
    body: { error: { stl_files: ['At most 4 bite scans.'] } },
  })
  expect(await submit(practice, [...arches, bites[0]!])).toMatchObject({
    status: 422,
    body: { error: { stl_files: ['At most 10 files.'] } },
  })
  expect((await submit(practice, [...arches.slice(1), ...bites.slice(1)])).status).toBe(200)
})

it('one is added later, needs no arch, and counts for itself', async () => {
  const testCase = await given.case()
  const { owner } = testCase.practice
  const bite = strip(10)
  // Another header makes another file.
  const biteNamed = (n: number) => bite.map((byte, at) => (at === 0 ? n : byte))
  for (let n = 0; n < mostOfCase.bite; n++) {
    const answer = await add(testCase, biteNamed(n), { kind: 'bite' })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body.patient_file).toMatchObject({ kind: 'bite', jaws_id: 3 })
  }
  expect(await add(testCase, biteNamed(20), { kind: 'bite' })).toMatchObject({
    status: 409,
    body: { error: 'A case can have at most 4 bite scans.' },
  })
  expect((await add(testCase, given.scan('upper', 6), { jaws_id: 1 })).status).toBe(200)
  expect((await add(testCase, given.scan('upper', 7), {})).status).toBe(422)
  // Nor does it make a case printable, or stand in for its scans.
  const patient = await caseOf(owner, testCase.id)
  expect(patient.setup_viewer_id).toBeNull()
  expect(patient.patient_files.filter(({ kind }) => kind === 'bite')).toHaveLength(4)
  const counted = await sql<{ files: number }>`
    select count(*)::int as files from patient_files where patient_id = ${testCase.id} and kind = 'submission'`.execute(
    test.connection.db,
  )
  expect(counted.rows[0]!.files).toBe(1)
})

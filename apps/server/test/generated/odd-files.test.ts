import type { PatientFileType } from '@archwire/contract/patient-files/types.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { chanceOf } from '../../../../tools/chance.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'
import { mutators, soundFiles } from '../scans/mutants.ts'
import { sendFile } from '../send-file.ts'
import { exampleOf, routes } from './routes.ts'

/**
 * Files that no scanner makes, sent as anybody could send them: link, bytes, registration, check. Whatever becomes of them,
 * their case stays a page: no answer that shows it is a 5xx, and every one keeps to the contract (tests check each).
 * `npm test` sends them in three cases, whose pages are read by the practice or the lab, by turns, and one of which is changed,
 * too. `npm run test:long` sends each in a case of its own, does all as both, and sends a damaged scan of each kind, too;
 * `scan-mutants.test.ts` sends one of each in `npm test`.
 */
const isLong = process.env.LONG === '1'

type Outcome = 'refused' | 'flagged' | 'kept' | 'ready' | 'anything'
interface Odd {
  as: PatientFileType
  name: string
  bytes: Uint8Array
  becomes: Outcome
}

const text = (value: string) => new Uint8Array(Buffer.from(value, 'latin1'))
const binaryStl = (claim: number, facets: number, fill = 0) => {
  const file = new Uint8Array(84 + facets * 50).fill(fill, 84)
  new DataView(file.buffer).setUint32(80, claim, true)
  return file
}
const sound = soundFiles()
const chance = chanceOf(20261122)

const odd: Record<string, Odd> = {
  'a text': { as: 'stl', name: 'upper.stl', bytes: text('Dear lab, the scan follows.'), becomes: 'flagged' },
  'one byte': { as: 'stl', name: 'upper.stl', bytes: text('\0'), becomes: 'flagged' },
  blanks: { as: 'stl', name: 'upper.obj', bytes: text(' '.repeat(3000)), becomes: 'anything' },
  backslashes: { as: 'stl', name: 'upper.stl', bytes: text('\\\\'.repeat(500)), becomes: 'flagged' },
  NULs: { as: 'stl', name: 'upper.stl', bytes: new Uint8Array(500), becomes: 'flagged' },
  'half a pair of surrogates, and more, in names inside': {
    as: 'stl',
    name: 'upper.stl',
    bytes: text('solid \xed\xa0\x80 \x01\nfacet \xff\xfe\nendsolid'),
    becomes: 'flagged',
  },
  'an ASCII STL whose words are NULs': {
    as: 'stl',
    name: 'upper.stl',
    bytes: new Uint8Array(Buffer.concat([sound.ascii, new Uint8Array(80)])),
    becomes: 'anything',
  },
  '84 bytes that promise 4 thousand million facets': {
    as: 'stl',
    name: 'upper.stl',
    bytes: binaryStl(4_000_000_000, 0),
    becomes: 'flagged',
  },
  'no facet at all': { as: 'stl', name: 'upper.stl', bytes: binaryStl(0, 0), becomes: 'flagged' },
  'facets of zeros': { as: 'stl', name: 'upper.stl', bytes: binaryStl(100, 100), becomes: 'flagged' },
  'facets that are no numbers': { as: 'stl', name: 'upper.stl', bytes: binaryStl(100, 100, 0xff), becomes: 'flagged' },
  'facets as far away as numbers go': {
    as: 'stl',
    name: 'upper.stl',
    bytes: binaryStl(100, 100, 0x7e),
    becomes: 'flagged',
  },
  'an empty PLY': {
    as: 'stl',
    name: 'upper.ply',
    bytes: text('ply\nformat ascii 1.0\nend_header\n'),
    becomes: 'flagged',
  },
  'a PDF as a scan': { as: 'stl', name: 'upper.stl', bytes: text('%PDF-1.7\n%%EOF'), becomes: 'refused' },
  'a photo as a scan': {
    as: 'stl',
    name: 'upper.stl',
    bytes: text('\xff\xd8\xff\xe0 and so on'),
    becomes: 'refused',
  },
  'a scan as a photo': { as: 'photo', name: 'face.jpg', bytes: sound.binary, becomes: 'refused' },
  'half a photo': { as: 'photo', name: 'face.jpg', bytes: text('\xff\xd8\xff\xe0 and so on'), becomes: 'flagged' },
  'a drawing as a photo': { as: 'photo', name: 'face.png', bytes: text('<svg xmlns="x"/>'), becomes: 'refused' },
  'a PDF as analysis report': {
    as: 'analysis_report',
    name: 'report.pdf',
    bytes: text('%PDF-1.7\n%%EOF'),
    becomes: 'kept',
  },
  'a scan as analysis report': { as: 'analysis_report', name: 'r.pdf', bytes: sound.obj, becomes: 'refused' },
  'a desktop file of its own format': {
    as: 'ios',
    name: 'case.ios',
    bytes: text('IOSX\x01\x02 whatever the desktop reads'),
    becomes: 'kept',
  },
  'a scan as desktop file': { as: 'ios', name: 'case.ios', bytes: sound.binary, becomes: 'ready' },
  ...Object.fromEntries(
    (
      [
        ['web assembly', '\0asm\x01\0\0\0'],
        ['a Java class', '\xca\xfe\xba\xbe\0\0\0\x3d'],
        ['xz', '\xfd7zXZ\0\0\x04'],
        ['bz2', 'BZh91AY&SY'],
        ['zip', 'PK\x03\x04'],
        ['a script', '#!/bin/sh\n'],
      ] as const
    ).map(([what, head]) => [
      `${what} as desktop file`,
      { as: 'ios' as const, name: 'case.ios', bytes: text(head.padEnd(400, '\x07')), becomes: 'refused' as const },
    ]),
  ),
  ...Object.fromEntries(
    (isLong ? mutators : []).map((mutator) => [
      `mutant: ${mutator.name}`,
      { as: 'stl' as const, name: 'upper.stl', bytes: mutator.make(sound, chance), becomes: 'anything' as const },
    ]),
  ),
}

let test: TestApp
let given: Given
let lab: TestUser
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  lab = await given.user('supervisor')
})
afterAll(() => test.close())

/** Sends a file as the pages do. Returns what registering said. */
const send = (testCase: GivenCase, file: Odd) =>
  // Doctors may not add reports, nor desktop files to the lab's own cases.
  sendFile(test, file.as === 'ios' || file.as === 'analysis_report' ? lab : testCase.practice.owner, testCase.id, file)

const shown =
  /^\/(patients|rx_forms|patient_files|scenes|printing_requests|customer_requests|tech-workflows|pins|measurements|share_links|dashboard|notifications|organizations\/\{id\}\/(patients|rx_forms|patient_counts))/

/** Those of them that are asked for one file. */
const ofOneFile = /^\/(patient_files|scenes)\/\{/

/** Every route that shows a case or its files, with the ids of this one: reads; then `writes`, and reads of what is left. */
function callsOf(
  testCase: GivenCase,
  file: { id: number; viewer_id: string | null } | undefined,
  writes: boolean,
  which = shown,
) {
  const idOf = (path: string) =>
    path.startsWith('/organizations')
      ? testCase.practice.id
      : path.startsWith('/rx_forms')
        ? testCase.rxFormId
        : path.startsWith('/patient_files')
          ? (file?.id ?? 1)
          : path.startsWith('/tech-workflows')
            ? testCase.workflowId!
            : path.startsWith('/scenes')
              ? (file?.viewer_id ?? 'nothing')
              : testCase.id
  const ours = routes.filter(([, route]) => which.test(route.path))
  const reads = ours.filter(([, route]) => route.method === 'GET')
  const changes = ours.filter(([, route]) => route.method !== 'GET')
  return [...reads, ...(writes ? [...changes, ...reads] : [])].map(([name, route]) => {
    const about = { patient_id: testCase.id, organization_id: testCase.practice.id }
    const given = (fields: object | undefined) =>
      Object.fromEntries(Object.entries(about).filter(([key]) => fields && key in fields))
    const ids = { path: idOf(route.path), query: given(route.example?.query), body: given(route.example?.body) }
    return { name, method: route.method, ...exampleOf(route, ids) }
  })
}

/** The files of a case once all of them were checked; its page is there all the while. */
const checked = (testCase: GivenCase) =>
  vi.waitFor(
    async () => {
      const { body, status } = await test
        .as(testCase.practice.owner)
        .call(patients.get, { params: { id: testCase.id } })
      expect(status, JSON.stringify(body)).toBe(200)
      const files = body.patient.patient_files
      expect(files.filter(({ processing }) => processing === 'waiting')).toEqual([])
      return files
    },
    { timeout: 90_000, interval: 100 },
  )

const files = Object.entries(odd)
const cases = isLong ? files.map((file) => [file]) : [0, 1, 2].map((turn) => files.filter((_, at) => at % 3 === turn))

describe.each(cases.map((some, at) => ({ name: isLong ? some[0]![0] : `case ${at + 1}`, some, at })))(
  '$name',
  ({ some, at }) => {
    let testCase: GivenCase
    const registered = new Map<string, Awaited<ReturnType<typeof send>>>()
    let seen: Awaited<ReturnType<typeof checked>>
    beforeAll(async () => {
      testCase = await given.case()
      for (const [what, file] of some) registered.set(what, await send(testCase, file))
      seen = await checked(testCase)
    })

    it.each(some.map(([what, file]) => ({ what, file, becomes: file.becomes })))(
      '$what becomes $becomes',
      ({ what, file }) => {
        const { status, body } = registered.get(what)!
        if (file.becomes === 'anything') expect([200, 422]).toContain(status)
        else expect(status, JSON.stringify(body)).toBe(file.becomes === 'refused' ? 422 : 200)
        // A file that is refused leaves its case as it was.
        if (status === 422) return
        const one = seen.find(({ id }) => id === body.patient_file.id)!
        if (file.becomes !== 'anything') expect(one.processing, one.problem ?? '').toBe(file.becomes)
        if (one.processing === 'flagged') expect(one.problem).toMatch(/^.{5,300}\.$/s)
        // A scan that cannot be used says why: its report was written, not lost on the way.
        if (file.as === 'stl' && file.becomes === 'flagged')
          expect(one.report, one.problem ?? '').toMatchObject({
            findings: expect.arrayContaining([expect.anything()]),
          })
      },
    )

    it('their case stays a page', async () => {
      expect(seen).toHaveLength([...registered.values()].filter(({ status }) => status === 200).length)
      const both = [testCase.practice.owner, lab]
      for (const who of isLong ? both : [both[at % 2]!])
        for (const { name, method, path, body } of [
          ...seen.slice(1).flatMap((file) => callsOf(testCase, file, false, ofOneFile)),
          ...callsOf(testCase, seen[0], isLong || at === 0),
        ]) {
          const answer = await test.raw(who, method, path, body)
          expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBeLessThan(500)
        }
    })
  },
)

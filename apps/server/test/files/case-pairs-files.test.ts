import { bites } from '@archwire/contract/bites/routes.ts'
import { measurements } from '@archwire/contract/measurements/routes.ts'
import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { pins } from '@archwire/contract/pins/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import type { Call } from '../at-once.ts'
import { caseRow, done, itAgreesFor, type Pair, pairsIn, type PairTools } from './case-pairs.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'
import { madeFile } from '../made-file.ts'
import { asItLies } from '../placing.ts'
import { at, measuring, type Measuring } from '../shown-case.ts'

/**
 * A file is deleted while someone else uses it: either the use comes first and is one of the file as it was, or the
 * deletion does, and the other person is told (docs/decisions/083).
 */
let test: TestApp
let given: Given
let tech: TestUser
let on: PairTools
let shown: Measuring
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('tech_support')
  on = pairsIn(test, given, tech)
  shown = measuring(test, given, tech)
})
afterAll(() => test.close())

const gone = '404 This file does not exist.'
const goneScan = '409 This scan was deleted or replaced in the meantime.'
const deletion =
  (id: number, who = tech): Call =>
  () =>
    test.as(who).call(patientFiles.remove, { params: { id } })
const deletions = ({ id }: GivenCase) => on.entries(id, 'file_deleted')
const setupOf = async ({ id }: GivenCase) =>
  (
    await on.read(sql<{ id: number }>`
    select id from patient_files where patient_id = ${id} and kind = 'setup' and deleted_at is null`)
  )[0]!.id
const statusOf = async ({ id }: GivenCase) =>
  (await test.as(tech).call(patients.get, { params: { id } })).body.patient.patient_status.key

const ofScan: Pair[] = [
  {
    name: 'two deletions of one file: one is done, the other finds none',
    outcomes: [
      [done, gone],
      [gone, done],
    ],
    async prepare() {
      const testCase = await given.case()
      const file = await madeFile(test, given, testCase, 'stl')
      return {
        calls: [deletion(file), deletion(file, testCase.practice.owner)],
        lock: caseRow(testCase),
        expectAfter: async () => expect(await deletions(testCase)).toBe(1),
      }
    },
  },
  {
    name: 'deletion of a scan and a comment on it',
    outcomes: [
      [done, goneScan],
      [done, done],
    ],
    async prepare() {
      const testCase = await shown.shownCase()
      const { owner } = testCase.practice
      const params = { id: testCase.id }
      return {
        calls: [
          deletion(testCase.upper),
          () =>
            test.as(owner).call(pins.create, {
              params,
              body: { kind: 'setup', file_id: testCase.upper, point: [1, 2, 3], text: 'A little lower' },
            }),
        ],
        lock: caseRow(testCase),
        async expectAfter(_, pinned) {
          const listed = (await test.as(owner).call(pins.list, { params })).body.pins
          expect(listed.map(({ is_earlier }) => is_earlier)).toEqual(pinned === done ? [true] : [])
          expect(await deletions(testCase)).toBe(1)
        },
      }
    },
  },
  {
    name: 'deletion of a scan and a measurement on it',
    outcomes: [
      [done, goneScan],
      [done, done],
    ],
    async prepare() {
      const testCase = await shown.shownCase()
      const { owner } = testCase.practice
      const params = { id: testCase.id }
      const body = { scan_kind: 'setup', kind: 'distance', points: at(testCase.upper, [0, 0, 0], [3, 0, 0]) } as const
      return {
        calls: [
          deletion(testCase.upper),
          () => test.as(owner).call(measurements.create, { params, body: body as never }),
        ],
        lock: caseRow(testCase),
        async expectAfter(_, measured) {
          const listed = await shown.listed(owner, testCase)
          expect(listed.map(({ is_earlier }) => is_earlier)).toEqual(measured === done ? [true] : [])
          expect(await deletions(testCase)).toBe(1)
        },
      }
    },
  },
  {
    name: 'deletion of a scan and its place in the bite',
    outcomes: [
      [done, goneScan],
      [done, done],
    ],
    async prepare() {
      const testCase = await shown.shownCase()
      const { owner } = testCase.practice
      const params = { id: testCase.id }
      const body = { scan_kind: 'setup', method: 'by_hand', version: 0, places: [asItLies(testCase.upper)] }
      return {
        calls: [deletion(testCase.upper), () => test.as(tech).call(bites.create, { params, body: body as never })],
        lock: caseRow(testCase),
        async expectAfter(_, placed) {
          const listed = (await test.as(owner).call(bites.list, { params })).body.bites
          expect(listed.map(({ is_earlier }) => is_earlier)).toEqual(placed === done ? [true] : [])
          expect(await deletions(testCase)).toBe(1)
        },
      }
    },
  },
]

const ofPhoto: Pair[] = [
  {
    name: 'deletion of a photo and its caption',
    outcomes: [
      [done, gone],
      [done, done],
    ],
    async prepare() {
      const testCase = await given.case()
      const photo = await madeFile(test, given, testCase, 'photo')
      return {
        calls: [
          deletion(photo),
          () =>
            test
              .as(testCase.practice.owner)
              .call(patientFiles.update, { params: { id: photo }, body: { caption: 'Before bonding' } }),
        ],
        lock: caseRow(testCase),
        async expectAfter(_, described) {
          expect(await on.entries(testCase.id, 'photo_described')).toBe(described === done ? 1 : 0)
          expect(await deletions(testCase)).toBe(1)
        },
      }
    },
  },
]

/** A setup that is not checked yet, which its lab deletes while someone decides about the case. */
const ofSetup: Pair[] = [
  {
    name: 'deletion of a setup that is being checked and Notify',
    outcomes: [
      [done, '409 Upload the setup before you notify the doctor.'],
      ['409 The setup can be changed only while the case is being worked on.', done],
    ],
    async prepare() {
      const testCase = await withSetup()
      return {
        calls: [
          deletion(await setupOf(testCase)),
          () => test.as(tech).call(rxForms.markAsReady, { params: { id: testCase.rxFormId }, body: {} as never }),
        ],
        lock: caseRow(testCase),
        async expectAfter(deleted) {
          expect(await deletions(testCase)).toBe(deleted === done ? 1 : 0)
          expect(await statusOf(testCase)).toBe(deleted === done ? 'in_progress' : 'awaiting_approval')
        },
      }
    },
  },
  {
    name: 'deletion of a setup and its approval: what the doctor was given stays',
    outcomes: [['409 The setup can be changed only while the case is being worked on.', done]],
    async prepare() {
      const testCase = await given.case({ stage: 'awaiting_approval' })
      const { owner } = testCase.practice
      const { seen } = (await test.as(owner).call(patients.get, { params: { id: testCase.id } })).body.patient
      return {
        calls: [
          deletion(await setupOf(testCase)),
          () => test.as(owner).call(patients.approve, { params: { id: testCase.id }, body: { seen } }),
        ],
        lock: caseRow(testCase),
        async expectAfter() {
          expect(await deletions(testCase)).toBe(0)
          expect(await statusOf(testCase)).toBe('completed')
        },
      }
    },
  },
  {
    name: 'deletion of a setup that the practice makes in its office and its completion',
    outcomes: [
      [done, '409 Since you last looked, the setup was deleted. Nothing was changed. Please review the case again.'],
      ['409 The setup can be changed only while the case is being worked on.', done],
    ],
    async prepare() {
      const testCase = await given.case({ form: { submission_completed_by: 2 } })
      const { owner } = testCase.practice
      await given.scanFile(testCase, owner, {
        bytes: given.scan('upper', 2),
        kind: 'setup',
        jaws_id: 1,
        name: 'setup.stl',
      })
      const params = { id: testCase.id }
      const { seen } = (await test.as(owner).call(patients.get, { params })).body.patient
      return {
        calls: [
          deletion(await setupOf(testCase), owner),
          () => test.as(owner).call(patients.completeSetup, { params, body: { seen } }),
        ],
        lock: caseRow(testCase),
        async expectAfter(deleted) {
          expect(await deletions(testCase)).toBe(deleted === done ? 1 : 0)
          expect(await statusOf(testCase)).toBe(deleted === done ? 'in_progress' : 'completed')
        },
      }
    },
  },
]

/** A case in progress with a setup that waits for its check. */
async function withSetup(): Promise<GivenCase> {
  const testCase = await given.case({ stage: 'in_progress' })
  await given.scanFile(testCase, tech, { bytes: given.scan('upper', 2), kind: 'setup', jaws_id: 1, name: 'setup.stl' })
  return testCase
}

const open = () => ({ test, given })
describe('a scan', () => itAgreesFor(ofScan, open))
describe('a photo', () => itAgreesFor(ofPhoto, open))
describe('a setup', () => itAgreesFor(ofSetup, open))

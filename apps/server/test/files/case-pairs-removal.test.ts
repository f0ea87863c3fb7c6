import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { processFile } from '../../src/modules/files/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import type { Call, Said } from '../at-once.ts'
import { caseRow, done, itAgreesFor, type Pair, pairsIn, type PairTools } from './case-pairs.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'

/**
 * An archived case is restored or deleted for good, or a file of a case is deleted, while another call about it or the
 * check of the file comes: whichever is first, the records agree with what both were told (`cases/created`,
 * `cases/delete`, `scans/who-deletes`).
 */
let test: TestApp
let given: Given
let admin: TestUser
let on: PairTools
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
  on = pairsIn(test, given, admin)
})
afterAll(() => test.close())

const notArchived = '409 The case of this Rx form is not archived. Archive it first.'
const formMoved = '409 The Rx form of this case has moved to another case.'
const otherPractice = '409 This Rx form does not belong to the practice.'

const ofRestore: Pair[] = [
  {
    name: 'restore of work in progress and a new case that takes its form',
    outcomes: [
      [done, notArchived],
      [formMoved, done],
    ],
    async prepare() {
      const testCase = await given.case({ stage: 'in_progress', archived: true })
      return {
        calls: [on.restore(testCase.id), on.createFrom(testCase)],
        lock: caseRow(testCase),
        async expectAfter(restored, created) {
          expect(await on.isArchived(testCase.id)).toBe(restored !== done)
          expect(await on.entries(testCase.id, 'restored')).toBe(restored === done ? 1 : 0)
          await on.expectMoved(testCase, created === done)
        },
      }
    },
  },
  {
    name: 'restore of a New case and a new case that takes its form: it comes back without the form, or with it',
    outcomes: [
      [done, notArchived],
      [done, done],
    ],
    async prepare() {
      const testCase = await given.case({ archived: true })
      return {
        calls: [on.restore(testCase.id), on.createFrom(testCase)],
        lock: caseRow(testCase),
        async expectAfter(_, created) {
          expect(await on.isArchived(testCase.id)).toBe(false)
          expect(await on.entries(testCase.id, 'restored')).toBe(1)
          await on.expectMoved(testCase, created === done)
        },
      }
    },
  },
]

const ofDeletion: Pair[] = [
  {
    name: 'deletion for good and restore',
    outcomes: [
      [done, '404 This case does not exist.'],
      ['409 Archive the case first.', done],
    ],
    async prepare() {
      const testCase = await given.case({ stage: 'in_progress', archived: true })
      return {
        calls: [await deletion(testCase), on.restore(testCase.id)],
        lock: caseRow(testCase),
        async expectAfter(_, restored) {
          expect(await on.isArchived(testCase.id)).toBe(restored === done ? false : undefined)
          expect(await on.caseOfForm(testCase)).toBe(restored === done ? testCase.id : undefined)
        },
      }
    },
  },
  {
    name: 'deletion for good and a new case that takes its form: the form goes with one of them',
    outcomes: [
      [done, done],
      [done, otherPractice],
    ],
    async prepare() {
      const testCase = await given.case({ archived: true })
      return {
        calls: [await deletion(testCase), on.createFrom(testCase)],
        lock: caseRow(testCase),
        async expectAfter(_, created) {
          const left = await on.casesOf(testCase.practice)
          expect(left).toHaveLength(created === done ? 1 : 0)
          expect(await on.caseOfForm(testCase)).toBe(left[0])
        },
      }
    },
  },
]

let practice: GivenPractice | undefined
const ofCheckedFile: Pair[] = [
  {
    name: 'deletion of a file and the check that makes its scene',
    outcomes: [[done, done]],
    rounds: 4,
    async prepare(round) {
      practice ??= await given.practice()
      const testCase = await given.case({ practice })
      // The first file has the bytes of the one of the round before, so its check is short; the second one is made anew.
      const [kept, file] = [await on.addScan(testCase, 31), await on.addScan(testCase, 40 + round)]
      await processFile({ db: test.connection.db, storage: test.storage, log: pino({ level: 'silent' }) }, kept)
      const remove = () => test.as(admin).call(patientFiles.remove, { params: { id: file } })
      return {
        calls: whileChecked(file, round, remove),
        async expectAfter() {
          const files = await on.read(sql<{ id: number; in_scene: boolean; deleted: boolean }>`
            select id, viewer_id is not null as in_scene, deleted_at is not null as deleted
            from patient_files where patient_id = ${testCase.id} order by id`)
          expect(files).toEqual([
            { id: kept, in_scene: true, deleted: false },
            { id: file, in_scene: false, deleted: true },
          ])
          expect(await on.entries(testCase.id, 'file_deleted')).toBe(1)
          const { body } = await test.as(admin).call(patients.get, { params: { id: testCase.id } })
          expect(body.patient.patient_files.map(({ id }) => id)).toEqual([kept])
          expect(body.patient.submission_viewer_id).not.toBeNull()
        },
      }
    },
  },
  {
    name: 'deletion of a case for good and the check of its file',
    outcomes: [[done, done]],
    rounds: 4,
    async prepare(round) {
      const testCase = await given.case()
      const file = await on.addScan(testCase, 33)
      await on.archive(testCase.id)()
      return {
        calls: whileChecked(file, round, await deletion(testCase)),
        async expectAfter() {
          expect(await on.isArchived(testCase.id)).toBeUndefined()
          expect(await on.read(sql`select 1 from patient_files where id = ${file}`)).toEqual([])
          expect(await on.read(sql`select 1 from case_history where patient_id = ${testCase.id}`)).toEqual([])
        },
      }
    },
  },
]

/**
 * A removal, and the job that checks a file and makes its scene. The removal starts when the check has read the file, or
 * when it has stored what it made and is about to write it down.
 */
function whileChecked(file: number, round: number, remove: () => Promise<Said>): readonly [Call, Call] {
  const reached = Promise.withResolvers<void>()
  const { storage } = test
  const begins = round % 2 === 0 ? 'withFile' : 'store'
  const watched = new Proxy(storage, {
    get(target, name: keyof typeof storage) {
      if (name === begins) reached.resolve()
      return (target[name] as () => unknown).bind(target)
    },
  })
  const check = async () => {
    await processFile({ db: test.connection.db, storage: watched, log: pino({ level: 'silent' }) }, file)
    return { status: 200 }
  }
  return [() => reached.promise.then(remove), check]
}

/** The call that deletes an archived case for good, with its name as it is shown. */
async function deletion({ id }: GivenCase) {
  await given.uncharge({ id })
  const { body } = await test.as(admin).call(patients.get, { params: { id } })
  const { full_name } = body.patient
  return () => test.as(admin).call(patients.remove, { params: { id }, body: { full_name } })
}

const open = () => ({ test, given })
describe('a case that is restored', () => itAgreesFor(ofRestore, open))
describe('a case that is deleted', () => itAgreesFor(ofDeletion, open))
describe('a file that is checked', () => itAgreesFor(ofCheckedFile, open))

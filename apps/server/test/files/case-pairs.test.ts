import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { caseRow, done, itAgreesFor, type Pair, pairsIn, type PairTools } from './case-pairs.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'
import { organizationCallsIn } from '../organization-calls.ts'

/**
 * A case, or its organization, is archived while another call about it comes: whichever is first, the records agree with
 * what both were told (`cases/archived`, `organizations/archived`).
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

const archivedCase = '409 This case is archived.'
const archivedOrganization = '409 This organization is archived.'
const notArchived = '409 The case of this Rx form is not archived. Archive it first.'

const archiveOrganization =
  ({ id }: GivenPractice) =>
  () =>
    organizationCallsIn(test).archive(admin, id)
const submit =
  (practice: GivenPractice, names = on.newNames()) =>
  () =>
    test
      .as(admin)
      .call(rxForms.submitForOrganization, { params: { id: practice.id }, body: given.form(practice, names) as never })
const organizationRow = ({ id }: GivenPractice) => sql`select 1 from organizations where id = ${id} for update`

/** After an archive and another write of the case: it is archived, and the write happened before, or not at all. */
async function expectArchivedLast(testCase: GivenCase, event: string, other: string): Promise<void> {
  expect(await on.isArchived(testCase.id)).toBe(true)
  const events = await on.read(sql<{ event: string }>`
    select event from case_history where patient_id = ${testCase.id} order by id desc`)
  expect(events[0]).toEqual({ event: 'archived' })
  expect(await on.entries(testCase.id, event)).toBe(other === done ? 1 : 0)
}

async function expectArchivedOrganization({ id }: GivenPractice): Promise<void> {
  const archived = sql<{
    archived: boolean
  }>`select deleted_at is not null as archived from organizations where id = ${id}`
  expect(await on.read(archived)).toEqual([{ archived: true }])
}

const ofArchive: Pair[] = [
  {
    name: 'archive and a change of its form',
    outcomes: [
      [done, done],
      [done, archivedCase],
    ],
    async prepare() {
      const testCase = await given.case({ stage: 'in_progress' })
      const { id, rxFormId, practice } = testCase
      const special_instructions = given.unique()
      const change = () =>
        test.as(practice.owner).call(rxForms.change, { params: { id: rxFormId }, body: { special_instructions } })
      return {
        calls: [on.archive(id), change],
        lock: caseRow(testCase),
        async expectAfter(_, changed) {
          await expectArchivedLast(testCase, 'rx_form_changed', changed)
          const stored = sql`select 1 from rx_forms where id = ${rxFormId} and special_instructions = ${special_instructions}`
          expect(await on.read(stored)).toHaveLength(changed === done ? 1 : 0)
        },
      }
    },
  },
  {
    name: 'archive and another file',
    outcomes: [
      [done, done],
      [done, archivedCase],
    ],
    async prepare() {
      const testCase = await given.case({ stage: 'in_progress' })
      const { id, practice } = testCase
      const file_path = await given.upload(practice.owner, practice.id, given.scan(), 'upper.stl', 'scan', id)
      const add = () =>
        test.as(practice.owner).call(patientFiles.storeUploadedFile, {
          body: {
            file_path,
            patient_id: id,
            patient_file_type_id: patientFileTypes.stl.id,
            jaws_id: 1,
            name: 'upper.stl',
          },
        })
      return {
        calls: [on.archive(id), add],
        lock: caseRow(testCase),
        async expectAfter(_, added) {
          await expectArchivedLast(testCase, 'file_added', added)
          const files = await on.read(sql`select 1 from patient_files where patient_id = ${id}`)
          expect(files).toHaveLength(added === done ? 1 : 0)
        },
      }
    },
  },
  {
    name: 'archive and the deletion of a file',
    outcomes: [
      [done, done],
      [done, archivedCase],
    ],
    async prepare() {
      const testCase = await given.case({ stage: 'in_progress' })
      const { id, practice } = testCase
      const file = await on.addScan(testCase)
      const remove = () => test.as(practice.owner).call(patientFiles.remove, { params: { id: file } })
      return {
        calls: [on.archive(id), remove],
        lock: caseRow(testCase),
        async expectAfter(_, removed) {
          await expectArchivedLast(testCase, 'file_deleted', removed)
          const left = await on.read(sql`select 1 from patient_files where patient_id = ${id} and deleted_at is null`)
          expect(left).toHaveLength(removed === done ? 0 : 1)
        },
      }
    },
  },
  {
    name: 'archive and Notify',
    outcomes: [
      [done, done],
      [done, archivedCase],
    ],
    async prepare() {
      const testCase = await given.case({ stage: 'in_progress' })
      const { id, rxFormId } = testCase
      await given.scanFile(testCase, admin, { bytes: given.scan(), kind: 'setup', jaws_id: 1, name: 'setup.stl' })
      const notify = () => test.as(admin).call(rxForms.markAsReady, { params: { id: rxFormId }, body: {} })
      return {
        calls: [on.archive(id), notify],
        lock: caseRow(testCase),
        async expectAfter(_, notified) {
          await expectArchivedLast(testCase, 'ready', notified)
          const { body } = await test.as(admin).call(patients.get, { params: { id } })
          expect(body.patient.patient_status.key).toBe(notified === done ? 'awaiting_approval' : 'in_progress')
          expect(body.patient.rx_form!.ready_at === null).toBe(notified !== done)
        },
      }
    },
  },
  {
    name: 'archive and a new case that takes its form',
    outcomes: [
      [done, done],
      [done, notArchived],
    ],
    async prepare() {
      const testCase = await given.case({ stage: 'in_progress' })
      return {
        calls: [on.archive(testCase.id), on.createFrom(testCase)],
        lock: caseRow(testCase),
        async expectAfter(_, created) {
          expect(await on.isArchived(testCase.id)).toBe(true)
          expect(await on.entries(testCase.id, 'archived')).toBe(1)
          await on.expectMoved(testCase, created === done)
        },
      }
    },
  },
  {
    name: 'archive and the submit of another case of its name: the suffix stays reserved',
    outcomes: [[done, done]],
    async prepare() {
      const names = on.newNames()
      const testCase = await given.case({ form: names })
      const { practice } = testCase
      return {
        calls: [on.archive(testCase.id), submit(practice, names)],
        async expectAfter() {
          expect(await on.isArchived(testCase.id)).toBe(true)
          const suffixes = await on.read(sql<{ numeric_suffix: number | null }>`
            select numeric_suffix from patients where organization_id = ${practice.id} order by id`)
          expect(suffixes).toEqual([{ numeric_suffix: null }, { numeric_suffix: 1 }])
        },
      }
    },
  },
]

const ofOrganization: Pair[] = [
  {
    name: 'archive of the organization and a submit',
    outcomes: [
      [done, done],
      [done, archivedOrganization],
    ],
    async prepare() {
      const practice = await given.practice()
      return {
        calls: [archiveOrganization(practice), submit(practice)],
        lock: organizationRow(practice),
        async expectAfter(_, submitted) {
          await expectArchivedOrganization(practice)
          expect(await on.casesOf(practice)).toHaveLength(submitted === done ? 1 : 0)
        },
      }
    },
  },
  {
    name: 'archive of the organization and a new case that takes a form',
    outcomes: [
      [done, done],
      [done, archivedOrganization],
    ],
    async prepare() {
      const testCase = await given.case({ archived: true })
      return {
        calls: [archiveOrganization(testCase.practice), on.createFrom(testCase)],
        lock: organizationRow(testCase.practice),
        async expectAfter(_, created) {
          await expectArchivedOrganization(testCase.practice)
          await on.expectMoved(testCase, created === done)
        },
      }
    },
  },
]

const open = () => ({ test, given })
describe('a case that is archived', () => itAgreesFor(ofArchive, open))
describe('an organization that is archived', () => itAgreesFor(ofOrganization, open))

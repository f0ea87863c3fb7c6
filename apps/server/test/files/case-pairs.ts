import { patients } from '@archwire/contract/patients/routes.ts'
import { sql, type RawBuilder } from 'kysely'
import { expect, it } from 'vitest'
import type { TestApp, TestUser } from '../app.ts'
import { atOnce, type Call } from '../at-once.ts'
import type { Given, GivenCase, GivenPractice } from '../given.ts'

/** Two calls that are sent at once, in one state of the records. */
interface Race {
  calls: readonly [Call, Call]
  /** What both calls wait for. */
  lock?: RawBuilder<unknown>
  /** What the records must say after these outcomes. */
  expectAfter(first: string, second: string): Promise<void>
}
export interface Pair {
  name: string
  /** The outcomes of both calls that contradict nothing. */
  outcomes: readonly (readonly [string, string])[]
  /** How often both are sent with `LONG=1`; a check of a file takes its time. */
  rounds?: number
  prepare(round: number): Promise<Race>
}

export const done = 'done'

/** Which call is first is set (at-once.ts), so each once shows both; `LONG=1` repeats what else may differ. */
export const roundsOf = (most: number): number => (process.env.LONG === '1' ? most : 2)

/** Runs each pair several times, and each of its calls first in half of them. */
export function itAgreesFor(pairs: readonly Pair[], open: () => { test: TestApp; given: Given }): void {
  it.each(pairs)(
    '$name',
    async ({ outcomes, rounds = 8, prepare }) => {
      const { test, given } = open()
      for (let round = 0; round < roundsOf(rounds); round += 1) {
        const { calls, lock, expectAfter } = await prepare(round)
        const seen = await atOnce(test, calls, { lock, begins: round % 2 === 0 ? 0 : 1 })
        expect(outcomes).toContainEqual(seen)
        await expectAfter(...seen)
      }
      expect(await given.staleRows()).toEqual([])
    },
    180_000,
  )
}

export const caseRow = ({ id }: { id: number }) => sql`select 1 from patients where id = ${id} for update`

/** What these tests call, and what they read of the records. */
export function pairsIn(test: TestApp, given: Given, admin: TestUser) {
  async function read<Row>(statement: RawBuilder<Row>): Promise<Row[]> {
    return (await statement.execute(test.connection.db)).rows
  }
  const newNames = () => ({ first_name: 'Ada', last_name: `New ${given.unique().toUpperCase()}` })
  /** How often it happened to the case, as its history says. */
  const entries = async (id: number, event: string) =>
    (await read(sql`select 1 from case_history where patient_id = ${id} and event = ${event}`)).length
  const casesOf = async ({ id }: GivenPractice) =>
    (await read(sql<{ id: number }>`select id from patients where organization_id = ${id} order by id`)).map(
      (row) => row.id,
    )
  const caseOfForm = async ({ rxFormId }: GivenCase) =>
    (await read(sql<{ patient_id: number }>`select patient_id from rx_forms where id = ${rxFormId}`))[0]?.patient_id
  return {
    read,
    newNames,
    entries,
    casesOf,
    caseOfForm,
    archive: (id: number) => () => test.as(admin).call(patients.archive, { params: { id } }),
    restore: (id: number) => () => test.as(admin).call(patients.restore, { params: { id } }),
    createFrom:
      ({ practice, rxFormId }: GivenCase) =>
      () =>
        test.as(admin).call(patients.create, {
          body: {
            ...newNames(),
            user_id: practice.owner.id,
            organization_id: practice.id,
            rx_form_id: rxFormId,
          } as never,
        }),
    /** Undefined where there is no such case. */
    async isArchived(id: number): Promise<boolean | undefined> {
      const archived = sql<{
        archived: boolean
      }>`select deleted_at is not null as archived from patients where id = ${id}`
      return (await read(archived))[0]?.archived
    },
    /** Whether the form belongs to one new case, or still to the case that had it; there is never a second case. */
    async expectMoved(testCase: GivenCase, moved: boolean): Promise<void> {
      const cases = await casesOf(testCase.practice)
      expect(cases).toHaveLength(moved ? 2 : 1)
      expect(await caseOfForm(testCase)).toBe(cases.at(-1))
      expect(await entries(testCase.id, 'rx_form_moved')).toBe(moved ? 1 : 0)
    },
    /** Adds an STL scan, and returns its file's id. */
    async addScan(testCase: GivenCase, seed = 1): Promise<number> {
      const name = `scan ${seed}.stl`
      const scan = { bytes: given.scan('upper', seed), kind: 'submission', jaws_id: 1, name } as const
      await given.scanFile(testCase, testCase.practice.owner, scan)
      const [file] = await read(sql<{ id: number }>`
        select id from patient_files where patient_id = ${testCase.id} order by id desc limit 1`)
      return file!.id
    },
  }
}
export type PairTools = ReturnType<typeof pairsIn>

import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { subscribers, type Subscriber } from '../../src/activities/subscribers.ts'
import { publishOnce } from '../../src/jobs/outbox.ts'
import { record } from '../../src/kernel/record.ts'
import { recordOfCases } from '../../src/modules/case-core/index.ts'
import { allJobs } from '../../src/worker.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'

/** What a change leaves in the outbox, and the jobs that a publisher makes of it. No worker takes the rows here. */
let test: TestApp
let given: Given
let practice: GivenPractice
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  practice = await given.practice()
})
afterAll(() => test.close())

const table = subscribers as unknown as Subscriber[]
const known = [...table]
beforeEach(async () => {
  await sql`delete from outbox`.execute(test.connection.db)
  // The search index listens to nearly everything; who else does is seen without it.
  table.splice(0, table.length, ...known.filter(({ job }) => job !== 'search.refresh'))
})
afterEach(() => table.splice(0, table.length, ...known))

interface Row {
  kind: string
  name: string
  payload: Record<string, unknown>
}
const waiting = async (): Promise<Row[]> => {
  const { rows } = await sql<Row>`select kind, name, payload from outbox order by kind, name`.execute(
    test.connection.db,
  )
  return rows
}
const waitingNames = async () => (await waiting()).map(({ kind, name }) => `${kind} ${name}`)

/** A queue that only remembers what it is given; `refuses` names the job that it fails at. */
function queue(refuses?: string) {
  const taken: { name: string; data: object }[] = []
  const insert = (name: string, jobs: { data: object }[]) => {
    if (name === refuses) return Promise.reject(new Error('gone'))
    taken.push(...jobs.map(({ data }) => ({ name, data })))
    return Promise.resolve(null)
  }
  return { taken, boss: { insert } as unknown as PgBoss }
}

async function disable(): Promise<object> {
  const actor = await given.actor(await given.user('admin'))
  const about = { subject: 'organization', id: practice.id, organizationId: practice.id } as const
  await record(test.connection.db, actor, [
    { ...about, event: 'disabled', announce: true },
    { ...about, event: 'changed' },
  ])
  return { id: practice.id, event: 'disabled', at: actor.now.toISOString(), user_id: actor.userId }
}

it('every subscriber names a job that a worker does, and gives it what the job takes', () => {
  for (const { subject, job, payload } of known) {
    const activity = {
      subject,
      id: 1,
      event: 'x',
      at: '2026-03-02T10:00:00.000Z',
      user_id: null,
      history_id: 2,
      patient_id: 1,
      organization_id: 3,
      announce: true,
    }
    const definition = allJobs.find(({ name }) => name === job)
    expect(definition?.payload.safeParse(payload(activity)).success, job).toBe(true)
  }
})

it('a submit leaves 2 rows: its activity, and one event for open pages', async () => {
  await given.case({ practice })
  expect(await waitingNames()).toEqual(['activity case.submitted', 'event patient.changed'])
})

it('a setup that is sent for approval leaves one activity row, and each of its two subscribers gets a job', async () => {
  const testCase = await given.case({ stage: 'awaiting_approval', practice })
  const ready = (await waiting()).filter(({ payload }) => payload.event === 'ready')
  const { rows } = await sql<{ id: number }>`
    select id::int from case_history where patient_id = ${testCase.id} and event = 'ready'`.execute(test.connection.db)
  expect(ready).toMatchObject([
    {
      kind: 'activity',
      name: 'case.ready',
      payload: {
        subject: 'case',
        id: testCase.id,
        history_id: rows[0]!.id,
        patient_id: testCase.id,
        organization_id: practice.id,
        announce: true,
      },
    },
  ])
  const { taken, boss } = queue()
  await publishOnce(test.connection.db, boss)
  const data = { history_id: rows[0]!.id }
  expect(taken.filter((job) => (job.data as { history_id: number }).history_id === data.history_id)).toEqual([
    { name: 'case.announce', data },
    { name: 'case.settle-notices', data },
  ])
  expect(await waiting()).toEqual([])
})

it('an activity that no subscriber wants leaves its event only', async () => {
  const testCase = await given.case({ practice })
  await sql`delete from outbox`.execute(test.connection.db)
  const about = { id: testCase.id, organizationId: practice.id } as const
  await recordOfCases(test.connection.db, null, [{ ...about, subject: 'case', event: 'photo_described' }])
  expect(await waitingNames()).toEqual(['event patient.changed'])
})

it('one more row in the table is one more listener of the same outbox row', async () => {
  table.push({ subject: 'organization', wants: () => true, job: 'organization.counted', payload: ({ id }) => ({ id }) })
  const announcement = await disable()
  expect(await waitingNames()).toEqual([
    'activity organization.changed',
    'activity organization.disabled',
    'event organization.changed',
  ])
  const { taken, boss } = queue()
  await publishOnce(test.connection.db, boss)
  expect(taken.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
    { name: 'organization.announce', data: announcement },
    { name: 'organization.counted', data: { id: practice.id } },
    { name: 'organization.counted', data: { id: practice.id } },
  ])
})

it('where one listener’s queue fails, the row stays, and all its jobs come with the next try', async () => {
  table.push({
    subject: 'organization',
    wants: ({ announce }) => announce,
    job: 'organization.counted',
    payload: () => ({}),
  })
  await disable()
  const failing = queue('organization.counted')
  await expect(publishOnce(test.connection.db, failing.boss)).rejects.toThrow('gone')
  expect(await waitingNames()).toContain('activity organization.disabled')
  const { taken, boss } = queue()
  await publishOnce(test.connection.db, boss)
  expect(taken.map(({ name }) => name).sort()).toEqual(['organization.announce', 'organization.counted'])
  expect(await waiting()).toEqual([])
})

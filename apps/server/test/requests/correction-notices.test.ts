import { flawedTrays } from '@archwire/contract/flawed-trays/routes.ts'
import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { customerRequests } from '@archwire/contract/requests/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'

/** Who is told of a tray correction (`notices/kinds`, docs/product/corrections.md). */
let test: TestApp
let given: Given
let supervisor: TestUser
let tech: TestUser
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  ;[supervisor, tech] = [await given.user('supervisor'), await given.user('tech_support')]
})
afterAll(() => test.close())

interface Bell {
  user_id: number
  type: string
  link: string
  read: boolean
}
const bellsOf = async ({ id }: GivenCase, type: string): Promise<Bell[]> =>
  (
    await sql<Bell>`select n.user_id, n.type, n.link, n.read_at is not null as read from notifications n
      where n.patient_id = ${id} and n.type = ${type} order by n.user_id`.execute(test.connection.db)
  ).rows
const mailsOf = async ({ id }: GivenCase, event: string): Promise<string[]> =>
  (
    await sql<{ subject: string }>`select m.subject from mails m join case_history h on h.id = m.history_id
      where h.patient_id = ${id} and h.event = ${event}`.execute(test.connection.db)
  ).rows.map(({ subject }) => subject)
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 50 })
const requestId = async ({ id }: GivenCase) =>
  (await sql<{ id: number }>`select id from customer_requests where patient_id = ${id}`.execute(test.connection.db))
    .rows[0]!.id

it('a request of the practice reaches the lab, by bell alone; the last corrected tray the practice, by mail, too', async () => {
  const testCase = await given.printedCase()
  const [upper, lower] = await given.flawedTrays(testCase, [1, 2])
  const link = `/requests/${await requestId(testCase)}`
  await eventually(async () => {
    const bells = await bellsOf(testCase, 'correction_requested')
    expect(bells.map(({ user_id }) => user_id)).toEqual(expect.arrayContaining([supervisor.id, tech.id]))
    expect(bells.every((bell) => bell.link === link && !bell.read)).toBe(true)
    expect(bells.map(({ user_id }) => user_id)).not.toContain(testCase.practice.owner.id)
  })
  await given.correctedTray(testCase, upper!, 1)
  await given.correctedTray(testCase, lower!, 2)
  await eventually(async () => {
    const told = await bellsOf(testCase, 'correction_completed')
    expect(told).toEqual([{ user_id: testCase.practice.owner.id, type: 'correction_completed', link, read: false }])
    expect(await mailsOf(testCase, 'correction_completed')).toEqual([
      `Case C-${testCase.id}: the flawed tray is corrected`,
    ])
    // There is nothing left to do for the lab.
    expect((await bellsOf(testCase, 'correction_requested')).every(({ read }) => read)).toBe(true)
  })
  expect(await mailsOf(testCase, 'correction_requested')).toEqual([])
  expect(await mailsOf(testCase, 'tray_corrected')).toEqual([])
})

it('a file that is taken off and given again tells the practice nothing new', async () => {
  const testCase = await given.printedCase()
  const [tray] = await given.flawedTrays(testCase)
  const corrected_file_id = await given.correctedTray(testCase, tray!)
  const admin = await given.user('admin')
  const off = { params: { id: tray! }, body: { print: 2 as const, corrected_file_id: null } }
  expect((await test.as(admin).call(flawedTrays.update, off)).status).toBe(200)
  const again = { params: { id: tray! }, body: { corrected_file_id } }
  expect((await test.as(admin).call(flawedTrays.corrected, again)).status).toBe(200)
  // Whatever comes after both is told after both.
  const id = await requestId(testCase)
  expect((await test.as(admin).call(customerRequests.cancel, { params: { id }, body: {} })).status).toBe(200)
  await eventually(async () => expect(await bellsOf(testCase, 'request_canceled')).not.toEqual([]))
  await eventually(async () => expect(await bellsOf(testCase, 'correction_completed')).toHaveLength(1))
  expect(await mailsOf(testCase, 'correction_completed')).toHaveLength(1)
})

it('notifies the printing partner of the last corrected tray, too', async () => {
  const practice = await given.practice({ partner: true })
  const testCase = await given.printedCase({ practice, print: 3 })
  const [tray] = (
    await test.as(practice.partner!.user).call(flawedTrays.request, {
      params: { id: practice.id },
      body: { patient_id: testCase.id, arches: [{ jaw_type_id: 1, is_flawed: true }] },
    })
  ).body.customer_request.flawed_trays
  await given.correctedTray(testCase, tray!.id)
  await eventually(async () => {
    const people = (await bellsOf(testCase, 'correction_completed')).map(({ user_id }) => user_id)
    expect(people.toSorted((a, b) => a - b)).toEqual(
      [practice.owner.id, practice.partner!.user.id].toSorted((a, b) => a - b),
    )
  })
})

it('notifies partner and practice of a print that is added or removed with a tray', async () => {
  const practice = await given.practice({ partner: true })
  const testCase = await given.printedCase({ practice })
  const [tray] = await given.flawedTrays(testCase)
  const admin = await given.user('admin')
  const partner = practice.partner!.user
  const print = (by: 1 | 2 | 3) =>
    test.as(admin).call(flawedTrays.update, { params: { id: tray! }, body: { print: by } })
  const told = async () => ({
    ofCase: (await bellsOf(testCase, 'print_assigned')).map(({ user_id }) => user_id),
    // One about a case that is out of reach names no case.
    lost: (
      await sql`select 1 from notifications where user_id = ${partner.id} and type = 'print_assigned' and patient_id is null`.execute(
        test.connection.db,
      )
    ).rows.length,
  })
  expect((await print(3)).status).toBe(200)
  await eventually(async () =>
    expect(await told()).toEqual({ ofCase: expect.arrayContaining([practice.owner.id, partner.id]), lost: 0 }),
  )
  expect((await print(2)).status).toBe(200)
  await eventually(async () => expect((await told()).lost).toBe(1))
})

it('notifies the practice of a partner’s report, too, and the technician of the correction work', async () => {
  const practice = await given.practice({ partner: true })
  const testCase = await given.printedCase({ practice, print: 3 })
  const asked = await test.as(practice.partner!.user).call(flawedTrays.request, {
    params: { id: practice.id },
    body: { patient_id: testCase.id, arches: [{ jaw_type_id: 1, is_flawed: true }] },
  })
  expect(asked.status).toBe(200)
  await eventually(async () => {
    const people = (await bellsOf(testCase, 'correction_requested')).map(({ user_id }) => user_id)
    // The lab made the setup, so it corrects, whoever prints.
    expect(people).toEqual(expect.arrayContaining([practice.owner.id, supervisor.id]))
    expect(people).not.toContain(practice.partner!.user.id)
  })
  const set = {
    params: { id: asked.body.customer_request.id },
    body: { kind: 'flawed_tray' as const, assigned_to: tech.id },
  }
  expect((await test.as(supervisor).call(customerRequests.managementData, set)).status).toBe(200)
  await eventually(async () =>
    expect((await bellsOf(testCase, 'technician_set')).map(({ user_id }) => user_id)).toEqual([tech.id]),
  )
})

/** Who was told of a file that waits, and whether there is nothing left to do, of the people that this test knows. */
const waiting = async (testCase: GivenCase, people: TestUser[]) =>
  (await bellsOf(testCase, 'correction_uploaded'))
    .filter(({ user_id }) => people.some(({ id }) => id === user_id))
    .map(({ user_id, link, read }) => ({ user_id, link, read }))

it('rings for a technician’s or partner’s file, for people who can correct the tray, until it is decided', async () => {
  const practice = await given.practice({ partner: true })
  const testCase = await given.printedCase({ practice })
  const [upper, lower] = await given.flawedTrays(testCase, [1, 2])
  const permitted = await given.user('tech_support')
  await sql`update users set custom_permissions = '{flawed-trays.correct}' where id = ${permitted.id}`.execute(
    test.connection.db,
  )
  const people = [supervisor, tech, permitted, practice.owner, practice.member].toSorted((a, b) => a.id - b.id)
  const told = (read: boolean, times: number) => {
    const link = expect.stringContaining('/requests/') as string
    return [supervisor, permitted]
      .toSorted((a, b) => a.id - b.id)
      .flatMap(({ id }) => Array.from({ length: times }, () => ({ user_id: id, link, read })))
  }
  const first = await given.correctionFile(testCase, tech, 1)
  const second = await given.correctionFile(testCase, tech, 2)
  await eventually(async () => expect(await waiting(testCase, people)).toEqual(told(false, 2)))
  // One tray is decided, the other one still waits.
  const correct = (tray: number, corrected_file_id: number) =>
    test.as(supervisor).call(flawedTrays.corrected, { params: { id: tray }, body: { corrected_file_id } })
  expect((await correct(upper!, first)).status).toBe(200)
  await eventually(async () => {
    const read = (await waiting(testCase, people)).filter((bell) => bell.read)
    expect(read).toHaveLength(2)
  })
  expect((await correct(lower!, second)).status).toBe(200)
  await eventually(async () => expect(await waiting(testCase, people)).toEqual(told(true, 2)))
  expect(await mailsOf(testCase, 'correction_uploaded')).toEqual([])
})

it('a deleted file no longer waits; a file of someone who can correct the tray sends no notice', async () => {
  const practice = await given.practice({ partner: true })
  const testCase = await given.printedCase({ practice, print: 3 })
  const asked = await test.as(practice.partner!.user).call(flawedTrays.request, {
    params: { id: practice.id },
    body: { patient_id: testCase.id, arches: [{ jaw_type_id: 1, is_flawed: true }] },
  })
  expect(asked.status).toBe(200)
  const file = await given.correctionFile(testCase, tech)
  await eventually(async () =>
    expect(await waiting(testCase, [supervisor])).toMatchObject([{ user_id: supervisor.id, read: false }]),
  )
  expect((await test.as(tech).call(patientFiles.remove, { params: { id: file } })).status).toBe(200)
  await eventually(async () => expect(await waiting(testCase, [supervisor])).toMatchObject([{ read: true }]))
  await given.correctionFile(testCase, await given.user('admin'))
  const { rows: announced } = await sql<{ told: boolean }>`select exists (select 1 from outbox o
      where o.kind = 'activity' and (o.payload ->> 'announce')::boolean and (o.payload ->> 'history_id')::bigint = h.id) or exists (
      select 1 from notifications n where n.history_id = h.id) as told
    from case_history h where h.patient_id = ${testCase.id} and h.event = 'correction_uploaded' order by h.id desc limit 1`.execute(
    test.connection.db,
  )
  expect(announced).toEqual([{ told: false }])
})

it('notifies the maker of the next file of a removed one, until the tray is corrected', async () => {
  const testCase = await given.printedCase()
  const [tray] = await given.flawedTrays(testCase)
  const file = await given.correctedTray(testCase, tray!)
  const admin = await given.user('admin')
  const set = {
    params: { id: await requestId(testCase) },
    body: { kind: 'flawed_tray' as const, assigned_to: tech.id },
  }
  expect((await test.as(admin).call(customerRequests.managementData, set)).status).toBe(200)
  const off = { params: { id: tray! }, body: { print: 2 as const, corrected_file_id: null } }
  expect((await test.as(admin).call(flawedTrays.update, off)).status).toBe(200)
  await eventually(async () =>
    expect(await bellsOf(testCase, 'correction_reopened')).toMatchObject([{ user_id: tech.id, read: false }]),
  )
  const again = { params: { id: tray! }, body: { corrected_file_id: file } }
  expect((await test.as(admin).call(flawedTrays.corrected, again)).status).toBe(200)
  await eventually(async () =>
    expect(await bellsOf(testCase, 'correction_reopened')).toMatchObject([{ user_id: tech.id, read: true }]),
  )
})

it('notifies the technician of the lab’s print of its last corrected tray', async () => {
  const testCase = await given.printedCase()
  const [tray] = await given.flawedTrays(testCase)
  const admin = await given.user('admin')
  const byLab = { params: { id: tray! }, body: { print: 1 as const } }
  expect((await test.as(admin).call(flawedTrays.update, byLab)).status).toBe(200)
  const body = { kind: 'printing_request' as const, assigned_to: tech.id }
  const set = { params: { id: await requestId(testCase) }, body }
  expect((await test.as(admin).call(customerRequests.managementData, set)).status).toBe(200)
  await given.correctedTray(testCase, tray!)
  await eventually(async () => {
    const people = (await bellsOf(testCase, 'correction_completed')).map(({ user_id }) => user_id)
    expect(people).toEqual([tech.id, testCase.practice.owner.id].toSorted((a, b) => a - b))
  })
})

import { notifications } from '@archwire/contract/notifications/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { labScope, scoped } from '../../src/db/scope.ts'
import { remind } from '../../src/modules/cases/reminders.ts'
import { holdTwin, removeBytes } from '../../src/modules/files/removal.ts'
import { notify } from '../../src/modules/notifications/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { chargedCasesIn, trays } from '../case-core/charged-cases.ts'
import { allRecordsOf } from '../generated/records.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'
import { ownStores } from '../database.ts'

/** An archived case is deleted for good: nothing of the person stays, anywhere (`cases/delete`). */
let test: TestApp
let given: Given
let admin: TestUser
let owner: pg.Client
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  admin = await given.user('admin')
  owner = new pg.Client({ connectionString: ownStores().databaseUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await test.close()
})

async function archive(who: TestUser, testCase: GivenCase): Promise<void> {
  await given.uncharge(testCase)
  expect((await test.as(who).call(patients.archive, { params: { id: testCase.id } })).status).toBe(200)
}
const remove = (who: TestUser, { id }: GivenCase, full_name: string) =>
  test.as(who).call(patients.remove, { params: { id }, body: { full_name } })
const nameOf = async ({ id }: GivenCase) =>
  (await test.as(admin).call(patients.get, { params: { id } })).body.patient.full_name

/** Where a text is, in every column of words or JSON of every table. */
async function placesOf(text: string): Promise<string[]> {
  const { rows } = await owner.query<{ place: string; statement: string }>(`
    select table_name || '.' || column_name as place,
      format('select count(*)::int as count from %I.%I where %I::text ilike $1', table_schema, table_name, column_name) as statement
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'
      and (data_type in ('text', 'character varying', 'json', 'jsonb') or data_type = 'ARRAY')`)
  const found: string[] = []
  for (const { place, statement } of rows) {
    const { rows: counted } = await owner.query<{ count: number }>(statement, [`%${text}%`])
    if (counted[0]!.count > 0) found.push(place)
  }
  return found.sort()
}

it('by people with the right, once it is archived, and the name is typed as it is shown', async () => {
  const practice = await given.practice()
  const testCase = await given.case({ practice })
  const name = await nameOf(testCase)
  const supervisor = await given.user('supervisor')
  for (const who of [supervisor, practice.owner, await given.user('tech_support')])
    expect((await remove(who, testCase, name)).status).toBe(403)
  expect(await remove(admin, testCase, name)).toMatchObject({ status: 409, body: { error: 'Archive the case first.' } })
  await archive(supervisor, testCase)
  expect((await remove(supervisor, testCase, name)).status).toBe(403)
  for (const typed of [name.toLowerCase(), `${name} (1)`, 'x'])
    expect(await remove(admin, testCase, typed)).toMatchObject({
      status: 422,
      body: { error: { full_name: ['Type the patient’s name exactly as shown.'] } },
    })
  expect(await remove(admin, testCase, ` ${name} `)).toMatchObject({
    status: 200,
    body: { message: 'The case is deleted.' },
  })
  expect((await remove(admin, testCase, name)).status).toBe(404)
  expect((await test.as(practice.owner).call(patients.get, { params: { id: testCase.id } })).status).toBe(404)
})

it('of two who delete at once one finds nothing', async () => {
  const testCase = await given.case()
  const name = await nameOf(testCase)
  await archive(admin, testCase)
  const answers = await Promise.all([remove(admin, testCase, name), remove(admin, testCase, name)])
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404])
})

it('leaves nothing of the person in any table; auditors keep who did what to which id', async () => {
  const practice = await given.practice()
  const first_name = `Xanthippe${given.unique().replaceAll(/\W/g, '')}`
  const { testCase } = await allRecordsOf(test, practice, { form: { first_name } })
  const { id } = testCase
  const lab = test.as(admin)
  const save = (field: 'doctor_notes' | 'internal_notes', text: string) =>
    lab.call(patients.saveNotes, { params: { id }, body: { field, text } })
  // What the older text said stands in history and audit log.
  await save('doctor_notes', `${first_name} called.`)
  await save('doctor_notes', `${first_name} called again.`)
  await save('internal_notes', `Ask ${first_name}.`)
  await lab.call(patients.update, { params: { id }, body: { case_number_text: first_name } })
  await lab.call(patients.toggleHold, {
    params: { id },
    body: { on_hold: true, reason: `${first_name} is away`, should_notify_doctor: true },
  })
  const uploaded = { name: `${first_name}.stl`, kind: 'submission', jaws_id: 1 } as const
  await given.scanFile(testCase, practice.owner, { bytes: given.scan('upper', 31), ...uploaded })
  await given.upload(practice.owner, practice.id, given.scan('upper', 32), `${first_name} 2.stl`, 'scan', id)
  await vi.waitFor(
    async () => {
      const bell = (await test.as(practice.owner).call(notifications.list, {})).body.notifications
      expect(bell.some(({ message }) => message.includes(first_name))).toBe(true)
      const waiting = await scoped(test.connection.db, labScope)
        .from('patient_files')
        .select('id')
        .where('patient_id', '=', id)
        .where('processing', '=', 'waiting')
        .execute()
      expect(waiting).toEqual([])
    },
    // Scans are read at a low priority: on a busy machine everything else goes first.
    { timeout: 60_000, interval: 200 },
  )
  expect(await placesOf(first_name)).toEqual(
    expect.arrayContaining(['audit_log.data', 'case_rows.row', 'mails.words', 'patients.first_name', 'uploads.name']),
  )
  await archive(admin, testCase)
  expect((await remove(admin, testCase, await nameOf(testCase))).status).toBe(200)
  expect(await placesOf(first_name)).toEqual([])
  const left = await owner.query<{ action: string }>('select action from audit_log where patient_id = $1', [id])
  expect(left.rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['case.submitted', 'case.doctor_notes_changed', 'case.archived', 'case.deleted']),
  )
  const { rows: tables } = await owner.query<{ table_name: string }>(
    `select table_name from information_schema.columns where column_name = 'patient_id' and table_schema = 'public' and table_name <> 'audit_log'`,
  )
  for (const { table_name } of tables)
    expect((await owner.query(`select 1 from ${table_name} where patient_id = $1`, [id])).rows, table_name).toEqual([])
}, 120_000)

it('a reminder that names the case among others loses its words', async () => {
  const practice = await given.practice()
  const number = `Label ${given.unique().replaceAll(/\W/g, '')}`
  const testCase = await given.case({ practice, stage: 'awaiting_approval', form: { case_number_text: number } })
  await remind(test.connection.db, 'http://archwire.test')
  expect(await placesOf(number)).toContain('mails.words')
  await archive(admin, testCase)
  expect((await remove(admin, testCase, await nameOf(testCase))).status).toBe(200)
  expect(await placesOf(number)).toEqual([])
})

it('a notice or mail that is being written about it in the meantime finds no case, and leaves nothing', async () => {
  const testCase = await given.case()
  const { practice, id } = testCase
  const { rows } = await sql<{ id: number }>`select id from case_history where patient_id = ${id}`.execute(
    test.connection.db,
  )
  await archive(admin, testCase)
  const name = await nameOf(testCase)
  await remove(admin, testCase, name)
  const words = { subject: 'On hold', greeting: '', lead: name, note: null, action: '', link: 'https://x' }
  const late = (historyId: number | null) =>
    test.connection.db.transaction().execute((trx) =>
      notify(trx, {
        kind: null,
        type: 'held',
        at: new Date(),
        organizationId: practice.id,
        patient: { id, name },
        historyId,
        by: historyId === null ? null : practice.owner.id,
        bell: [{ user: practice.owner.id, message: 'The case is on hold', link: '/' }],
        mail: { to: 'owner@example.com', kind: 'case.held', ...words },
      }),
    )
  await expect(late(null)).rejects.toThrow('notifications_case_fkey')
  // Where the bell tells no one, the mail does not go either.
  await expect(late(rows[0]!.id)).rejects.toThrow('mails_history_fkey')
  expect(await placesOf(name)).toEqual([])
})

/** Keys of everything that a case's files name, as long as they have rows. */
async function keysOf({ id }: GivenCase): Promise<string[]> {
  const { rows } = await owner.query<{ keys: string[] }>(
    `select array_remove(array[storage_key, mesh_key, coarse_mesh_key, thumbnail_key, display_key, 'sealed/u_' || right(storage_key, 32)], null) as keys
      from patient_files where patient_id = $1`,
    [id],
  )
  return [...new Set(rows.flatMap(({ keys }) => keys))].sort()
}
const isStored = (key: string) =>
  test.storage.head(key, 1).then(
    () => true,
    () => false,
  )
const stored = async (keys: string[]) => (await Promise.all(keys.map(isStored))).filter(Boolean).length
const processed = (testCase: GivenCase) =>
  vi.waitFor(
    async () => {
      const { body } = await test.as(admin).call(patients.get, { params: { id: testCase.id } })
      expect(body.patient.patient_files.map(({ processing }) => processing)).toEqual(['ready'])
    },
    { timeout: 90_000, interval: 200 },
  )

it('the check of equal bytes that takes the scene of a case keeps it, or makes its own', async () => {
  const testCase = await given.case()
  const scan = { bytes: given.scan('lower', 34), kind: 'submission', jaws_id: 2, name: 'lower.stl' } as const
  await given.scanFile(testCase, testCase.practice.owner, scan)
  await processed(testCase)
  const { rows } = await owner.query<Parameters<typeof holdTwin>[1]>(
    'select organization_id, sha256, thumbnail_key from patient_files where patient_id = $1',
    [testCase.id],
  )
  const { db } = test.connection
  await archive(admin, testCase)
  const name = await nameOf(testCase)
  let removed: Promise<{ status: number }> | undefined
  await db.transaction().execute(async (trx) => {
    await holdTwin(trx, rows[0]!)
    removed = remove(admin, testCase, name)
    expect(await Promise.race([removed, sleep(300)])).toBeUndefined()
  })
  expect((await removed!).status).toBe(200)
  await expect(db.transaction().execute((trx) => holdTwin(trx, rows[0]!))).rejects.toThrow('is gone')
}, 150_000)

it('the bytes wait for the check of one of its files that is under way', async () => {
  const testCase = await given.case()
  const { id, practice } = testCase
  const removal = { organization_id: practice.id, patient_id: id, file_ids: [2_000_000_000], keys: [] }
  const { rows } = await owner.query<{ id: string }>(
    `insert into pgboss.job (name, data, state) values ('files.process', '{"patient_file_id": 2000000000}', 'active') returning id`,
  )
  const run = () => removeBytes({ db: test.connection.db, storage: test.storage }, removal)
  await expect(run()).rejects.toThrow('is still being checked')
  await owner.query('delete from pgboss.job where id = $1', [rows[0]!.id])
  await run()
  // Safe to run twice.
  await run()
})

it('the storage is emptied of its files, but of nothing that another case shows', async () => {
  const practice = await given.practice()
  const scan = { bytes: given.scan('lower', 33), kind: 'submission', jaws_id: 2, name: 'lower.stl' } as const
  const [first, second] = [await given.case({ practice }), await given.case({ practice })]
  await given.scanFile(first, practice.owner, scan)
  await processed(first)
  await given.scanFile(second, practice.owner, scan)
  await processed(second)
  const [firsts, seconds] = [await keysOf(first), await keysOf(second)]
  const shared = firsts.filter((key) => seconds.includes(key))
  expect(shared.length).toBeGreaterThan(1)
  // What an interrupted check left behind has no row.
  const folder = `o/${practice.id}/p/${first.id}`
  await test.storage.copy(
    firsts.find((key) => key.startsWith('o/') && !shared.includes(key))!,
    `${folder}/left-behind`,
  )

  await archive(admin, first)
  await remove(admin, first, await nameOf(first))
  await vi.waitFor(
    async () => {
      expect((await test.storage.list(folder)).sort()).toEqual(shared)
      expect(await stored(firsts.filter((key) => !shared.includes(key)))).toBe(0)
    },
    { timeout: 60_000, interval: 200 },
  )
  expect(await stored(seconds.filter((key) => key.startsWith('o/')))).toBe(
    seconds.filter((key) => key.startsWith('o/')).length,
  )
  const { body } = await test.as(practice.owner).call(patients.get, { params: { id: second.id } })
  expect(body.patient.submission_viewer_id).not.toBeNull()

  await archive(admin, second)
  await remove(admin, second, await nameOf(second))
  await vi.waitFor(async () => expect(await stored([...firsts, ...seconds])).toBe(0), {
    timeout: 60_000,
    interval: 200,
  })
  const { rows } = await sql`select 1 from uploads where organization_id = ${practice.id}`.execute(test.connection.db)
  expect(rows).toEqual([])
}, 120_000)

describe('a case on the current invoice (billing/case-rows)', () => {
  const hint = 'This case is on the current invoice. It can be deleted once Close Invoice has closed it.'
  const plainArchive = ({ id }: GivenCase) => test.as(admin).call(patients.archive, { params: { id } })

  it.each([
    ['its closing day', '2100-01-09', 'Sun, Jan 10, 2100'],
    ['the one after it, on which it counts', '2100-01-10', 'Wed, Feb 10, 2100'],
  ])('waits for %s', async (_which, day, words) => {
    const charged = chargedCasesIn(test, given)
    const testCase = await given.case({ practice: await charged.practiceWith(), form: trays })
    await plainArchive(testCase)
    await owner.query('update charges set day = $1 where source_id = $2', [day, testCase.rxFormId])
    await owner.query(
      `update contracts set next_payment_date = '2100-01-10', billing_day = 10 where organization_id = $1`,
      [testCase.practice.id],
    )
    expect(await remove(admin, testCase, await nameOf(testCase))).toMatchObject({
      status: 409,
      body: { error: `This case is on the current invoice. It can be deleted after ${words}.` },
    })
  })

  it('waits without a day where none comes; closed and voided rows let it go, and stay', async () => {
    const charged = chargedCasesIn(test, given)
    const practice = await charged.practiceWith()
    const without = await given.case({ form: trays })
    const [closed, voided] = [await given.case({ practice, form: trays }), await given.case({ practice, form: trays })]
    await owner.query('update organizations set suspended_at = now() where id = $1', [practice.id])
    for (const testCase of [without, closed]) {
      await plainArchive(testCase)
      expect((await remove(admin, testCase, await nameOf(testCase))).body).toEqual({ code: 409, error: hint })
    }
    const canceling = { params: { id: voided.rxFormId }, body: { reason: 'Moved away' } }
    expect((await test.as(admin).call(rxForms.cancel, canceling)).status).toBe(200)
    await charged.close(practice)
    await plainArchive(voided)
    for (const [testCase, isClosed, reason] of [
      [closed, true, null],
      [voided, false, 'canceled'],
    ] as const) {
      expect((await remove(admin, testCase, await nameOf(testCase))).status).toBe(200)
      const { rows } = await owner.query<object>(
        `select distinct patient_id, order_id is not null as closed, void_reason from charges where source_id = $1 and source = 'form'`,
        [testCase.rxFormId],
      )
      expect(rows).toEqual([{ patient_id: null, closed: isClosed, void_reason: reason }])
    }
  })

  it('waits no more once its form has moved to another case, which waits', async () => {
    const practice = await chargedCasesIn(test, given).practiceWith()
    const source = await given.case({ practice, form: trays })
    await plainArchive(source)
    const names = { first_name: 'Ada', last_name: `Moved ${given.unique().toUpperCase()}`, case_number_text: '' }
    const named = { ...names, user_id: practice.owner.id, organization_id: practice.id, rx_form_id: source.rxFormId }
    const { body } = await test.as(admin).call(patients.create, { body: named as never })
    const moved = { ...source, id: body.patient.id }
    expect((await remove(admin, source, await nameOf(source))).status).toBe(200)
    await plainArchive(moved)
    expect((await remove(admin, moved, await nameOf(moved))).status).toBe(409)
  })
})

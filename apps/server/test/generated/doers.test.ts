import type { Route } from '@archwire/contract/core/route.ts'
import { conversations } from '@archwire/contract/conversations/routes.ts'
import { organizations } from '@archwire/contract/organizations/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { mailAway } from '../../src/modules/conversations/mail-away.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, printing, type GivenCase, type GivenPractice } from '../given.ts'
import { mailText } from '../mail-text.ts'
import { seenBy } from '../seen.ts'
import { callOf, type Ids } from './names.ts'
import { recordsOf } from './records.ts'
import { admitted, routes, type Role } from './routes.ts'

/**
 * Generated: every read is called on cases whose every record was made by one person, by someone who may not know them: a
 * partner lab reads no assistant of a practice by name or email (`people/partner`), a practice no one of the lab
 * (`people/doer`). A new read is called, and a new column that names a person is filled, without a line here.
 */
const [assistants, labs] = ['Zobelfang', 'Quintmark']
const says = (body: unknown, mark: string): boolean =>
  JSON.stringify(body ?? null)
    .toLowerCase()
    .includes(mark.toLowerCase())

let test: TestApp
let practice: GivenPractice
let partner: TestUser
let staff: TestUser
/** The records that a call names, once of each case, and once with a person who is to stay unknown. */
let named: Ids[]

/** Columns that say who a record is about, or who does the work of a lab: not who made it. */
const notDoers = [
  'memberships.user_id',
  'notifications.user_id',
  'patients.user_id',
  'rx_form_preferences.default_doctor_id',
  'tech_workflows.assigned_to',
  'tech_workflows.saved_by',
  'tech_workflow_processes.user_id',
  'message_recipients.user_id',
  'payment_differences.closed_by',
  'charges.voided_by_user_id',
]

/** Makes one person the doer of everything that is there, as the owner of the tables alone can. */
async function attribute({ id: userId }: TestUser): Promise<void> {
  const owner = new pg.Client({ connectionString: test.ownerUrl })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ table: string; column: string; has_name: boolean }>(`
      select c.conrelid::regclass::text as table, a.attname as column,
        exists (select from pg_attribute n where n.attrelid = c.conrelid and n.attname = 'user_name') as has_name
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = 'users'::regclass
        and exists (select from pg_attribute o where o.attrelid = c.conrelid and o.attname = 'organization_id')
      order by 1, 2`)
    const doers = rows.filter(({ table, column }) => !notDoers.includes(`${table}.${column}`))
    for (const { table, column, has_name } of doers)
      await owner.query(
        `update ${table} t set ${column} = u.id ${has_name ? ', user_name = u.full_name' : ''}
         from users u where u.id = $1 and t.organization_id = $2`,
        [userId, practice.id],
      )
    expect(doers.length).toBeGreaterThan(15)
  } finally {
    await owner.end()
  }
}

/** What people of the practice say and do with a case, the partner among those who hear of it. */
async function talk({ id }: GivenCase): Promise<void> {
  const { owner, manager, assistant } = practice
  const params = { id }
  const send = async (who: TestUser, body: object) =>
    expect((await test.as(who).call(conversations.send, { params, body })).status).toBe(200)
  const hold = async () =>
    expect(
      (await test.as(manager).call(patients.toggleHold, { params, body: { on_hold: true, reason: 'Which shade?' } }))
        .status,
    ).toBe(200)
  await send(partner, { text: 'Which library?' })
  await hold()
  const { hold: open } = (await test.as(owner).call(conversations.list, { params, query: {} })).body
  await send(owner, { text: `As @[${assistant.id}] says.`, releases_hold_id: open!.id })
  await hold()
  await send(assistant, { text: `Ask @[${manager.id}] or @[${owner.id}].` })
}

beforeAll(async () => {
  test = await openTestApp()
  const given = givenIn(test)
  const { db } = test.connection
  practice = await given.practice({ partner: true })
  partner = practice.partner!.user
  staff = await given.user('super_admin')
  const { assistant, manager } = practice
  for (const person of [assistant, manager])
    await sql`update users set first_name = 'Quirina', last_name = ${assistants}, email = ${`${given.unique()}@${assistants}.example`.toLowerCase()}
      where id = ${person.id}`.execute(db)
  const { testCase, ids } = await recordsOf(test, practice, { form: { print_assignment: 3 } }).all()
  await sql`insert into bracket_library_members (organization_id, bracket_library_id, user_id)
    values (${practice.id}, ${ids['bracket-libraries']}, ${assistant.id})`.execute(db)
  // The viewer shows the bite of the setup.
  await sql`with bite as (
      insert into bites (organization_id, patient_id, scan_kind, version, method, created_by, created_at)
      select organization_id, patient_id, 'setup', 1, method, created_by, created_at from bites where patient_id = ${testCase.id}
      returning organization_id, patient_id, id)
    insert into bite_places (organization_id, patient_id, bite_id, file_id, rotation, "offset")
    select bite.organization_id, bite.patient_id, bite.id, p.file_id, p.rotation, p.offset from bite
      join bite_places p on p.organization_id = bite.organization_id and p.patient_id = bite.patient_id and p.bite_id <> bite.id`.execute(
    db,
  )
  await sql`with change as (
      insert into rx_form_revisions (organization_id, patient_id, version, at, user_id, user_name, after_approval, changes, before)
      select organization_id, patient_id, version, now(), ${assistant.id}, '', true, '[]', '{}' from rx_forms where id = ${testCase.rxFormId}
      returning organization_id, patient_id, version)
    insert into rx_form_reads (organization_id, patient_id, version, user_id, user_name, at)
    select organization_id, patient_id, version, ${manager.id}, ${`Quirina ${assistants}`}, now() from change`.execute(
    db,
  )
  await sql`update pins set done_at = now(), done_by = ${manager.id} where patient_id = ${testCase.id}`.execute(db)
  await talk(testCase)
  const notes = { params: { id: testCase.id }, body: { field: 'doctor_notes', text: 'Mornings only.' } as const }
  expect((await test.as(assistant).call(patients.saveNotes, notes)).status).toBe(200)

  const form = { ...printing, print_assignment: 3 } as const
  const asked = await given.case({ practice, stage: 'awaiting_approval', form })
  const seen = await seenBy(test, manager, asked.id)
  const changes = { params: { id: asked.id }, body: { note: 'Wider, please.', seen } }
  expect((await test.as(manager).call(patients.requestChanges, changes)).status).toBe(200)

  named = [
    ids,
    { ...ids, patients: asked.id, open_patient: asked.id, rx_forms: asked.rxFormId },
    { ...ids, users: assistant.id },
  ]
})
afterAll(() => test.close())

const readsOf = (role: Role) =>
  routes.filter(
    ([name, route]) =>
      route.method === 'GET' &&
      route.needs !== 'public' &&
      !route.stream &&
      !name.includes(' /mailbox') &&
      admitted(route, role),
  )

/** What a read can send along, each by itself: some of it is refused to a partner. */
const includesOf = ({ query }: Route): string[] => {
  const { error } = z.safeParse((query ?? z.strictObject({})) as z.ZodType, { include: '?' })
  const words = error?.issues.find(({ path }) => path[0] === 'include')?.message ?? ''
  return /^Any of (.+)$/.exec(words)?.[1]!.split(', ') ?? []
}

/** Every call of a read: as its example has it, without the filters of that, and with each that it can send along. */
const pathsOf = (route: Route): string[] =>
  named.flatMap((ids) => {
    const { path } = callOf({ ...route, query: undefined, example: { ...route.example, query: undefined } }, ids)
    return [callOf(route, ids).path, path, ...includesOf(route).map((name) => `${path}?include=${name}`)]
  })

/** Whether a read of this person was answered, and whether it says something. */
async function ask(who: TestUser, route: Route, mark: string): Promise<{ isRead: boolean; isNamed: boolean }> {
  const answers = []
  for (const path of new Set(pathsOf(route))) answers.push(await test.raw(who, 'GET', path))
  return {
    isRead: answers.some(({ status }) => status === 200),
    isNamed: answers.some(({ body }) => says(body, mark)),
  }
}

/** The reads that name someone to this reader, and those that do so only to people of the lab. */
async function readsThatSay(mark: string, reader: TestUser, role: Role) {
  const told: string[] = []
  const untold: string[] = []
  for (const [name, route] of readsOf(role)) {
    const byReader = await ask(reader, route, mark)
    if (byReader.isNamed) told.push(name)
    else if (byReader.isRead && (await ask(staff, route, mark)).isNamed) untold.push(name)
  }
  return { told, untold }
}

/** Reads that show who did something. */
const showDoers = [
  'GET /patients/{id}',
  'GET /patients/{id}/approval',
  'GET /patients/{id}/history',
  'GET /patients/{id}/messages',
  'GET /patients/{id}/messages/people',
  'GET /rx_forms/{id}',
  'GET /rx_forms/{id}/revisions',
  'GET /patient_files',
  'GET /customer_requests/{id}',
  'GET /flawed_trays/{id}',
  'GET /scenes/{viewer_id}',
  'GET /patients/{id}/share_links',
  'GET /patients/{id}/pins',
  'GET /patients/{id}/measurements',
  'GET /patients/{id}/bites',
]
/** Reads that show people of a practice. */
const showPeople = [
  'GET /organizations/{id}',
  'GET /organizations/{id}/bracket-libraries',
  'GET /organizations/{id}/rx_form_preference',
  'GET /organizations/{id}/list_members',
  'GET /organizations/{id}/members',
]

it('no read names a person of the practice who is no doctor to a partner', async () => {
  expect(includesOf(organizations.get)).toContain('users')
  await attribute(practice.assistant)
  const { told, untold } = await readsThatSay(assistants, partner, 'lab_partner')
  expect(told).toEqual([])
  expect(untold).toEqual(expect.arrayContaining([...showDoers, ...showPeople]))
})

it('no read names a person of the lab to a practice', async () => {
  await attribute(await givenIn(test).user('supervisor', ['Quirina', labs]))
  const { told, untold } = await readsThatSay(labs, practice.owner, 'owner')
  expect(told).toEqual([])
  expect(untold).toEqual(expect.arrayContaining([...showDoers, 'GET /patients/{id}/charges']))
})

it('neither the bell nor a mail names one to a partner', async () => {
  await attribute(practice.assistant)
  const { body } = await test.raw(partner, 'GET', '/notifications')
  expect(JSON.stringify(body)).toContain('The practice wrote')
  expect(says(body, assistants)).toBe(false)
  const { db } = test.connection
  await sql`update message_recipients set sent_at = now() - interval '10 minutes' where organization_id = ${practice.id}`.execute(
    db,
  )
  await mailAway({ db, publicUrl: 'http://portal.test' })
  const { rows } = await sql<{ words: string }>`
    select subject || ' ' || ${mailText} as words from mails join users u on u.email = to_address where u.id = ${partner.id}`.execute(
    db,
  )
  expect(rows.map(({ words }) => words).join('\n')).toContain('The practice')
  expect(says(rows, assistants)).toBe(false)
})

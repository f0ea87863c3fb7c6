import { organizations } from '@archwire/contract/organizations/routes.ts'
import { practiceDefaults } from '@archwire/contract/practice-defaults/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crowd } from '../crowd.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { ownStores } from '../database.ts'

/** What a practice usually chooses, and who may do its work (`rx-form/preferences`). */
let test: TestApp
let given: Given
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
})
afterAll(() => test.close())

const at = ({ id }: GivenPractice) => ({ params: { id } })
const preference = async (practice: GivenPractice, who = practice.owner) =>
  (await test.as(who).call(organizations.rxFormPreference, at(practice))).body
const prefer = (practice: GivenPractice, body: object, who = practice.owner) =>
  test.as(who).call(practiceDefaults.updateRxForm, { ...at(practice), body })
const setups = (practice: GivenPractice, body: object, who = practice.owner) =>
  test.as(who).call(practiceDefaults.updateInitialSetup, { ...at(practice), body: body as never })
const prints = (practice: GivenPractice, change: object = {}, who = practice.owner) =>
  test.as(who).call(practiceDefaults.updatePrintRequest, {
    ...at(practice),
    body: {
      allowed_print_assignments: [1, 2],
      print_assignment: 1,
      allowed_insert_brackets_assignments: [1, 2],
      insert_brackets_assignment: 1,
      shipping_method: 'standard',
      ...change,
    } as never,
  })
const submit = (practice: GivenPractice, change: object, who = practice.owner) =>
  test.as(who).call(rxForms.submitForOrganization, {
    ...at(practice),
    body: given.form(practice, change) as never,
  })
describe('what forms start with', () => {
  it('at first what every practice starts with, and then what it has chosen', async () => {
    const practice = await given.practice()
    expect((await preference(practice)).data).toMatchObject({
      version: 1,
      defaults: {
        jaws_id: 3,
        impression_type: null,
        products_list: 0,
        submission_completed_by: 1,
        shipping_method: 'standard',
        default_doctor_id: null,
      },
    })
    const chosen = {
      impression_type: 4,
      products_list: 32 | 64,
      addon_options: 1,
      arch_mode: 3,
      export_type: 1,
      scanner_type: 7,
      custom_scanner_type_name: 'Heron',
      default_doctor_id: practice.member.id,
      tooth_numbering: 'fdi',
    } as const
    const saved = await prefer(practice, { ...chosen, version: 1 })
    expect(saved).toMatchObject({ status: 200, body: { message: 'The practice defaults are saved.' } })
    expect((await preference(practice)).data).toMatchObject({ version: 2, defaults: chosen })
    // The rest stays, and so does all of it when it is saved once more.
    expect((await prefer(practice, { jaws_id: 1 })).body.data.defaults).toMatchObject({ ...chosen, jaws_id: 1 })
    expect((await prefer(practice, { jaws_id: 1 })).body.data.version).toBe(3)
  })

  it('a doctor or a place that no longer exists gives way', async () => {
    const practice = await given.practice()
    const db = test.connection.db
    const { rows } = await sql<{ id: number }>`
      insert into locations (organization_id, location_name, first_name, last_name, email, phone_number, street_address, city, state, zip_code, country)
      select organization_id, 'Branch', first_name, last_name, email, phone_number, street_address, city, state, zip_code, country
      from locations where organization_id = ${practice.id} returning id`.execute(db)
    const branch = rows[0]!.id
    await prefer(practice, { default_doctor_id: practice.member.id, location_id: branch })
    await prints(practice, { shipping_location_id: branch })
    expect((await preference(practice)).data.defaults).toMatchObject({
      default_doctor_id: practice.member.id,
      location_id: branch,
      shipping_location_id: branch,
    })
    await sql`delete from memberships where organization_id = ${practice.id} and user_id = ${practice.member.id}`.execute(
      db,
    )
    await sql`update locations set deleted_at = now() where organization_id = ${practice.id} and id = ${branch}`.execute(
      db,
    )
    const { defaults } = (await preference(practice)).data
    expect(defaults).toMatchObject({ default_doctor_id: null, shipping_location_id: null })
    expect(defaults.location_id).not.toBe(branch)
    // Who no longer exists keeps no one from changing the rest.
    expect((await prefer(practice, { jaws_id: 1 })).status).toBe(200)
    expect((await prefer(practice, { jaws_id: 2, default_doctor_id: null, location_id: null })).status).toBe(200)
  })

  it.each<[string, object, string, string]>([
    [
      'a stranger’s doctor',
      { default_doctor_id: 1 },
      'default_doctor_id',
      'This person is not a doctor of the practice.',
    ],
    ['a stranger’s place', { location_id: 999_999 }, 'location_id', 'This location does not belong to the practice.'],
    [
      'a product without its impression',
      { products_list: 16 },
      'products_list',
      'This does not fit the other choices.',
    ],
    ['two products', { impression_type: 4, products_list: 48 }, 'products_list', 'Choose one product'],
    [
      'a print of what is only stored',
      { impression_type: 1, products_list: 72 },
      'products_list',
      'This does not fit the other choices.',
    ],
    [
      'trays back from a scan',
      { impression_type: 4, products_list: 16, addon_options: 8 },
      'addon_options',
      'This does not fit the other choices.',
    ],
    ['another scanner without a name', { scanner_type: 7 }, 'custom_scanner_type_name', 'Required'],
    [
      'a name for a known one',
      { custom_scanner_type_name: 'X' },
      'custom_scanner_type_name',
      'This does not fit the other choices.',
    ],
  ])('%s is refused', async (_, body, field, message) => {
    const practice = await given.practice()
    expect(await prefer(practice, body)).toMatchObject({ status: 422, body: { error: { [field]: [message] } } })
    expect((await preference(practice)).data.version).toBe(1)
  })
})

describe('who may change them (rx-form/who-prefers)', () => {
  it('owners and managers of the practice, and staff', async () => {
    const practice = await given.practice({ partner: true })
    const others = await given.practice()
    const may = async (who: TestUser) => (await prefer(practice, { root_integration: true }, who)).status
    for (const who of [practice.owner, practice.manager, admin, await given.user('tech_support')])
      expect(await may(who)).toBe(200)
    for (const who of [practice.member, practice.assistant, practice.partner!.user]) expect(await may(who)).toBe(403)
    expect(await may(others.owner)).toBe(404)
    expect((await preference(practice, practice.member)).metadata.may_change).toBe(false)
    expect((await preference(practice, practice.manager)).metadata).toMatchObject({
      may_change: true,
      may_change_rush: false,
    })
  })

  it('a rush is the lab’s to allow', async () => {
    const practice = await given.practice()
    expect((await prefer(practice, { rush_case_enabled: false })).status).toBe(403)
    expect((await prefer(practice, { rush_case_enabled: true })).status).toBe(403)
    expect((await prefer(practice, { rush_case_enabled: false }, admin)).body.metadata.rush_case_enabled).toBe(false)
    expect((await preference(practice)).metadata.rush_case_enabled).toBe(false)
  })

  it('not while the practice is disabled, but by the lab', async () => {
    const practice = await given.practice()
    await sql`update organizations set disabled_at = now() where id = ${practice.id}`.execute(test.connection.db)
    expect((await prefer(practice, { jaws_id: 1 })).status).toBe(403)
    expect((await prefer(practice, { jaws_id: 1 }, admin)).status).toBe(200)
  })

  it('saves one of many at once, and refuses the others', async () => {
    const practice = await given.practice()
    const answers = await crowd(50, (index) =>
      prefer(practice, { jaws_id: 1 + (index % 2), version: 1 }, index % 3 ? practice.owner : practice.manager),
    )
    const saved = answers.filter(({ status }) => status === 200)
    expect([saved.length, answers.filter(({ status }) => status === 409).length]).toEqual([1, 49])
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      error: 'Someone else changed this in the meantime.',
    })
    // The application may not read its audit log; its owner may.
    const owner = new pg.Client({ connectionString: ownStores().databaseUrl })
    await owner.connect()
    const { rows } = await owner.query(
      "select 1 from audit_log where organization_id = $1 and action = 'organization.defaults_changed'",
      [practice.id],
    )
    await owner.end()
    expect(rows).toHaveLength(1)
  })
})

describe('who does the work', () => {
  it('a form offers whom the practice has chosen, and refuses others', async () => {
    const practice = await given.practice({ partner: true })
    expect((await setups(practice, { allowed_assignments: [1, 3], submission_completed_by: 3 })).status).toBe(200)
    const { data } = await preference(practice)
    expect(data.options.assignments!.map(({ id }) => id)).toEqual([1, 3])
    expect(data.defaults.submission_completed_by).toBe(3)
    expect(await submit(practice, { submission_completed_by: 2 })).toMatchObject({
      status: 422,
      body: { error: { submission_completed_by: ['The practice does not use this choice'] } },
    })
    expect((await submit(practice, { submission_completed_by: 3 })).status).toBe(200)
  })

  it('prints go to whom and where they usually go', async () => {
    const practice = await given.practice()
    const saved = await prints(practice, {
      allowed_print_assignments: [1],
      allowed_insert_brackets_assignments: [1, 2],
      insert_brackets_assignment: 2,
      shipping_method: 'express',
    })
    expect(saved.body.data).toMatchObject({ version: 2, allowed_print_assignments: [1], shipping_method: 'express' })
    const trays = { export_type: 1, products_list: 1, print_assignment: null, shipping_method: null }
    const { body } = await submit(practice, { ...trays, insert_brackets_assignment: null })
    expect(body.rx_form).toMatchObject({
      print_assignment: 1,
      insert_brackets_assignment: 2,
      shipping_method: 'express',
    })
    expect(await submit(practice, { ...trays, print_assignment: 2 })).toMatchObject({
      status: 422,
      body: { error: { print_assignment: ['The practice does not use this choice'] } },
    })
  })

  it('what a submitted form holds stays possible for it', async () => {
    const practice = await given.practice()
    const { rxFormId } = await given.case({
      practice,
      form: { export_type: 1, print_assignment: 2, insert_brackets_assignment: 2 },
    })
    await prints(practice, { allowed_print_assignments: [1], allowed_insert_brackets_assignments: [1] })
    const change = (body: object) =>
      test.as(practice.owner).call(rxForms.change, { params: { id: rxFormId }, body: body as never })
    const { body } = await change({ special_instructions: 'Keep the diastema.' })
    expect(body.rx_form).toMatchObject({ print_assignment: 2, special_instructions: 'Keep the diastema.' })
    expect((await change({ print_assignment: 1 })).status).toBe(200)
    expect((await change({ print_assignment: 2 })).status).toBe(422)
  })

  it.each<[string, object, string, string]>([
    ['nobody', { allowed_assignments: [], submission_completed_by: 1 }, 'allowed_assignments', 'Choose at least one'],
    [
      'a usual one that is not used',
      { allowed_assignments: [2], submission_completed_by: 1 },
      'submission_completed_by',
      'Choose one of the enabled options.',
    ],
    [
      'a partner that is none',
      { allowed_assignments: [1, 3], submission_completed_by: 3 },
      'submission_completed_by',
      'The practice has no partner lab.',
    ],
  ])('%s is refused', async (_, body, field, message) => {
    const practice = await given.practice()
    expect(await setups(practice, body)).toMatchObject({ status: 422, body: { error: { [field]: [message] } } })
  })

  it('a way of shipping that does not reach the practice is refused', async () => {
    const practice = await given.practice()
    expect(await prints(practice, { shipping_method: 'international' })).toMatchObject({
      status: 422,
      body: { error: { shipping_method: ['This shipping method is not available there.'] } },
    })
    expect((await prints(practice, { shipping_method: 'pigeon' })).status).toBe(422)
  })

  it('where the partner no longer exists, what is left of the allowed ones is usual', async () => {
    const practice = await given.practice({ partner: true })
    const [allowed, print] = [
      { allowed_print_assignments: [3, 2], print_assignment: 3 },
      { shipping_method: 'standard' },
    ]
    const brackets = { allowed_insert_brackets_assignments: [3, 1], insert_brackets_assignment: 3 }
    expect((await prints(practice, { ...allowed, ...brackets, ...print })).status).toBe(200)
    await sql`update organizations set third_party_partner_id = null where id = ${practice.id}`.execute(
      test.connection.db,
    )
    const { data } = await preference(practice)
    expect(data.options.print_assignments!.map(({ id }) => id)).toEqual([2])
    expect(data.defaults).toMatchObject({ print_assignment: 2, insert_brackets_assignment: 1 })
    // What was stored can be saved as it is.
    expect((await prints(practice, { ...allowed, ...brackets, shipping_method: 'express' })).status).toBe(200)
    expect((await prints(practice, { ...allowed, allowed_print_assignments: [3], ...brackets })).status).toBe(422)
  })

  it('a partner’s cases stay its own work, whatever the practice has chosen', async () => {
    const practice = await given.practice({ partner: true })
    await setups(practice, { allowed_assignments: [1], submission_completed_by: 1 })
    const partner = practice.partner!.user
    const { data } = await preference(practice, partner)
    expect(data.options.assignments!.map(({ id }) => id)).toEqual([3])
    expect(data.defaults.submission_completed_by).toBe(3)
    expect((await submit(practice, { user_id: practice.owner.id }, partner)).body.rx_form.submission_completed_by).toBe(
      3,
    )
  })
})

it('a practice is read by its people and the lab (GET /organizations/{id})', async () => {
  const practice = await given.practice({ partner: true })
  const get = (who: TestUser) => test.as(who).call(organizations.get, at(practice))
  for (const who of [practice.owner, practice.member, admin, practice.partner!.user])
    expect((await get(who)).body.organization).toMatchObject({
      id: practice.id,
      third_party_partner: { id: practice.partner!.id },
      rush_case_enabled: true,
      suspended: false,
    })
  expect((await get((await given.practice()).owner)).status).toBe(404)
})

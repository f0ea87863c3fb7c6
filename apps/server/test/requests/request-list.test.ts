import { customerRequests } from '@archwire/contract/requests/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, printing, type Given, type GivenCase, type GivenPractice } from '../given.ts'

/** The list of requests (`requests/list`). */
let test: TestApp
let given: Given
let practice: GivenPractice
let tech: TestUser
const cases: Record<string, GivenCase> = {}
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  practice = await given.practice({ partner: true })
  tech = await given.user('supervisor')
  const add = async (name: string, form: object) =>
    (cases[name] = await given.case({
      practice,
      tech,
      stage: 'approved',
      form: { ...printing, last_name: name, ...form },
    }))
  await add('Aldous', { case_number_text: 'N-100' })
  await add('Benton', { user_id: practice.member.id })
  await add('Corwin', { print_assignment: 3, insert_brackets_assignment: 3, products_list: 65 })
})
afterAll(() => test.close())

async function list(who: TestUser, query: object = {}, organization?: number) {
  const { status, body, statements } = organization
    ? await test.as(who).call(customerRequests.listOfOrganization, { params: { id: organization }, query })
    : await test.as(who).call(customerRequests.list, { query })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(statements, 'one statement beside the session').toBeLessThanOrEqual(2)
  return body
}
const names = async (...about: Parameters<typeof list>) =>
  (await list(...about)).customer_requests.map(({ patient }) => patient.formatted_name.split(',')[0])
const requestOf = async (name: string) => {
  const { rows } = await sql<{
    id: number
  }>`select id from customer_requests where patient_id = ${cases[name]!.id} order by id limit 1`.execute(
    test.connection.db,
  )
  return rows[0]!.id
}

describe('the list of requests', () => {
  it('says whose each is, what is printed and how far it is', async () => {
    const { customer_requests: rows, meta } = await list(practice.owner, {}, practice.id)
    expect(meta).toMatchObject({ total: 3, page: 1, per_page: 25, last_page: 1 })
    expect(rows.at(-1)).toMatchObject({
      status_id: 1,
      status: { key: 'pending', label: 'Pending' },
      summary: 'Trays',
      duplicated: false,
      patient_id: cases.Aldous!.id,
      patient: { formatted_name: 'Aldous, Ada', case_number_text: 'N-100', is_on_hold: false },
      location_name: 'Main',
      assign_to: 1,
      tracking_number: null,
    })
    expect(rows[0]!.summary).toBe('Study Model, Trays')
  })

  it('starts with what changed last, or goes by the day of the submission', async () => {
    expect(await names(practice.owner)).toEqual(['Corwin', 'Benton', 'Aldous'])
    await test.as(tech).call(customerRequests.patientLabelPrinted, { params: { id: await requestOf('Aldous') } })
    expect(await names(practice.owner)).toEqual(['Aldous', 'Corwin', 'Benton'])
    expect(await names(practice.owner, { order: 'asc' })).toEqual(['Benton', 'Corwin', 'Aldous'])
    expect(await names(practice.owner, { orderBy: 'created_at', order: 'asc' })).toEqual(['Aldous', 'Benton', 'Corwin'])
  })

  it('comes in pages', async () => {
    const second = await list(practice.owner, { perPage: 2, page: 2 })
    expect(second.customer_requests).toHaveLength(1)
    expect(second.meta).toMatchObject({ total: 3, page: 2, last_page: 2 })
    expect(await names(practice.owner, { perPage: 2, page: 9 })).toEqual([])
  })

  it('finds by patient, number, code and doctor', async () => {
    const found = (text: string) => names(practice.owner, { 'filter[search]': text })
    expect(await found('aldous')).toEqual(['Aldous'])
    expect(await found('N-100')).toEqual(['Aldous'])
    expect(await found(`C-${cases.Corwin!.id}`)).toEqual(['Corwin'])
    expect(await found('nobody')).toEqual([])
    const { rows } = await sql<{
      full_name: string
    }>`select full_name from users where id = ${practice.member.id}`.execute(test.connection.db)
    expect(await names(practice.owner, { 'filter[doctor]': rows[0]!.full_name })).toEqual(['Benton'])
  })

  it('filters by state and location', async () => {
    expect(await names(practice.owner, { 'filter[status_id]': '2,3' })).toEqual([])
    expect(await names(practice.owner, { 'filter[status_id]': '1' })).toHaveLength(3)
    const [main] = (
      await sql<{ id: number }>`select id from locations where organization_id = ${practice.id}`.execute(
        test.connection.db,
      )
    ).rows
    expect(await names(practice.owner, { 'filter[locations]': String(main!.id) })).toHaveLength(3)
    expect(await names(practice.owner, { 'filter[locations]': '999999999' })).toEqual([])
  })

  it('refuses what it does not know', async () => {
    for (const query of ['orderBy=ship_date', 'order=up', 'statusId=1', 'page=0', 'perPage=201', 'filter[status_id]=x'])
      expect((await test.raw(practice.owner, 'GET', `/customer_requests?${query}`)).status, query).toBe(422)
  })
})

describe('whose requests one sees', () => {
  it('a member those of own cases, a partner those of cases assigned to it, the lab all', async () => {
    expect(await names(practice.member)).toEqual(['Benton'])
    expect(await names(practice.member, {}, practice.id)).toEqual(['Benton'])
    expect(await names(practice.assistant)).toHaveLength(3)
    expect(await names(practice.partner!.user)).toEqual(['Corwin'])
    expect(await names(tech, {}, practice.id)).toHaveLength(3)
    expect(await names(tech, { chosen_wi_organization_id: String(practice.id) })).toHaveLength(3)
  })

  it('a stranger none: the practice is as if there were none', async () => {
    const { owner } = await given.practice()
    expect(await names(owner)).toEqual([])
    expect((await list(owner)).meta).toMatchObject({ total: 0, last_page: 1 })
    expect(await names(owner, { chosen_wi_organization_id: String(practice.id) })).toEqual([])
    for (const id of [practice.id, 999_999_999])
      expect((await test.raw(owner, 'GET', `/organizations/${id}/customer_requests`)).status).toBe(404)
    expect((await test.raw(null, 'GET', '/customer_requests')).status).toBe(401)
    expect((await test.raw(await given.user(null), 'GET', '/customer_requests')).status).toBe(403)
  })
})

it('two open requests of a case are both called duplicated, a canceled one is not', async () => {
  const { id } = cases.Benton!
  const asked = { patient_id: id, arches: 3, content_type_id: 5 }
  expect((await test.raw(tech, 'POST', '/printing_requests', asked)).status).toBe(200)
  const both = (await list(practice.member)).customer_requests
  expect(both.map(({ summary, duplicated }) => [summary, duplicated])).toEqual([
    ['Study Model', true],
    ['Trays', true],
  ])
  await test.as(tech).call(customerRequests.cancel, { params: { id: both[0]!.id }, body: {} })
  const left = (await list(practice.member)).customer_requests
  expect(left.map(({ status, duplicated }) => [status.key, duplicated])).toEqual([
    ['canceled', false],
    ['pending', false],
  ])
  expect(await names(practice.member, { 'filter[status_id]': '3' })).toEqual(['Benton'])
})

it('of an archived case no one sees any', async () => {
  const archived = await given.case({ practice, tech, stage: 'approved', form: { ...printing, last_name: 'Gone' } })
  expect(await names(practice.owner)).toContain('Gone')
  await sql`update patients set deleted_at = now() where id = ${archived.id}`.execute(test.connection.db)
  await sql`update case_rows set archived = true where patient_id = ${archived.id}`.execute(test.connection.db)
  for (const who of [practice.owner, tech]) expect(await names(who, {}, practice.id)).not.toContain('Gone')
  // Of this one case its management may see them (`work/overview`).
  const ofIt = { 'filter[patient_id]': archived.id }
  expect(await names(tech, ofIt)).toEqual(['Gone'])
  expect(await names(practice.owner, ofIt)).toEqual([])
})

it('of one case shows its requests alone, and none to a stranger', async () => {
  const ofIt = { 'filter[patient_id]': cases.Aldous!.id }
  expect(await names(practice.owner, ofIt)).toEqual(['Aldous'])
  expect(await names(tech, { 'filter[patient_id]': cases.Corwin!.id })).toEqual(['Corwin'])
  const stranger = await given.practice()
  expect(await names(stranger.owner, ofIt)).toEqual([])
})

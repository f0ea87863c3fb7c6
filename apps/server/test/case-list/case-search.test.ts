import { patients } from '@archwire/contract/patients/routes.ts'
import { customerRequests } from '@archwire/contract/requests/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import pg from 'pg'
import { labScope, rows } from '../../src/db/scope.ts'
import { typedSearch } from '../../src/modules/case-list/search.sql.ts'
import { addMember } from '../../src/modules/organizations/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'
import { requestSeenBy } from '../seen.ts'

/** `work/search`, in a database of its own: codes of one digit, and 20,000 rows at the end. */
let test: TestApp
let given: Given
let practice: GivenPractice
let tech: TestUser
const cases: Record<string, GivenCase> = {}
const tracking = '1Z999AA10123456784'
beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true })
  given = givenIn(test)
  practice = await given.practice({ partner: true })
  tech = await given.user('supervisor', ['Petra', 'Technik'])
  const add = async (name: string, options: Parameters<Given['case']>[0]) =>
    (cases[name] = await given.case({ practice, tech, ...options }))
  await add('one', { form: { last_name: 'Quist' } })
  for (let count = 2; count <= 12; count += 1) await add(`other ${count}`, { form: { last_name: `Filler ${count}` } })
  await add('number', { form: { last_name: 'Vega', case_number_text: 'QX 7' } })
  await add('longer', { form: { last_name: 'Wolf', case_number_text: 'QX 77' } })
  await add('namesake', { form: { last_name: 'Olga' } })
  await add('of member', { form: { last_name: 'Yates', user_id: practice.member.id } })
  await add('worked', { stage: 'in_progress', form: { last_name: 'Zorn' } })
  await add('shipped', {
    stage: 'approved',
    form: { last_name: 'Parcel', export_type: 1, print_assignment: 1, shipping_method: 'express' },
  })
  await add('old namesake', { stage: 'completed', form: { first_name: 'Ben', last_name: 'Olga' } })
  const { body } = await test.as(tech).call(patients.get, { params: { id: cases.shipped!.id } })
  const { id } = body.patient.customer_requests[0]!
  const sent = await test.as(tech).call(customerRequests.complete, {
    params: { id },
    body: { tracking_number: tracking, seen: await requestSeenBy(test, tech, id) },
  })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
})
afterAll(() => test.close())

const nameOf = (id: number) => Object.keys(cases).find((name) => cases[name]!.id === id)!
const found = async (user: TestUser, text: string, query: object = {}) => {
  const answer = await test.as(user).call(patients.list, { query: { 'filter[search]': text, ...query } as object })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.patients.map(({ id }) => nameOf(id))
}

describe('what was typed exactly', () => {
  it('comes first, whatever the order: a code before those that start like it', async () => {
    const { id } = cases.one!
    for (const order of ['asc', 'desc']) {
      const list = await found(tech, `c-${id}`, { orderBy: 'created_at', order })
      expect([order, list[0], list.length > 1]).toEqual([order, 'one', true])
    }
    expect((await found(practice.owner, `C-${id}`))[0]).toBe('one')
    expect(await found(tech, `C-${id}`, { perPage: 1 })).toEqual(['one'])
  })
  it('a case number, also one with a gap', async () => {
    expect(await found(tech, 'qx 7')).toEqual(['number', 'longer'])
    expect(await found(tech, 'QX 77')).toEqual(['longer'])
    expect(await found(tech, 'qx 7', { orderBy: 'created_at', order: 'desc' })).toEqual(['number', 'longer'])
  })
  it('a tracking number, whole, also as carriers write it', async () => {
    for (const typed of [tracking, tracking.toLowerCase(), '1Z 999 AA1 01 2345 6784'])
      expect([typed, await found(tech, typed), await found(practice.owner, typed)]).toEqual([
        typed,
        ['shipped'],
        ['shipped'],
      ])
    expect(await found(tech, tracking.slice(0, -1))).toEqual([])
  })
  it('the filter for tracking numbers takes the same signs between the digits as the search', async () => {
    for (const typed of [
      '1z 999 aa1 01 2345 6784',
      '1Z999AA1-0123456784',
      '1Z999AA1\u20130123456784',
      '1Z999AA1\u22120123456784',
    ]) {
      const { body } = await test.as(tech).call(patients.list, { query: { 'filter[tracking_number]': typed } })
      expect([typed, body.patients.map(({ id }) => nameOf(id))]).toEqual([typed, ['shipped']])
      expect([typed, await found(tech, typed)]).toEqual([typed, ['shipped']])
    }
  })
  it('continues by cursor in every order, and loses and doubles nothing', async () => {
    for (const orderBy of ['created_at', 'ship_date', 'last_name'])
      for (const order of ['asc', 'desc'])
        for (const text of [`c-${cases.one!.id}`, 'olga', 'a']) {
          const query = { orderBy, order, 'filter[search]': text }
          const whole = await found(tech, text, { orderBy, order })
          const paged: string[] = []
          for (let after: string | null | undefined; after !== null && paged.length <= whole.length;) {
            const page = await test.as(tech).call(patients.list, { query: { ...query, perPage: 1, after } as object })
            paged.push(...page.body.patients.map(({ id }) => nameOf(id)))
            after = page.body.meta.next
          }
          expect([orderBy, order, text, paged]).toEqual([orderBy, order, text, whole])
        }
  })
})

describe('names', () => {
  it('finds doctors, after patients of that name', async () => {
    const list = await found(tech, 'olga')
    expect(list[0]).toBe('namesake')
    expect(list).toContain('one')
    expect(list).not.toContain('of member')
    expect(await found(tech, 'mia member')).toEqual(['of member'])
    expect(await found(tech, 'yates mia')).toEqual(['of member'])
    expect(await found(practice.manager, 'mia member')).toEqual(['of member'])
  })
  it('shows the lab open cases before those that are over, of patients and of doctors, in every order', async () => {
    for (const order of ['asc', 'desc']) {
      const list = await found(tech, 'olga', { orderBy: 'created_at', order })
      expect([order, ...list.slice(0, 2)]).toEqual([order, 'namesake', 'old namesake'])
      expect([order, list.at(-1)]).toEqual([order, 'shipped'])
      expect(list.length).toBeGreaterThan(12)
    }
    // A typed number comes first all the same, and a practice keeps its own order.
    expect((await found(tech, `c-${cases.shipped!.id}`))[0]).toBe('shipped')
    const newest = { orderBy: 'created_at', order: 'desc' }
    expect((await found(practice.owner, 'olga', newest)).slice(0, 2)).toEqual(['old namesake', 'namesake'])
  })
  it('finds practices for the lab and partners only', async () => {
    const { name } = await sql<{ name: string }>`select name from organizations where id = ${practice.id}`
      .execute(test.connection.db)
      .then(({ rows: [row] }) => row!)
    expect((await found(tech, name)).length).toBe(Object.keys(cases).length)
    expect(await found(practice.owner, name)).toEqual([])
    expect(await found(practice.member, name)).toEqual([])
  })
  it('never finds who of the lab works on a case', async () => {
    for (const user of [tech, practice.owner, practice.partner!.user]) expect(await found(user, 'technik')).toEqual([])
  })
  it('keeps everyone within reach', async () => {
    expect(await found(practice.member, 'a')).toEqual(['of member'])
    for (const typed of ['olga', `c-${cases.longer!.id}`, 'qx 7', tracking]) {
      expect([typed, await found(practice.member, typed)]).toEqual([typed, []])
      expect([typed, await found(practice.partner!.user, typed)]).toEqual([typed, []])
    }
    const stranger = await given.practice()
    for (const typed of ['olga', `c-${cases.one!.id}`, 'qx 7', tracking])
      expect([typed, await found(stranger.owner, typed)]).toEqual([typed, []])
    // A doctor of two practices finds in both, and in the second only what is one's own.
    const second = await given.practice()
    const { db } = test.connection
    await db.transaction().execute((trx) => addMember(trx, second.id, practice.owner.id, 'organization_member'))
    await given.case({ practice: second, form: { last_name: 'Elsewhere' } })
    expect(await found(practice.owner, 'elsewhere')).toEqual([])
  })
})

/** Cases of many doctors and practices, straight into the table. */
async function fill(count: number): Promise<void> {
  const client = new pg.Client(test.ownerUrl)
  await client.connect()
  // Rows of the list alone: the lists read nothing else.
  await client.query(`set session_replication_role = replica`)
  await client.query(`
    insert into case_rows select made.* from generate_series(1, ${count}) i
      cross join (select to_jsonb(k) as as_json from case_rows k where patient_id = ${cases.one!.id}) k,
      jsonb_populate_record(null::case_rows, k.as_json || jsonb_build_object('patient_id', 100000 + i,
        'created_at', now() - i * interval '1 minute', 'doctor_name', 'doctor no ' || i % 300,
        'organization_name', 'practice no ' || i % 100,
        'search_text', 'bulk row ' || i || ', bulk | ' || i * 7 || ' | c-' || i)) made`)
  await client.query('vacuum analyze case_rows')
  await client.query('analyze printing_requests')
  await client.end()
}

it('reads no big list from end to end: 20,000 rows more', async () => {
  const { db } = test.connection
  await fill(20_000)
  for (const typed of ['c-4711', 'quist', 'olga', 'mia member', 'qx 7', 'smith-jones', 'olga de la cruz', tracking])
    for (const scope of [labScope, { kind: 'practice' as const, user: 1, all: [practice.id], own: [] }]) {
      const { found: condition, rank } = typedSearch({ scope } as never, typed)
      const plan = await sql<{ 'QUERY PLAN': string }>`explain select c.patient_id
        from ${rows(scope, 'case_rows', 'c')} where not c.archived and ${condition}
        order by ${rank}, c.created_at desc limit 10001`.execute(db)
      const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(text, `${scope.kind}: ${typed}`).not.toContain('Seq Scan on case_rows')
    }
}, 120_000)

import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../src/db/client.ts'
import { appUrlOf } from '../../src/db/migrate.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { ownStores } from '../database.ts'
import { givenIn, type Given } from '../given.ts'
import { locksOf, recordLocks, statedOrder } from '../lock-recorder.ts'
import { overtaken } from '../overtaken.ts'
import { whileLocked } from '../while-locked.ts'

/** The order of locks (ARCHITECTURE.md): the organization, then the case, then the patient's name. */
let test: TestApp
let given: Given
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
})
afterAll(() => test.close())

/** As a hand-over locks it, before it locks cases. */
const organization = (id: number) => sql`select 1 from organizations where id = ${id} for no key update`

it('a case that takes over a form waits for its organization before it locks the case of the form', async () => {
  const source = await given.case({ archived: true })
  const { practice } = source
  const body = {
    first_name: 'Ada',
    last_name: `Byron ${given.unique().toUpperCase()}`,
    user_id: practice.owner.id,
    organization_id: practice.id,
    rx_form_id: source.rxFormId,
  }
  const answer = await overtaken(
    test,
    organization(practice.id),
    () => test.as(admin).call(patients.create, { body }),
    sql`select 1 from patients where id = ${source.id} for update nowait`,
  )
  expect(answer).toMatchObject({ status: 200, body: { patient: { rx_form: { id: source.rxFormId } } } })
})

it('a submit waits for its organization before it locks the name', async () => {
  const practice = await given.practice()
  const body = given.form(practice) as { first_name: string; last_name: string }
  const key = sql`hashtextextended(plain(${body.first_name}) || ' ' || plain(${body.last_name}), ${practice.id})`
  const answer = await overtaken(
    test,
    organization(practice.id),
    () =>
      test.as(practice.owner).call(rxForms.submitForOrganization, { params: { id: practice.id }, body: body as never }),
    // Fails where the name is locked already.
    sql`select 1 / pg_try_advisory_xact_lock(${key})::int`,
  )
  expect(answer.status).toBe(200)
})

it('archive and restore lock no organization', async () => {
  const { id, practice } = await given.case()
  await whileLocked(test, `select 1 from organizations where id = ${practice.id} for no key update`, async () => {
    expect((await test.as(admin).call(patients.archive, { params: { id } })).status).toBe(200)
    expect((await test.as(admin).call(patients.restore, { params: { id } })).status).toBe(200)
  })
})

describe('the recorder of locks, which each server test file asks at its end', () => {
  const inOneTransaction = async (...statements: string[]): Promise<string[]> => {
    const { db, pool, close } = connect(appUrlOf(ownStores().databaseUrl), { pool: 1, name: 'archwire-test' })
    const locks = recordLocks(pool)
    await db.transaction().execute(async (trx) => {
      for (const statement of statements) await sql.raw(statement).execute(trx)
    })
    await close()
    return locks.problems()
  }
  const organizationLock = 'select 1 from organizations o where o.id = 0 for share'
  const caseLock = 'select 1 from patients p where p.id = 0 for update of p'

  it('reads the order of the table in ARCHITECTURE.md', () => {
    const order = [...statedOrder()].toSorted(([, a], [, b]) => a - b).map(([name]) => name)
    expect(order.filter((name) => ['organizations', 'users', 'patients', 'patient names'].includes(name))).toEqual([
      'organizations',
      'users',
      'patients',
      'patient names',
    ])
  })

  it('reports a swapped pair, and accepts the stated order', async () => {
    expect(await inOneTransaction(organizationLock, caseLock)).toEqual([])
    expect(await inOneTransaction(caseLock, organizationLock)).toEqual(['patients before organizations'])
  })

  it('reports a table that ARCHITECTURE.md does not name', async () => {
    const problems = await inOneTransaction('select 1 from memberships m where m.id = 0 for key share')
    expect(problems).toEqual(['ARCHITECTURE.md does not say when memberships is locked'])
  })

  it.each([
    ['select 1 from "patients" where id = $1 for update', ['patients']],
    ['select r.* from users r where exists (select 1 from sessions s) for no key update', ['users']],
    ['select 1 from memberships m join users u on u.id = m.user_id for share of u', ['users']],
    [
      'with mine as (select key from login_attempts for update) update login_attempts set tries = $1',
      ['login_attempts'],
    ],
    [
      'select pg_advisory_xact_lock(hashtextextended(alike($1), x.id)) from (select 1 from organizations o for share of o) x',
      ['organizations', 'patient names'],
    ],
    ['select substring($1 for 3) from users', []],
  ])('finds the locks of: %s', (text, tables) => expect(locksOf(text)).toEqual(tables))
})

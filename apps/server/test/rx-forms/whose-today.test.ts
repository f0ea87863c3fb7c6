import { organizations } from '@archwire/contract/organizations/routes.ts'
import { emptyRxForm } from '@archwire/contract/rx-forms/form.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { setClock } from '../../src/kernel/clock.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'

/** An impression is taken on the practice's day, not on the lab's (`rx-form/whose-today`). */
let test: TestApp
let given: Given
beforeAll(async () => {
  setClock(() => new Date('2026-11-19T18:00:00Z'))
  test = await openTestApp()
  given = givenIn(test)
})
afterEach(() => setClock(() => new Date('2026-11-19T18:00:00Z')))
afterAll(async () => {
  setClock(undefined)
  await test.close()
})

interface Place {
  country: string
  state: string
  /** The owner's clock. */
  zone: string | null
}
async function practiceIn({ country, state, zone }: Place): Promise<GivenPractice> {
  const practice = await given.practice()
  const { db } = test.connection
  await sql`update locations set country = ${country}, state = ${state} where organization_id = ${practice.id}`.execute(
    db,
  )
  await sql`update users set time_zone = ${zone} where id = ${practice.owner.id}`.execute(db)
  return practice
}

/** What is wrong with an impression of that day; nothing when the case starts. */
async function impressionOn(who: TestUser, practice: GivenPractice, day: string): Promise<unknown> {
  const form = {
    ...emptyRxForm(day),
    first_name: 'Ada',
    last_name: 'Byron',
    case_number_text: 'A-1',
    user_id: practice.owner.id,
    impression_type: 1,
    products_list: 1,
  }
  const { status, body } = await test
    .as(who)
    .call(rxForms.submitForOrganization, { params: { id: practice.id }, body: form as never })
  return status === 200 ? undefined : (body as { error?: unknown }).error
}

const future = { impression_date: ['The date is in the future'] }
const guam = { country: 'USA', state: 'GU', zone: null }
const honolulu = { country: 'USA', state: 'HI', zone: 'America/Denver' }
const sydney = { country: 'AUS', state: 'NSW', zone: 'Australia/Sydney' }
const tokyo = { country: 'JPN', state: 'Tokyo', zone: 'Asia/Tokyo' }

it.each<[string, Place, string, string, string]>([
  // Half past eight in the morning at the lab: the next day has started west of the date line.
  ['Guam', guam, '2026-11-20T15:30:00Z', '2026-11-21', '2026-11-22'],
  ['Sydney', sydney, '2026-11-20T15:30:00Z', '2026-11-21', '2026-11-22'],
  ['Tokyo', tokyo, '2026-11-20T15:30:00Z', '2026-11-21', '2026-11-22'],
  ['Honolulu', honolulu, '2026-11-20T15:30:00Z', '2026-11-20', '2026-11-21'],
  // One minute before midnight in Tokyo; half past one in the morning at the lab.
  ['Tokyo', tokyo, '2026-11-20T14:59:00Z', '2026-11-20', '2026-11-21'],
  ['Honolulu', honolulu, '2026-11-21T08:30:00Z', '2026-11-20', '2026-11-21'],
])('the day of a practice in %s (rx-form/whose-today)', async (_name, place, at, today, tomorrow) => {
  const practice = await practiceIn(place)
  const supervisor = await given.user('supervisor')
  await sql`update users set time_zone = 'America/Denver' where id = ${supervisor.id}`.execute(test.connection.db)
  setClock(() => new Date(at))
  const { body } = await test.as(practice.owner).call(organizations.rxFormPreference, { params: { id: practice.id } })
  expect(body.metadata).toMatchObject({ today, lab_time_zone: 'America/Denver' })
  for (const who of [practice.owner, supervisor]) {
    expect(await impressionOn(who, practice, today), today).toBeUndefined()
    expect(await impressionOn(who, practice, tomorrow), tomorrow).toEqual(future)
  }
})

it('where no one knows the practice’s clock, no impression of today is refused', async () => {
  const practice = await practiceIn({ ...tokyo, zone: null })
  setClock(() => new Date('2026-11-20T10:30:00Z'))
  expect(await impressionOn(practice.owner, practice, '2026-11-21')).toBeUndefined()
  expect(await impressionOn(practice.owner, practice, '2026-11-22')).toEqual(future)
})

it('an old case is of a day up to the practice’s', async () => {
  const practice = await practiceIn(guam)
  const admin = await given.user('admin')
  setClock(() => new Date('2026-11-20T15:30:00Z'))
  const add = async (impression_date: string) => {
    const file_path = await given.upload(admin, practice.id, given.scan('upper', 2), 'upper.ios')
    const { status } = await test.as(admin).call(rxForms.oldCaseOfOrganization, {
      params: { id: practice.id },
      body: {
        first_name: 'Ada',
        last_name: 'Byron',
        case_number_text: 'A-1',
        user_id: practice.owner.id,
        impression_date,
        ios_files: [{ file_path, name: 'upper.ios' }],
      } as never,
    })
    return status
  }
  expect(await add('2026-11-22')).toBe(422)
  expect(await add('2026-11-21')).toBe(200)
  const completed = async () => {
    const { rows } = await sql<{ at: Date }>`
      select completed_at as at from patients where organization_id = ${practice.id} order by id desc limit 1`.execute(
      test.connection.db,
    )
    return rows[0]!.at.toISOString()
  }
  // The lab's midnight of that day is still to come.
  expect(await completed()).toBe('2026-11-20T15:30:00.000Z')
  expect(await add('2026-11-19')).toBe(200)
  expect(await completed()).toBe('2026-11-19T07:00:00.000Z')
})

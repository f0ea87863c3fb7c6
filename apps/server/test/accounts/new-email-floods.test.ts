import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { password, userCallsIn } from '../user-calls.ts'

/** Mails to an address that someone entered as a new email: at most five a day of one person (`access/new-address`). */
let test: TestApp
let given: Given
let calls: ReturnType<typeof userCallsIn>
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  calls = userCallsIn(test)
})
afterAll(() => test.close())

const most = 5
const stranger = () => `${given.unique()}@example.com`
const mailsTo = async (email: string): Promise<number> => {
  const { rows } = await sql`select 1 from mails where lower(to_address) = ${email}`.execute(test.connection.db)
  return rows.length
}
const own = (who: TestUser, email: string) => test.raw(who, 'PUT', '/profile', { email, current_password: password })
const tooMany = {
  status: 422,
  body: { error: { email: ['You have sent this email several links today. Please try again tomorrow.'] } },
}
const statuses = (count: number, all = 7) => [...Array(count).fill(200), ...Array(all - count).fill(422)]

it('one’s own profile sends five, and another address still gets its own', async () => {
  const person = await calls.withPassword(await given.user('doctor'))
  const email = stranger()
  const answers = []
  for (let time = 0; time < 7; time += 1) answers.push(await own(person, time % 2 ? email : email.toUpperCase()))
  expect(answers.map(({ status }) => status)).toEqual(statuses(most))
  expect(answers.at(-1)).toMatchObject(tooMany)
  expect(await mailsTo(email)).toBe(most)
  expect((await own(person, stranger())).status).toBe(200)
})

it('strangers who enter an address use up no one else’s five', async () => {
  const email = stranger()
  const people = await Promise.all(
    Array.from({ length: 3 }, async () => calls.withPassword(await given.user('doctor'))),
  )
  const [person, ...strangers] = people
  for (const other of strangers)
    for (let time = 0; time < most; time += 1) expect((await own(other, email)).status).toBe(200)
  for (const other of strangers) expect((await own(other, email)).status).toBe(422)
  const answers = []
  for (let time = 0; time < 7; time += 1) answers.push(await own(person!, email))
  expect(answers.map(({ status }) => status)).toEqual(statuses(most))
})

it('one person’s calls at once send five', async () => {
  const person = await calls.withPassword(await given.user('doctor'))
  const email = stranger()
  const answers = await Promise.all(Array.from({ length: 7 }, () => own(person, email)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual(statuses(most))
  expect(await mailsTo(email)).toBe(most)
})

it('a stranger who asks for a first link again and again uses up none of the lab’s', async () => {
  const admin = await calls.withPassword(await given.user('admin'))
  const person = await given.user('doctor')
  await sql`update users set password_hash = null where id = ${person.id}`.execute(test.connection.db)
  const email = await calls.emailOf(person)
  // As the job writes them that answers a forgotten password.
  for (let time = 0; time < most; time += 1)
    await sql`insert into mails (to_address, subject, words, link, takes_token, kind, created_at)
      values (${email}, '', '{}', '', true, 'access.initial', now())`.execute(test.connection.db)
  expect((await test.raw(admin, 'POST', `/users/${person.id}/send_link`)).status).toBe(200)
})

it.each([
  ['with', true],
  ['without', false],
])('staff send five for people %s a password', async (_, chosen) => {
  const admin = await calls.withPassword(await given.user('admin'))
  const email = stranger()
  const answers = []
  for (let time = 0; time < 7; time += 1) {
    const person = await given.user('doctor')
    if (chosen) await calls.withPassword(person)
    else await sql`update users set password_hash = null where id = ${person.id}`.execute(test.connection.db)
    answers.push(await calls.put(admin, person.id, { email, current_password: password }))
    await sql`update users set email = ${stranger()} where lower(email) = ${email}`.execute(test.connection.db)
  }
  expect(answers.map(({ status }) => status)).toEqual(statuses(most))
  expect(answers.at(-1)).toMatchObject(tooMany)
  expect(await mailsTo(email)).toBeLessThanOrEqual(2 * most)
})

it('another day sends again', async () => {
  const person = await calls.withPassword(await given.user('doctor'))
  const email = stranger()
  for (let time = 0; time < most; time += 1) expect((await own(person, email)).status).toBe(200)
  expect((await own(person, email)).status).toBe(422)
  await sql`update mails set created_at = created_at - interval '25 hours' where to_address = ${email}`.execute(
    test.connection.db,
  )
  expect((await own(person, email)).status).toBe(200)
})

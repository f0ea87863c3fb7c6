import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { userCallsIn, userOf } from '../user-calls.ts'

/** Additional emails of management people, and the account number on one's own profile. */
let test: TestApp
let given: Given
let calls: ReturnType<typeof userCallsIn>
let practice: GivenPractice
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  calls = userCallsIn(test)
  practice = await given.practice({ partner: true })
  admin = await given.user('admin')
})
afterAll(() => test.close())

const add = (who: TestUser, email: string, user_id?: number) =>
  test.raw(who, 'POST', '/emails', { email, ...(user_id === undefined ? {} : { user_id }) })
const remove = (who: TestUser, id: number) => test.raw(who, 'DELETE', `/emails/${id}`)
const idOf = ({ body }: { body: Record<string, unknown> }) => (body.email as { id: number }).id
const ownEmails = async (who: TestUser) =>
  ((await test.raw(who, 'GET', '/me')).body.user as { additional_emails: object[] }).additional_emails
const refusal = (message: string) => ({ status: 422, body: { error: { email: [message] } } })

describe('an additional email', () => {
  it('is added to one’s own account, tells the main address, and is deleted', async () => {
    const who = await given.user('supervisor')
    const added = await add(who, 'Front.Desk@example.com')
    expect(added.body).toEqual({
      message: 'The email is added.',
      email: { id: expect.any(Number), email: 'Front.Desk@example.com' },
    })
    expect((await calls.mailTo(await calls.emailOf(who), 'access.additional_email')).text).toContain(
      'Front.Desk@example.com',
    )
    expect(await ownEmails(who)).toEqual([added.body.email])
    expect(await add(who, 'front.desk@example.com')).toMatchObject(refusal('This email is on the list already.'))
    expect(await add(who, await calls.emailOf(who))).toMatchObject(refusal('This email is on the list already.'))
    expect(await add(who, 'nobody')).toMatchObject(refusal('Enter a valid email'))
    expect(await remove(who, idOf(added))).toMatchObject({ status: 200, body: { message: 'The email is deleted.' } })
    expect((await remove(who, idOf(added))).status).toBe(404)
    expect(await ownEmails(who)).toEqual([])
  })

  it('is of management people: staff and partners, not of practices', async () => {
    const words = 'Only people of the lab and of partner labs have additional emails.'
    for (const who of [practice.owner, practice.assistant, await given.user(null)])
      expect(await add(who, 'desk@example.com')).toMatchObject(refusal(words))
    expect((await add(practice.partner!.user, 'desk@example.com')).status).toBe(200)
    expect(await add(admin, 'desk@example.com', practice.owner.id)).toMatchObject(refusal(words))
  })

  it('stays at twenty, also when several are added at once', async () => {
    const who = await given.user('supervisor')
    const statuses: number[] = []
    for (let round = 0; round < 5; round += 1)
      statuses.push(
        ...(await Promise.all(Array.from({ length: 6 }, (_, n) => add(who, `${round}-${n}@example.com`)))).map(
          ({ status }) => status,
        ),
      )
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(await ownEmails(who)).toHaveLength(20)
    expect(await add(who, 'more@example.com')).toMatchObject(refusal('At most 20 additional emails.'))
  })

  it('can be added and deleted for others by people with the right; everyone else sees none', async () => {
    const supervisor = await given.user('supervisor')
    const added = await add(admin, 'desk@example.com', supervisor.id)
    expect(userOf(await calls.get(admin, supervisor.id)).additional_emails).toEqual([added.body.email])
    const strangers = [supervisor, await given.user('tech_support'), practice.owner, practice.partner!.user]
    const other = await given.user('supervisor')
    const others = idOf(await add(other, 'mine@example.com'))
    for (const who of strangers) {
      expect(await add(who, 'new@example.com', other.id)).toMatchObject({
        status: 404,
        body: { error: 'This user does not exist.' },
      })
      expect(await remove(who, others)).toMatchObject({ status: 404, body: { error: 'This email does not exist.' } })
    }
    expect((await add(supervisor, 'own@example.com', supervisor.id)).status).toBe(200)
    expect((await remove(admin, idOf(added))).status).toBe(200)
    expect((await remove(supervisor, idOf(await add(supervisor, 'desk@example.com')))).status).toBe(200)
  })
})

describe('the account number on one’s own profile', () => {
  const change = (who: TestUser, account_number: string) => test.raw(who, 'PUT', '/profile', { account_number })
  it('is changed by management people alone, and belongs to one person', async () => {
    const number = `N${given.unique()}`.slice(0, 12)
    expect(userOf(await change(admin, number))).toMatchObject({ account_number: number })
    expect(userOf(await change(practice.partner!.user, `P${number}`))).toMatchObject({ account_number: `P${number}` })
    for (const who of [practice.owner, practice.assistant]) expect((await change(who, `X${number}`)).status).toBe(403)
    expect(await change(await given.user('supervisor'), number.toLowerCase())).toMatchObject({
      status: 422,
      body: { error: { account_number: ['This account number belongs to another account.'] } },
    })
    expect(await change(admin, 'short')).toMatchObject({
      status: 422,
      body: { error: { account_number: ['Must contain at least 6 characters.'] } },
    })
  })

  it('additional emails are not part of the profile', async () => {
    const answer = await test.raw(admin, 'PUT', '/profile', { additional_emails: [] })
    expect(answer).toMatchObject({ status: 422, body: { error: { additional_emails: ['Unknown field'] } } })
  })
})

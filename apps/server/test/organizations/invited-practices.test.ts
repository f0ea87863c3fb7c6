import { accounts } from '@archwire/contract/accounts/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { organizationCallsIn, refusalOf, type OrganizationCalls } from '../organization-calls.ts'
import { solveBotCheck } from '../solve-bot-check.ts'
import { userCallsIn } from '../user-calls.ts'

/** People who are invited to sign up with a practice of their own (`organizations/invited-to-create`). */
let test: TestApp
let given: Given
let on: OrganizationCalls
let people: ReturnType<typeof userCallsIn>
let tech: TestUser
let practice: GivenPractice
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  on = organizationCallsIn(test)
  people = userCallsIn(test)
  tech = await given.user('tech_support')
  practice = await given.practice({ partner: true })
})
afterAll(() => test.close())

const kind = 'access.sign_up_invitation'
const address = () => `${given.unique()}+new@example.com`
const countTo = async (email: string) =>
  (await sql`select 1 from mails where to_address = ${email} and kind = ${kind}`.execute(test.connection.db)).rows
    .length
/** The address of the page behind a mail’s link. */
const linkIn = ({ text }: { text: string }) => new URL(/https?:\S+\/sign-up\?\S+/.exec(text)![0])
const known = 'This email already has an account.'
const neutral = 'Sent, unless this email already has an account.'

describe('one address', () => {
  it('gets a link to sign up with the email filled in', async () => {
    const email = address()
    expect(await on.invite(tech, { email })).toMatchObject({
      status: 200,
      body: { results: [{ email, sent: true, reason: null }], message: '1 invitation is sent.' },
    })
    const mail = await people.mailTo(email, kind)
    expect(mail.text).toContain('We invite you to create an account for your practice on Archwire')
    expect([...linkIn(mail).searchParams]).toEqual([['email', email]])
  })

  it.each([
    [{ email: 'nobody' }, 'email', 'Enter a valid email'],
    [{}, 'email', 'Required'],
    [{ email: 'a@example.com', emails: ['b@example.com'] }, 'email', 'Required'],
    [{ emails: ['nobody', 'no one'] }, 'emails', 'Enter a valid email'],
  ])('%j is refused at %s', async (body, field, message) => {
    expect(await on.invite(tech, body)).toMatchObject(refusalOf(field, message))
  })
})

describe('a list', () => {
  it('has a result for each, in its order', async () => {
    const [first, second] = [address(), address()]
    const taken = await people.emailOf(practice.owner)
    const archived = await given.user('doctor')
    await people.archive(await given.user('admin'), archived.id)
    const gone = await people.emailOf(archived)
    const emails = [first, 'nobody', first.toUpperCase(), taken.toUpperCase(), gone, ` ${second} `, '']
    const { body } = await on.invite(tech, { emails })
    expect(body).toEqual({
      results: [
        { email: first, sent: true, reason: null },
        { email: 'nobody', sent: false, reason: 'Enter a valid email' },
        { email: first.toUpperCase(), sent: false, reason: 'This email is in the list twice.' },
        { email: taken.toUpperCase(), sent: false, reason: known },
        { email: gone, sent: false, reason: known },
        { email: second, sent: true, reason: null },
        { email: '', sent: false, reason: 'Enter a valid email' },
      ],
      message: '2 invitations are sent.',
    })
    expect(await Promise.all([first, second, taken, gone].map(countTo))).toEqual([1, 1, 0, 0])
  })

  it('has at most 100 addresses', async () => {
    const emails = Array.from({ length: 101 }, address)
    expect((await on.invite(tech, { emails })).status).toBe(422)
    expect(await countTo(emails[0]!)).toBe(0)
    expect(await on.invite(tech, { emails: emails.slice(1) })).toMatchObject({
      status: 200,
      body: { message: '100 invitations are sent.' },
    })
  })
})

describe('a partner lab that invites', () => {
  it('becomes the partner of the practice that signs up by its link', async () => {
    const partner = practice.partner!
    const email = address()
    await on.invite(partner.user, { email })
    const mail = await people.mailTo(email, kind)
    const { account_number, name } = await on.rowOf(partner.id)
    expect(mail.text).toContain(`${name} invites you to create an account`)
    const link = linkIn(mail)
    expect(Object.fromEntries(link.searchParams)).toEqual({ email, lab_partner: account_number })
    const bot_check = await solveBotCheck((await test.as(null).call(accounts.botCheck, {})).body)
    const word = { password: 'Tall-Hedge-41', password_confirmation: 'Tall-Hedge-41' }
    const body = {
      first_name: 'Ines',
      last_name: 'Invited',
      ...word,
      ...Object.fromEntries(link.searchParams),
      bot_check,
    }
    expect((await test.raw(null, 'POST', '/register', body)).status).toBe(200)
    const { rows } = await sql`
      select o.third_party_partner_id as id from users u join memberships m on m.user_id = u.id
      join organizations o on o.id = m.organization_id where u.email = ${email}`.execute(test.connection.db)
    expect(rows).toEqual([{ id: partner.id }])
  })

  it('does not learn who has an account', async () => {
    const fresh = address()
    const taken = await people.emailOf(tech)
    const { body } = await on.invite(practice.partner!.user, { emails: [taken, fresh, fresh, 'nobody'] })
    expect(body).toEqual({
      results: [
        { email: taken, sent: true, reason: neutral },
        { email: fresh, sent: true, reason: neutral },
        { email: fresh, sent: false, reason: 'This email is in the list twice.' },
        { email: 'nobody', sent: false, reason: 'Enter a valid email' },
      ],
      message: '2 invitations are sent, unless the email already has an account.',
    })
    await vi.waitFor(async () => expect([await countTo(taken), await countTo(fresh)]).toEqual([0, 1]))
  })

  it('invites no one once it is archived or disabled', async () => {
    const { partner } = await given.practice({ partner: true })
    await on.set(partner!.id, sql`disabled_at = now()`)
    expect((await on.invite(partner!.user, { email: address() })).status).toBe(403)
    await on.set(partner!.id, sql`disabled_at = null, deleted_at = now()`)
    expect((await on.invite(partner!.user, { email: address() })).status).toBe(403)
  })
})

it('people of practices invite no one', async () => {
  for (const who of [practice.owner, practice.manager, practice.member])
    expect((await on.invite(who, { email: address() })).status).toBe(403)
})

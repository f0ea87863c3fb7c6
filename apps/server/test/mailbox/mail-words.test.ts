import { accounts } from '@archwire/contract/accounts/routes.ts'
import { invalidName } from '@archwire/contract/core/text.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { membersIn } from '../given/members.ts'
import { linksIn } from '../mail-links.ts'
import { solveBotCheck } from '../solve-bot-check.ts'
import { userCallsIn } from '../user-calls.ts'

/**
 * The one-time link of a mail goes to its recipient only, whatever names the mail repeats (`safety/mails`): the API
 * refuses a name that looks like an address or a gap, and one that is in the database all the same gets no token.
 */
let test: TestApp
let given: Given
let on: ReturnType<typeof userCallsIn>
beforeAll(async () => {
  test = await openTestApp({ worker: true, environment: { PUBLIC_URL: home } })
  given = givenIn(test)
  on = userCallsIn(test)
})
afterAll(() => test.close())

/** Where the links of jobs lead in tests. */
const home = 'http://archwire.test'
/** What took the token to another server while a mail was a text with a gap in it. */
const thief = 'https://evil.example/?token={{token}}'
const password = 'Tall-Hedge-41'
const nobody = () => test.as(null)
const solved = async () => solveBotCheck((await nobody().call(accounts.botCheck, {})).body)
const refused = (field: string) => ({ status: 422, body: { error: { [field]: [invalidName] } } })

/** Gives a person this first name behind the API's back. */
const rename = ({ id }: { id: number }) =>
  sql`update users set first_name = ${thief} where id = ${id}`.execute(test.connection.db)

/** The newest mail of a kind, and the token in it: there is one, and it is in addresses of our own only. */
async function tokenTo(email: string, kind: string): Promise<string> {
  const mail = await on.mailTo(email, kind)
  const { tokens, elsewhere } = linksIn(mail, home)
  expect(elsewhere, mail.text).toEqual([])
  expect(tokens).toHaveLength(1)
  return tokens[0]!
}

/** Asks for a new password, reads the mail, and sets it: the link works for the person whose mailbox it is. */
async function resetsOnly(user: TestUser): Promise<void> {
  const email = await on.emailOf(user)
  const asked = await nobody().call(accounts.requestReset, { body: { email, bot_check: await solved() } })
  expect(asked.status).toBe(200)
  const body = { token: await tokenTo(email, 'access.reset'), password, password_confirmation: password }
  expect((await nobody().call(accounts.reset, { body })).status).toBe(200)
}

describe('a name takes no one-time token out of a mail', () => {
  it('by the first name that a signed-in browser sets, and a reset', async () => {
    const { owner } = await given.practice()
    await on.withPassword(owner)
    expect(await test.raw(owner, 'PUT', '/profile', { first_name: thief })).toMatchObject(refused('first_name'))
    await rename(owner)
    await resetsOnly(owner)
  })

  it('by the first name in a sign-up with the address of another person', async () => {
    const email = `${given.unique()}@example.com`
    const signUp = async (first_name: string) =>
      test.raw(null, 'POST', '/register', {
        first_name,
        last_name: 'Stranger',
        email,
        password,
        password_confirmation: password,
        bot_check: await solved(),
      })
    expect(await signUp(thief)).toMatchObject(refused('first_name'))
    expect((await signUp('Ada')).status).toBe(200)
    const first = await tokenTo(email, 'access.verification')
    const { rows } = await sql<{ id: number }>`select id from users where email = ${email}`.execute(test.connection.db)
    await rename(rows[0]!)
    expect((await nobody().call(accounts.resendVerification, { body: { email } })).status).toBe(200)
    await vi.waitFor(async () => expect(await tokenTo(email, 'access.verification')).not.toBe(first), 20_000)
  })

  it('by the name of a practice, and an invitation', async () => {
    const { id, owner } = await given.practice()
    expect(await test.raw(owner, 'PUT', `/organizations/${id}`, { name: thief })).toMatchObject(refused('name'))
    await sql`update organizations set name = ${thief} where id = ${id}`.execute(test.connection.db)
    const email = `${given.unique()}@example.com`
    expect((await membersIn(test).invite(owner, id, { email })).status).toBe(200)
    await tokenTo(email, 'access.invitation')
  })

  it('by the first name that staff give an owner, and a reset', async () => {
    const { owner } = await given.practice()
    await on.withPassword(owner)
    const support = await given.user('tech_support')
    expect(await on.put(support, owner.id, { first_name: thief })).toMatchObject(refused('first_name'))
    await rename(owner)
    await resetsOnly(owner)
  })
})

it('a mail to an address that no one has proven repeats no word of the person who entered it (access/mailed-names)', async () => {
  const { owner } = await given.practice()
  await on.withPassword(owner)
  const sentence = 'Win.example pays you'
  await sql`update users set first_name = ${sentence}, email_verified_at = null where id = ${owner.id}`.execute(
    test.connection.db,
  )
  const email = await on.emailOf(owner)
  await nobody().call(accounts.requestReset, { body: { email, bot_check: await solved() } })
  await nobody().call(accounts.resendVerification, { body: { email } })
  for (const kind of ['access.reset', 'access.verification']) {
    const { text, html, subject } = await on.mailTo(email, kind)
    expect(text).toMatch(/^Hello,/)
    for (const said of [text, html, subject]) expect(said).not.toContain('pays you')
  }
})

it('a practice’s name in an invitation is no link and no long text (access/mailed-names)', async () => {
  const { id, owner } = await given.practice()
  const name = `www.evil.example/pay or write to me@evil.example ${'now'.repeat(60)}`
  expect((await test.raw(owner, 'PUT', `/organizations/${id}`, { name })).status).toBe(200)
  const email = `${given.unique()}@example.com`
  await membersIn(test).invite(owner, id, { email })
  const { text, html, subject } = await on.mailTo(email, 'access.invitation')
  const shown = 'www. evil. example pay or write to me evil. example nownowno …'
  expect(subject).toBe(`Invitation to ${shown}`)
  expect(text).toContain(`${shown} invites you`)
  for (const said of [text, html]) expect(said).not.toMatch(/evil\.example|me@/)
})

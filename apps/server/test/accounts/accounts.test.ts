import { accounts } from '@archwire/contract/accounts/routes.ts'
import { auth } from '@archwire/contract/auth/routes.ts'
import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import type * as Argon2 from '@node-rs/argon2'
import { verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { invite } from '../../src/modules/accounts/index.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { crowd } from '../crowd.ts'
import { givenIn, type Given } from '../given.ts'
import { solveBotCheck } from '../solve-bot-check.ts'
import { mailText } from '../mail-text.ts'

// Counts the password checks, which are the real ones.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof Argon2>()
  return { ...real, verify: vi.fn(real.verify) }
})

let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
})
afterAll(() => test.close())

const password = 'Tall-Hedge-41'
const nobody = () => test.as(null)
const address = () => `${given.unique()}@example.com`
const passwords = (value = password) => ({ password: value, password_confirmation: value })

/** A solved bot check, as a browser sends it. */
const solved = async (): Promise<string> => solveBotCheck((await nobody().call(accounts.botCheck, {})).body)

/** The newest mail to an address whose subject says `subject`, from the mail server. */
const mailTo = (to: string, subject: string) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ id: number }>`
        select id from mails where to_address = ${to} and subject like ${`%${subject}%`} order by id desc limit 1`.execute(
        test.connection.db,
      )
      const mail = rows[0] && (await test.mail!.received(rows[0].id))
      expect(mail, `${subject} to ${to}`).toBeDefined()
      return mail!
    },
    { timeout: 20_000, interval: 50 },
  )
const tokenIn = async (to: string, subject: string) => /token=([\w-]+)/.exec((await mailTo(to, subject)).text)![1]!

async function signUp(email = address(), more: object = {}) {
  const body = { first_name: 'Nora', last_name: 'New', email, ...passwords(), bot_check: await solved(), ...more }
  const answer = await nobody().call(accounts.register, { body: body as never })
  // The browser that signs up keeps a cookie, with which the link of the mail signs in there.
  const cookie = /^archwire_sign_up=[^;]+/.exec(String(answer.headers['set-cookie']))?.[0] ?? ''
  const verify = (token: string, time_zone?: string) =>
    nobody().call(accounts.verify, { body: { token, time_zone } }, { cookie })
  return { email, answer, verify }
}
const login = (email: string, value = password, more: object = {}) =>
  nobody().call(auth.login, { body: { email, password: value, ...more } })

describe('sign-up', () => {
  it('makes a doctor who owns a practice, asks to verify, and verifying signs in', async () => {
    const { email, answer, verify } = await signUp()
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const early = await login(email)
    expect(early).toMatchObject({ status: 403, body: { code: errorCodes.emailNotVerified } })
    const token = await tokenIn(email, 'verify')
    const verified = await verify(token, 'Asia/Kolkata')
    expect(verified.body).toMatchObject({ user: { time_zone: 'Asia/Kolkata' } })
    expect(verified.body.user).toMatchObject({ email, roles: [{ name: 'doctor' }] })
    const [practice] = verified.body.user!.organizations
    expect(practice).toMatchObject({ name: `Account ${practice!.id}`, pivot: { role: { name: 'organization_owner' } } })
    expect(practice!.startup_fee_paid).toBe(false)
    expect((await login(email)).status).toBe(200)
    const { rows } = await sql<{
      text: string
    }>`select ${mailText} as text from mails where to_address = ${email}`.execute(test.connection.db)
    expect(rows.map((row) => row.text)).toEqual([''])
  })

  it('refuses what is wrong, by field, and a taken address', async () => {
    const { email } = await signUp()
    expect((await signUp(email)).answer).toMatchObject({
      status: 422,
      body: { error: { email: [expect.any(String)] } },
    })
    expect((await signUp(address(), passwords('Password1'))).answer.body).toMatchObject({
      error: { password: ['This password is too easy to guess. Please choose another one.'] },
    })
    expect((await signUp(address(), { password_confirmation: 'Other-One-42' })).answer.body).toMatchObject({
      error: { password_confirmation: ['Both password need to be the same'] },
    })
    expect((await signUp(address(), { bot_check: 'guessed' })).answer.body).toMatchObject({
      error: { bot_check: [expect.any(String)] },
    })
    const validate = (value: string) => nobody().call(accounts.validateEmail, { query: { email: value } })
    expect((await validate(email)).body.valid).toBe(false)
    expect((await validate('no address')).body).toEqual({ valid: false, message: 'Enter a valid email' })
    expect((await validate(address())).body).toEqual({ valid: true, message: '' })
  })

  it('names the partner lab that sent the invitation, and refuses an unknown one', async () => {
    const { partner } = await given.practice({ partner: true })
    const { rows } = await sql<{ account_number: string }>`
      select account_number from organizations where id = ${partner!.id}`.execute(test.connection.db)
    const { email } = await signUp(address(), { lab_partner: rows[0]!.account_number })
    const created = await sql<{ partner: number }>`
      select o.third_party_partner_id as partner from organizations o join memberships m on m.organization_id = o.id
      join users u on u.id = m.user_id where u.email = ${email}`.execute(test.connection.db)
    expect(created.rows).toEqual([{ partner: partner!.id }])
    expect((await signUp(address(), { lab_partner: 'O-999999' })).answer.status).toBe(422)
  })
})

describe('one at a time', () => {
  const many = <T extends { status: number }>(act: () => Promise<T>) => crowd(50, act)

  it('fifty uses of one verification link: one signs in', async () => {
    const { email, verify } = await signUp()
    const token = await tokenIn(email, 'verify')
    const statuses = (await many(() => verify(token))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 422)).toHaveLength(49)
  })

  it('a bot check counts once, even at once', async () => {
    const bot_check = await solved()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        nobody().call(
          accounts.requestReset,
          { body: { email: address(), bot_check } },
          { 'x-forwarded-for': '1.1.1.1' },
        ),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('a forgotten password', () => {
  it('is set by the link, once; sessions end, a notice goes out, failures are forgotten', async () => {
    const { email, verify } = await signUp()
    const { body } = await verify(await tokenIn(email, 'verify'))
    const session = body.token!
    await nobody().call(accounts.requestReset, { body: { email: email.toUpperCase(), bot_check: await solved() } })
    const token = await tokenIn(email, 'Set a new password')
    const reset = (value: string) => nobody().call(accounts.reset, { body: { token, ...passwords(value) } })
    expect((await reset('Password1')).status).toBe(422)
    expect((await reset('Wide-Fence-52')).status).toBe(200)
    expect((await reset('Wide-Fence-53')).status).toBe(422)
    const stale = await test.raw(null, 'GET', '/me', undefined, { authorization: `Bearer ${session}` })
    expect(stale.status).toBe(401)
    expect((await login(email)).status).toBe(401)
    expect((await login(email, 'Wide-Fence-52')).status).toBe(200)
    expect((await mailTo(email, 'Your password was changed')).text).toContain('/forgot-password')
  })

  it('answers alike for known and unknown addresses, with the same statements', async () => {
    const { email } = await signUp()
    for (const route of [accounts.requestReset, accounts.resendVerification]) {
      const ask = async (to: string) => {
        const body = route === accounts.requestReset ? { email: to, bot_check: await solved() } : { email: to }
        const {
          status,
          body: said,
          statements,
        } = await nobody().call(route as typeof accounts.requestReset, {
          body: body as never,
        })
        return { status, said, statements }
      }
      const known = await ask(email)
      expect(known).toEqual(await ask(address()))
      expect(known.statements).toBeGreaterThan(0)
    }
    const tryIn = async (to: string) => {
      vi.mocked(verify).mockClear()
      const { status, body, statements } = await login(to, 'Wrong-One-11')
      return { status, body, statements, hashes: vi.mocked(verify).mock.calls.length }
    }
    const known = await tryIn(email)
    expect(known).toEqual(await tryIn(address()))
    expect(known).toMatchObject({ status: 401, hashes: 1 })
    expect(known.statements).toBeGreaterThan(0)
  })
})

it('a page has to solve the bot check to sign in, a program need not', async () => {
  const email = address()
  const fromPage = async (more: object) =>
    nobody().call(auth.login, { body: { email, password, ...more } }, { origin: 'http://localhost' })
  expect(await fromPage({})).toMatchObject({ status: 422, body: { code: errorCodes.botCheckNeeded } })
  expect((await fromPage({ bot_check: 'guessed' })).status).toBe(422)
  expect((await fromPage({ bot_check: await solved() })).status).toBe(401)
  expect((await login(email)).status).toBe(401)
})

it('mails about a sign-in from a new browser, not from a known one', async () => {
  const { email, verify } = await signUp()
  await verify(await tokenIn(email, 'verify'))
  const from = (userAgent: string) =>
    nobody().call(auth.login, { body: { email, password } }, { 'user-agent': userAgent })
  await from('Mozilla/5.0 (Windows NT 10.0) Firefox/140.0')
  await from('Mozilla/5.0 (Windows NT 10.0) Firefox/140.0')
  expect((await mailTo(email, 'new browser')).text).toContain('Firefox on Windows')
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from mails
    where to_address = ${email} and kind = 'access.new_browser'`.execute(test.connection.db)
  expect(rows[0]!.count).toBe(1)
})

describe('an invitation', () => {
  const inviteTo = async (email: string, isDoctor = true) => {
    const practice = await given.practice()
    await test.connection.db
      .transaction()
      .execute((trx) =>
        invite(
          trx,
          { organizationId: practice.id, email, role: 'organization_member', isDoctor, invitedBy: practice.owner.id },
          'http://archwire.test',
        ),
      )
    return practice
  }

  it('leads an unknown address to an account in the practice', async () => {
    const email = address()
    const practice = await inviteTo(email, false)
    const mail = await mailTo(email, 'Invitation to')
    expect(mail.text).toContain('/create-user?token=')
    const token = await tokenIn(email, 'Invitation to')
    const create = async () =>
      nobody().call(accounts.createUser, {
        body: { first_name: 'Ivo', last_name: 'Invited', ...passwords(), token, bot_check: await solved() },
      })
    expect((await create()).status).toBe(200)
    expect((await create()).status).toBe(422)
    const { body } = await login(email)
    expect(body.user).toMatchObject({
      roles: [{ name: 'staff_member' }],
      organizations: [{ id: practice.id, pivot: { role: { name: 'organization_member' } } }],
    })
  })

  it('leads a known address into a second practice', async () => {
    const { email, verify } = await signUp()
    await verify(await tokenIn(email, 'verify'))
    const practice = await inviteTo(email)
    const token = await tokenIn(email, 'Invitation to')
    const confirmed = await nobody().call(accounts.confirmInvitation, { body: { token } })
    expect(confirmed.body).toMatchObject({ organization: { id: practice.id } })
    expect((await nobody().call(accounts.confirmInvitation, { body: { token } })).status).toBe(422)
    expect((await login(email)).body.user.organizations.map(({ id }) => id)).toContain(practice.id)
  })
})

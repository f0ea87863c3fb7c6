import { accounts } from '@archwire/contract/accounts/routes.ts'
import { auth } from '@archwire/contract/auth/routes.ts'
import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { invite } from '../../src/modules/accounts/index.ts'
import { hashPassword, startSession } from '../../src/modules/auth/index.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { solveBotCheck } from '../solve-bot-check.ts'

/** Ways into someone else's account: every link, code and session that must be dead, is. */
let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
})
afterAll(() => test.close())

const password = 'Tall-Hedge-41'
const better = 'Wide-Fence-52'
const nobody = () => test.as(null)
const address = () => `${given.unique()}@example.com`
const solved = async () => solveBotCheck((await nobody().call(accounts.botCheck, {})).body)

async function person(): Promise<{ id: number; role: string | null; email: string; token: string }> {
  const { owner } = await given.practice()
  const { email } = await test.connection.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', owner.id)
    .returning('email')
    .executeTakeFirstOrThrow()
  return { ...owner, email, token: (await login(email)).body.token! }
}
const login = (email: string, value = password, headers: Record<string, string> = {}) =>
  nobody().call(auth.login, { body: { email, password: value } }, headers)
const asBearer = (token: string, path = '/me') =>
  test.raw(null, 'GET', path, undefined, { authorization: `Bearer ${token}` })

/** Until a job is done, on a busy machine, too. */
const soon = { timeout: 20_000, interval: 50 }

/** The token of the newest mail of a kind. */
const tokenOf = (to: string, kind: string) =>
  vi.waitFor(async () => {
    const { rows } = await sql<{ id: number }>`
        select id from mails where to_address = ${to} and kind = ${kind} order by id desc limit 1`.execute(
      test.connection.db,
    )
    const mail = rows[0] && (await test.mail!.received(rows[0].id))
    expect(mail, `${kind} to ${to}`).toBeDefined()
    return /token=([\w-]+)/.exec(mail!.text)![1]!
  }, soon)
const askToMove = (who: { token: string }, email: string, value = password) =>
  test.raw(null, 'PUT', '/profile', { email, current_password: value }, { authorization: `Bearer ${who.token}` })
const askToReset = async (email: string) =>
  nobody().call(accounts.requestReset, { body: { email, bot_check: await solved() } })
const reset = (token: string, value = better) =>
  nobody().call(accounts.reset, { body: { token, password: value, password_confirmation: value } })
const verify = (token: string, more: object = {}, headers = {}) =>
  nobody().call(accounts.verify, { body: { token, ...more } }, headers)

describe('a change of the email address', () => {
  it('that a thief asked for dies with a new password', async () => {
    const owner = await person()
    const thief = address()
    expect((await askToMove(owner, thief)).status).toBe(200)
    const stolen = await tokenOf(thief, 'access.new_email')
    await askToReset(owner.email)
    expect((await reset(await tokenOf(owner.email, 'access.reset'))).status).toBe(200)
    expect((await verify(stolen)).status).toBe(422)
    expect((await login(owner.email, better)).status).toBe(200)
  })

  it('that is on its way when the password is set finds its session over', async () => {
    const owner = await person()
    const thief = address()
    const client = new pg.Client({ connectionString: test.ownerUrl })
    await client.connect()
    await client.query('begin')
    await client.query('select 1 from users where id = $1 for update', [owner.id])
    const asked = askToMove(owner, thief)
    // The password was checked by now, and the person's row is waited for.
    await vi.waitFor(async () => {
      const { rowCount } = await client.query(`select 1 from pg_locks where not granted and locktype = 'transactionid'`)
      expect(rowCount).toBeGreaterThan(0)
    }, soon)
    await client.query('update sessions set revoked_at = now() where user_id = $1', [owner.id])
    await client.query('commit')
    await client.end()
    expect((await asked).status).toBe(401)
    const { rows } = await sql`
      select 1 from one_time_tokens where user_id = ${owner.id} and purpose = 'email' and used_at is null`.execute(
      test.connection.db,
    )
    expect(rows).toEqual([])
  })

  it('signs no one in, and ends every session and every link to the old mailbox', async () => {
    const owner = await person()
    const email = address()
    await askToReset(owner.email)
    const old = await tokenOf(owner.email, 'access.reset')
    await askToMove(owner, email)
    const cancel = await tokenOf(owner.email, 'access.email_changing')
    const verified = await verify(await tokenOf(email, 'access.new_email'))
    expect(verified).toMatchObject({ status: 200, body: { token: null, user: null, expires_at: null } })
    expect(verified.headers['set-cookie']).toBeUndefined()
    expect((await asBearer(owner.token)).status).toBe(401)
    expect((await reset(old)).status).toBe(422)
    expect((await nobody().call(accounts.cancelEmailChange, { body: { token: cancel } })).status).toBe(422)
    expect((await login(email)).status).toBe(200)
  })

  it('is canceled by the old address, once', async () => {
    const owner = await person()
    const thief = address()
    await askToMove(owner, thief)
    const stolen = await tokenOf(thief, 'access.new_email')
    const cancel = async () =>
      nobody().call(accounts.cancelEmailChange, {
        body: { token: await tokenOf(owner.email, 'access.email_changing') },
      })
    expect((await cancel()).status).toBe(200)
    expect((await cancel()).status).toBe(422)
    expect((await verify(stolen)).status).toBe(422)
    expect((await login(owner.email)).body.user).toMatchObject({ email: owner.email, pending_email: null })
  })
})

describe('a session', () => {
  it('is not started with a password that was replaced while it was looked at', async () => {
    const owner = await person()
    const input = { userId: owner.id, role: null, rememberMe: false, management: false, address: '', userAgent: '' }
    await expect(
      startSession(test.connection.db, { ...input, passwordHash: 'what it was before' }, test.config),
    ).rejects.toMatchObject({ status: 401 })
    const { rows } = await sql<{ password_hash: string }>`
      select password_hash from users where id = ${owner.id}`.execute(test.connection.db)
    const { passwordHash } = { passwordHash: rows[0]!.password_hash }
    expect(await startSession(test.connection.db, { ...input, passwordHash }, test.config)).toHaveProperty('token')
  })

  it('is not started when staff gave the person another address while the password was looked at', async () => {
    const owner = await person()
    const { rows } = await sql<{ password_hash: string }>`
      update users set email_verified_at = null where id = ${owner.id} returning password_hash`.execute(
      test.connection.db,
    )
    const input = { userId: owner.id, role: null, rememberMe: false, management: false, address: '', userAgent: '' }
    await expect(
      startSession(test.connection.db, { ...input, passwordHash: rows[0]!.password_hash }, test.config),
    ).rejects.toMatchObject({ status: 401 })
  })

  it('waits for a new password that is being set, and is not started with the old one', async () => {
    const owner = await person()
    const { rows } = await sql<{ password_hash: string }>`
      select password_hash from users where id = ${owner.id}`.execute(test.connection.db)
    const input = { userId: owner.id, role: null, rememberMe: false, management: false, address: '', userAgent: '' }
    const begun = await test.connection.db.transaction().execute(async (trx) => {
      await sql`update users set password_hash = 'another' where id = ${owner.id}`.execute(trx)
      const waiting = startSession(
        test.connection.db,
        { ...input, passwordHash: rows[0]!.password_hash },
        test.config,
      ).then(
        () => 'begun',
        () => 'refused',
      )
      await new Promise((resolve) => setTimeout(resolve, 200))
      return { waiting }
    })
    expect(await begun.waiting).toBe('refused')
  })

  it('of the same browser ends with the next sign-in', async () => {
    const owner = await person()
    expect((await login(owner.email, password, { cookie: `archwire_session=${owner.token}` })).status).toBe(200)
    expect((await asBearer(owner.token)).status).toBe(401)
  })

  it('ends a day after its sign-in, however busy someone is', async () => {
    const owner = await person()
    const { db } = test.connection
    await sql`update sessions set created_at = now() - interval '23 hours', last_seen_at = now() - interval '1 hour'
      where user_id = ${owner.id}`.execute(db)
    expect((await asBearer(owner.token)).status).toBe(200)
    await vi.waitFor(async () => {
      const { rows } = await sql<{ hours: number }>`
        select extract(epoch from expires_at - now())::float / 3600 as hours from sessions where user_id = ${owner.id}`.execute(
        db,
      )
      expect(rows[0]!.hours).toBeLessThan(1.01)
    }, soon)
  })
})

describe('a code for the desktop application', () => {
  const ask = (it: string) => test.raw(null, 'POST', '/me/desktop_code', undefined, { authorization: `Bearer ${it}` })
  const codeOf = async (token: string) => (await ask(token)).body.desktop_code as string

  it('begets no other code', async () => {
    const owner = await person()
    const code = await codeOf(owner.token)
    expect((await ask(code)).status).toBe(401)
    const answer = await asBearer(code)
    expect(answer.status).toBe(200)
    expect(answer.body.desktop_code).toBeUndefined()
  })

  it('dies with its session, and with a new password', async () => {
    const owner = await person()
    const code = await codeOf(owner.token)
    await test.raw(null, 'POST', '/logout', {}, { authorization: `Bearer ${owner.token}` })
    const afterwards = await Promise.all(Array.from({ length: 50 }, () => asBearer(code)))
    expect(afterwards.filter(({ status }) => status !== 401)).toEqual([])
    const again = (await login(owner.email)).body.token!
    const second = await codeOf(again)
    await askToReset(owner.email)
    await reset(await tokenOf(owner.email, 'access.reset'))
    expect((await asBearer(second)).status).toBe(401)
  })
})

describe('a sign-up with someone else’s address', () => {
  const register = async (email: string) => {
    const body = {
      first_name: 'Nora',
      last_name: 'New',
      email,
      password,
      password_confirmation: password,
      bot_check: await solved(),
    }
    const answer = await nobody().call(accounts.register, { body })
    return /^archwire_sign_up=[^;]+/.exec(String(answer.headers['set-cookie']))![0]
  }

  it('is not opened by the owner’s click: the password is asked for, and a guessed one is counted', async () => {
    const email = address()
    await register(email)
    const token = await tokenOf(email, 'access.verification')
    const asked = await verify(token)
    expect(asked).toMatchObject({ status: 422, body: { code: errorCodes.passwordNeeded } })
    expect((await login(email)).body, 'nothing was verified').toMatchObject({ code: errorCodes.emailNotVerified })
    for (let tries = 0; tries < 10; tries += 1)
      expect((await verify(token, { password: 'Not-This-1' })).status).toBe(422)
    expect((await verify(token, { password })).status).toBe(429)
  })

  it('is opened in the browser that signed up, and elsewhere with the password', async () => {
    const [email, other] = [address(), address()]
    const cookie = await register(email)
    const ownSession = await verify(await tokenOf(email, 'access.verification'), {}, { cookie })
    expect(ownSession.body.user).toMatchObject({ email })
    await register(other)
    const elsewhere = await verify(await tokenOf(other, 'access.verification'), { password })
    expect(elsewhere.body.user).toMatchObject({ email: other })
  })

  it('belongs to the person who sets a new password by mail', async () => {
    const email = address()
    const cookie = await register(email)
    const link = await tokenOf(email, 'access.verification')
    await askToReset(email)
    await reset(await tokenOf(email, 'access.reset'))
    expect((await login(email, password)).status).toBe(401)
    expect((await login(email, better)).status).toBe(200)
    expect((await verify(link, {}, { cookie })).status).toBe(422)
  })

  it('costs its bot check even when it fails', async () => {
    const taken = await person()
    const bot_check = await solved()
    const body = {
      first_name: 'Nora',
      last_name: 'New',
      email: taken.email,
      password,
      password_confirmation: password,
      bot_check,
    }
    expect((await nobody().call(accounts.register, { body })).body).toMatchObject({
      error: { email: [expect.any(String)] },
    })
    expect((await nobody().call(accounts.register, { body: { ...body, email: address() } })).body).toMatchObject({
      error: { bot_check: [expect.any(String)] },
    })
  })
})

it('no one’s link opens an archived account, and that is no error of ours', async () => {
  const owner = await person()
  const email = address()
  await askToMove(owner, email)
  const token = await tokenOf(email, 'access.new_email')
  await sql`update users set deleted_at = now() where id = ${owner.id}`.execute(test.connection.db)
  expect((await verify(token)).status).toBe(422)
})

it('two practices’ invitations to one address, accepted at once, make one account', async () => {
  const email = address()
  const tokens: string[] = []
  for (let index = 0; index < 2; index += 1) {
    const practice = await given.practice()
    await test.connection.db
      .transaction()
      .execute((trx) =>
        invite(
          trx,
          { organizationId: practice.id, email, role: 'organization_member', isDoctor: true, invitedBy: null },
          'http://archwire.test',
        ),
      )
    await vi.waitFor(async () => {
      const token = await tokenOf(email, 'access.invitation')
      expect(tokens).not.toContain(token)
      tokens.push(token)
    }, soon)
  }
  const checks = [await solved(), await solved()]
  const answers = await Promise.all(
    tokens.map((token, index) =>
      nobody().call(accounts.createUser, {
        body: {
          first_name: 'Ivo',
          last_name: 'Invited',
          password,
          password_confirmation: password,
          token,
          bot_check: checks[index]!,
        },
      }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

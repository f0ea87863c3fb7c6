import { accounts } from '@archwire/contract/accounts/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { invite } from '../../src/modules/accounts/index.ts'
import { sendLinkMail, type Opens } from '../../src/modules/accounts/link-mails.ts'
import { requestMail, writeRequestedMail } from '../../src/modules/accounts/commands/mail-requests.ts'
import { hashOf, hashPassword } from '../../src/modules/auth/index.ts'
import type { Mailer, OutgoingMail } from '../../src/services/mail/port.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn, type Given } from '../given.ts'

/**
 * `safety/sealed`: links that open an account are stored nowhere in clear, however long their mails wait. In a database
 * of its own: the workers of other tests would send the same mails, and each sending ends the link of the one before.
 */
let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true })
  given = givenIn(test)
})
afterAll(() => test.close())

const password = 'Tall-Hedge-41'
const home = 'http://portal.test'
const inTransaction = <T>(run: (trx: Parameters<typeof requestMail>[0]) => Promise<T>) =>
  test.connection.db.transaction().execute(run)

/** A person who signed up and did not open the link yet. */
const unverified = sql`email_verified_at = null, password_hash = 'x'`

/** Every mail that leads into an account: which, and how it comes about. Returns the address it goes to. */
const ways: [kind: string, make: () => Promise<string>][] = [
  ['access.invitation', invitation],
  ['access.verification', () => requested('verification', unverified)],
  ['access.reset', () => requested('reset', sql`password_hash = 'x'`)],
  ['access.initial', () => requested('reset', sql`password_hash = null`)],
  ['access.new_email', async () => (await moved()).next],
  ['access.email_changing', async () => (await moved()).email],
]

async function invitation(): Promise<string> {
  const email = `${given.unique()}@example.com`
  const { id } = await given.practice()
  await inTransaction((trx) =>
    invite(trx, { organizationId: id, email, role: 'organization_member', isDoctor: false, invitedBy: null }, home),
  )
  return email
}

async function person() {
  const { owner } = await given.practice()
  const { rows } = await sql<{ email: string }>`select email from users where id = ${owner.id}`.execute(
    test.connection.db,
  )
  return { ...owner, email: rows[0]!.email }
}

async function requested(kind: 'verification' | 'reset', change: ReturnType<typeof sql>): Promise<string> {
  const { id, email } = await person()
  await sql`update users set ${change} where id = ${id}`.execute(test.connection.db)
  await inTransaction((trx) => requestMail(trx, { kind, email, address: '' }))
  const { rows } = await sql<{ id: number }>`select max(id) as id from access_wishes where email = ${email}`.execute(
    test.connection.db,
  )
  await writeRequestedMail(test.connection.db, rows[0]!.id, home)
  return email
}

async function moved() {
  const { id, role, email } = await person()
  const next = `${given.unique()}@example.com`
  await sql`update users set password_hash = ${await hashPassword(password)} where id = ${id}`.execute(
    test.connection.db,
  )
  const body = { email: next, current_password: password }
  expect((await test.as({ id, role }).call(accounts.updateProfile, { body })).status).toBe(200)
  return { email, next }
}

/** The mail to an address and the job that sends it. */
async function waiting(to: string, kind: string) {
  const { rows } = await sql<{ id: number; row: string; job: string; payload: Opens & { mail_id: number } }>`
    select m.id, to_jsonb(m)::text as row, o.name as job, o.payload from mails m join outbox o on (o.payload ->> 'mail_id')::bigint = m.id
    where m.to_address = ${to} and m.kind = ${kind}`.execute(test.connection.db)
  expect(rows).toHaveLength(1)
  const { mail_id, ...opens } = rows[0]!.payload
  return { ...rows[0]!, mail_id, opens: opens as Opens }
}
const kept = async (id: number) => {
  const { rows } = await sql<{ row: string; state: string; error: string | null }>`
    select to_jsonb(m)::text as row, state, error from mails m where id = ${id}`.execute(test.connection.db)
  return rows[0]!
}
/** Whether a token opens something now. */
const isOpen = async (token: string) => {
  const hash = hashOf(token)
  const { rows } =
    await sql`select 1 from one_time_tokens where token_hash = ${hash} and used_at is null and expires_at > now()
    union all select 1 from invitations where token_hash = ${hash} and accepted_at is null and expires_at > now()`.execute(
      test.connection.db,
    )
  return rows.length === 1
}

/** Takes mails; the first so many it loses after it has seen them. */
function mailServer(losing = 0) {
  const seen: (OutgoingMail & { token: string })[] = []
  const mailer: Mailer = {
    async send(mail) {
      seen.push({ ...mail, token: /token=([\w-]{43})(?!\S*[{}])/.exec(mail.text)![1]! })
      if (seen.length <= losing) throw new Error('lost')
    },
    async close() {},
  }
  return { seen, mailer }
}

it.each(ways)('%s: no token is kept with the mail, and tries leave one that opens something', async (kind, make) => {
  const mail = await waiting(await make(), kind)
  expect(mail.job).toBe('access.send-link')
  expect(mail.row).toMatch(/"link": "http:\/\/[\w.:]+\/[\w-]+(\?[^"]*)?".*"takes_token": true/)
  const { seen, mailer } = mailServer(2)
  const send = (last = false) => sendLinkMail(test.connection.db, mailer, mail.id, mail.opens, last)
  await expect(send()).rejects.toThrow('lost')
  await expect(send(true)).rejects.toThrow('lost')
  const failed = await kept(mail.id)
  expect(failed.state).toBe('failed')
  expect(await Promise.all(seen.map(({ token }) => isOpen(token)))).toEqual([false, true])
  for (const { token } of seen) expect(failed.row).not.toContain(token)
  await send()
  expect(await Promise.all(seen.map(({ token }) => isOpen(token)))).toEqual([false, false, true])
  expect(seen[2]!.html).toContain(seen[2]!.token)
  expect(seen.map(({ text, html }) => text + html).join('')).not.toContain('{{')
  // Mail programs hide a mail whose Message-ID they have seen; this one holds the link that works.
  expect(new Set(seen.map(({ edition }) => edition)).size).toBe(3)
  expect(await kept(mail.id)).toMatchObject({ state: 'sent', error: null })
})

it('a mail whose link has ended in the meantime is not sent, and opens nothing again', async () => {
  const { db } = test.connection
  for (const [kind, make] of ways) {
    const mail = await waiting(await make(), kind)
    await sql`update one_time_tokens set used_at = now() where id = ${'token_id' in mail.opens ? mail.opens.token_id : 0}`.execute(
      db,
    )
    await sql`update invitations set expires_at = now() - interval '1 second' where id = ${'invitation_id' in mail.opens ? mail.opens.invitation_id : 0}`.execute(
      db,
    )
    const { seen, mailer } = mailServer()
    await sendLinkMail(db, mailer, mail.id, mail.opens, false)
    expect([kind, seen.length]).toEqual([kind, 0])
    expect(await kept(mail.id)).toMatchObject({ state: 'failed', error: 'Its link has ended.' })
  }
})

it('the lab’s link to a new password says whose door to lead back to, a practice’s does not (access/doors)', async () => {
  const linkTo = async (role: 'doctor' | 'tech_support') => {
    const { id } = await given.user(role)
    const { rows } = await sql<{ email: string }>`
      update users set password_hash = 'x' where id = ${id} returning email`.execute(test.connection.db)
    const { email } = rows[0]!
    await inTransaction((trx) => requestMail(trx, { kind: 'reset', email, address: '' }))
    const wishes = await sql<{ id: number }>`select id from access_wishes where email = ${email}`.execute(
      test.connection.db,
    )
    await writeRequestedMail(test.connection.db, wishes.rows[0]!.id, home)
    const { seen, mailer } = mailServer()
    const mail = await waiting(email, 'access.reset')
    await sendLinkMail(test.connection.db, mailer, mail.id, mail.opens, false)
    return /\/reset-password\?token=[\w-]{43}([\w&=]*)/.exec(seen[0]!.text)![1]
  }
  expect(await linkTo('doctor')).toBe('')
  expect(await linkTo('tech_support')).toBe('&userRole=tech_support')
})

import { accounts } from '@archwire/contract/accounts/routes.ts'
import { users } from '@archwire/contract/users/routes.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { setClock } from '../../src/kernel/clock.ts'
import type { TestUser } from '../app.ts'
import { audited } from '../audited.ts'
import { solveBotCheck } from '../solve-bot-check.ts'
import { password, userOf } from '../user-calls.ts'
import { later, moved, stays, openNewEmails } from './new-emails.ts'

/** A new email that staff give a person with a password waits for the new address's click and for 24 hours (`people/new-email`). */
const {
  test,
  given,
  calls,
  supervisor,
  address,
  change,
  signsIn,
  staff,
  runJob,
  verify,
  cancel,
  waiting,
  addressesOf,
} = await openNewEmails()
afterEach(() => setClock(undefined))
afterAll(() => test.close())

const nobody = () => test.as(null)

describe('the new email of an owner, given by a supervisor,', () => {
  it('changes nothing at once: the old one signs in and gets the link of a forgotten password', async () => {
    const moving = await waiting()
    expect(userOf(moving.answer)).toMatchObject({
      email: moving.old,
      email_change: { email: moving.email, is_confirmed: false },
    })
    expect(moving.answer.body.message).toContain('waits for a click')
    expect(await addressesOf(moving)).toEqual(stays)
    const bot_check = async () => solveBotCheck((await nobody().call(accounts.botCheck, {})).body)
    for (const email of [moving.email, moving.old])
      await nobody().call(accounts.requestReset, { body: { email, bot_check: await bot_check() } })
    await calls.mailTo(moving.old, 'access.reset')
    const { rows } =
      await sql`select 1 from mails where to_address = ${moving.email} and kind = 'access.reset'`.execute(
        test.connection.db,
      )
    expect(rows).toEqual([])
  })

  it('keeps the sessions of the person, who reads on the own page what waits', async () => {
    const moving = await waiting()
    const { body } = await test.raw(moving.person, 'GET', '/me')
    expect(body.user).toMatchObject({ email: moving.old, pending_email: null, email_change: { email: moving.email } })
  })

  it('does not change by the click alone', async () => {
    const moving = await waiting()
    later(23.9)
    const clicked = await verify(moving.confirm)
    expect(clicked).toMatchObject({ status: 200, body: { token: null, user: null } })
    expect(clicked.body.message).toContain('24 hours')
    await runJob()
    expect(await addressesOf(moving)).toEqual(stays)
    setClock(undefined)
    expect(userOf(await calls.get(supervisor, moving.person.id))).toMatchObject({
      email_change: { is_confirmed: true },
    })
  })

  it('does not change by the 24 hours alone', async () => {
    const moving = await waiting()
    later(48)
    await runJob()
    expect(await addressesOf(moving)).toEqual(stays)
  })

  it('changes with the click and then the 24 hours, ends every session and is audited with who asked', async () => {
    const moving = await waiting()
    const token = (await calls.signIn(moving.old)).body.token as string
    await verify(moving.confirm)
    later(24.1)
    await runJob()
    expect(await addressesOf(moving)).toEqual(moved)
    setClock(undefined)
    expect((await test.raw(null, 'GET', '/me', undefined, { authorization: `Bearer ${token}` })).status).toBe(401)
    expect((await calls.mailTo(moving.old, 'access.email_changed')).text).toContain(moving.email)
    expect(await audited(test, `action = 'account.email_changed' and subject_id = $1`, [moving.person.id])).toEqual([
      { data: { from: moving.old, to: moving.email, asked_by: supervisor.id }, user_id: moving.person.id },
    ])
    expect((await cancel(moving.stop)).status).toBe(422)
  })

  it('changes at once with a click after the 24 hours', async () => {
    const moving = await waiting()
    later(24.1)
    expect((await verify(moving.confirm)).body.message).toContain('Please sign in with it.')
    expect(await addressesOf(moving)).toEqual(moved)
  })

  it('lapses without a click within seven days', async () => {
    const moving = await waiting()
    later(7 * 24 + 0.1)
    expect((await verify(moving.confirm)).status).toBe(422)
    expect(await addressesOf(moving)).toEqual(stays)
  })

  it('gets no verified old address from the click', async () => {
    const person = await calls.withPassword((await given.practice()).owner)
    await sql`update users set email_verified_at = null where id = ${person.id}`.execute(test.connection.db)
    const moving = await waiting(person)
    await verify(moving.confirm)
    expect(await signsIn(moving.old)).toBe(403)
  })
})

describe('a waiting email ends', () => {
  /** After it, neither the click nor the day changes anything. */
  async function isDead(moving: Awaited<ReturnType<typeof waiting>>) {
    expect((await verify(moving.confirm)).status).toBe(422)
    later(25)
    await runJob()
    expect(await calls.emailOf(moving.person)).toBe(moving.old)
    setClock(undefined)
  }

  it('by the link in the old mailbox, without a session, once, also after the click', async () => {
    const moving = await waiting()
    await verify(moving.confirm)
    expect(await cancel(moving.stop)).toMatchObject({ status: 200, body: { by_staff: true } })
    expect((await cancel(moving.stop)).status).toBe(422)
    await isDead(moving)
    expect(userOf(await calls.get(supervisor, moving.person.id)).email_change).toBeNull()
  })

  it('is confirmed once by staff with the right; a technician is refused', async () => {
    const moving = await waiting()
    const tech = await staff('tech_support')
    const stop = (who: TestUser) => test.as(who).call(users.cancelEmailChange, { params: { id: moving.person.id } })
    expect((await stop(tech)).status).toBe(403)
    expect(userOf(await stop(supervisor)).email_change).toBeNull()
    expect((await stop(supervisor)).status).toBe(409)
    await isDead(moving)
  })

  it('with another one: the links of the first do nothing, those of the second work', async () => {
    const first = await waiting()
    const second = await change(supervisor, first.person)
    expect(second.answer.status).toBe(200)
    const confirm = calls.tokenIn(await calls.mailTo(second.email, 'access.new_email'))
    expect((await cancel(first.stop)).status).toBe(422)
    expect((await verify(first.confirm)).status).toBe(422)
    later(24.1)
    expect((await verify(confirm)).status).toBe(200)
    expect(await addressesOf({ old: first.email, email: second.email })).toEqual(moved)
  })

  it('with a new password, which the person sets by mail', async () => {
    const moving = await waiting()
    await verify(moving.confirm)
    const bot_check = await solveBotCheck((await nobody().call(accounts.botCheck, {})).body)
    await nobody().call(accounts.requestReset, { body: { email: moving.old, bot_check } })
    const token = calls.tokenIn(await calls.mailTo(moving.old, 'access.reset'))
    const body = { token, password, password_confirmation: password }
    expect((await nobody().call(accounts.reset, { body })).status).toBe(200)
    await isDead(moving)
  })

  it('with an email that the person asks for', async () => {
    const moving = await waiting()
    await verify(moving.confirm)
    const own = { email: address(), current_password: password }
    expect((await test.raw(moving.person, 'PUT', '/profile', own)).status).toBe(200)
    await isDead(moving)
    expect((await test.raw(moving.person, 'GET', '/me')).body.user).toMatchObject({
      pending_email: own.email,
      email_change: null,
    })
  })

  it('with the archive of the person', async () => {
    const moving = await waiting()
    await verify(moving.confirm)
    const admin = await staff('admin')
    expect((await calls.archive(admin, moving.person.id)).status).toBe(409)
    await sql`insert into memberships (organization_id, user_id, role)
      select organization_id, ${(await given.user('doctor')).id}, role from memberships where user_id = ${moving.person.id}`.execute(
      test.connection.db,
    )
    expect((await calls.archive(admin, moving.person.id)).status).toBe(200)
    await calls.restore(admin, moving.person.id)
    await isDead(moving)
  })

  it('when another account has the address by then, with a line for auditors', async () => {
    const moving = await waiting()
    await verify(moving.confirm)
    await sql`update users set email = ${moving.email} where id = ${(await given.user('doctor')).id}`.execute(
      test.connection.db,
    )
    later(25)
    await runJob()
    expect(await calls.emailOf(moving.person)).toBe(moving.old)
    expect(
      await audited(test, `action = 'account.email_change_canceled' and subject_id = $1`, [moving.person.id]),
    ).toMatchObject([{ data: { reason: 'another account has the address' } }])
  })
})

describe('at the same time', () => {
  it('a cancel and the job leave one of two outcomes, never half of both', async () => {
    const moving = await waiting()
    await verify(moving.confirm)
    later(24.1)
    const [canceled] = await Promise.all([cancel(moving.stop), runJob()])
    expect(await addressesOf(moving)).toEqual(canceled.status === 200 ? stays : moved)
    expect([200, 422]).toContain(canceled.status)
  })

  it('two clicks count once, and the change is made once', async () => {
    const moving = await waiting()
    later(24.1)
    const statuses = (await Promise.all([verify(moving.confirm), verify(moving.confirm)])).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422])
    expect(await addressesOf(moving)).toEqual(moved)
    expect(
      await audited(test, `action = 'account.email_changed' and subject_id = $1`, [moving.person.id]),
    ).toHaveLength(1)
  })
})

describe('an email changes', () => {
  it('at once for a person who has no password yet', async () => {
    const { person, old } = await given
      .user('doctor')
      .then(async (person) => ({ person, old: await calls.emailOf(person) }))
    await sql`update users set password_hash = null where id = ${person.id}`.execute(test.connection.db)
    const { answer, email } = await change(supervisor, person)
    expect(userOf(answer)).toMatchObject({ email, email_change: null, is_verified: false })
    expect((await calls.mailTo(email, 'access.initial')).text).toContain('token=')
    expect((await calls.mailTo(old, 'access.email_changed')).text).toContain(email)
  })

  it('of the lab’s staff by a super admin alone, and waits, too', async () => {
    const [admin, superAdmin] = [await staff('admin'), await staff('super_admin')]
    for (const role of ['admin', 'supervisor', 'tech_support'] as const) {
      const person = await staff(role)
      expect((await change(admin, person)).answer.status, role).toBe(403)
      const { answer, email } = await change(superAdmin, person)
      expect(userOf(answer), role).toMatchObject({ email_change: { email }, email: await calls.emailOf(person) })
    }
  })

  it('of a super admin by no other super admin, but by the person', async () => {
    const [one, two] = [await staff('super_admin'), await staff('super_admin')]
    expect((await change(one, two)).answer.status).toBe(403)
    expect((await test.raw(two, 'PUT', '/profile', { email: address(), current_password: password })).status).toBe(200)
  })
})

it('the job runs on its own schedule', async () => {
  const { rows } = await sql<{
    cron: string
  }>`select cron from pgboss.schedule where name = 'access.apply-emails'`.execute(test.connection.db)
  expect(rows).toEqual([{ cron: '* * * * *' }])
})

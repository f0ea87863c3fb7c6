import type { UserRole } from '@archwire/contract/roles.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { setClock } from '../../src/kernel/clock.ts'
import type { TestUser } from '../app.ts'
import { audited } from '../audited.ts'
import { password, userOf } from '../user-calls.ts'
import { later, moved, stays, openNewEmails } from './new-emails.ts'

/** A new email that waits ends with the right of the staff member who asked for it (`people/new-email`). */
const { test, calls, supervisor, staff, runJob, verify, cancel, waiting, addressesOf } = await openNewEmails()
afterEach(() => setClock(undefined))
afterAll(() => test.close())

describe('a new email that staff asked for ends with their right to change it', () => {
  type Moving = Awaited<ReturnType<typeof waiting>>
  const ended = (moving: Moving) =>
    audited(test, `action = 'account.email_change_canceled' and subject_id = $1`, [moving.person.id])
  const lost = [{ data: { reason: 'who asked for it may not change it now' } }]
  /** Nothing waits, neither link works, and nothing changes when the day is over. */
  async function isOver(moving: Moving) {
    expect(userOf(await calls.get(supervisor, moving.person.id)).email_change).toBeNull()
    expect((await verify(moving.confirm)).status).toBe(422)
    expect((await cancel(moving.stop)).status).toBe(422)
    later(25)
    await runJob()
    expect(await calls.emailOf(moving.person)).toBe(moving.old)
    expect(await ended(moving)).toMatchObject(lost)
  }
  const role = (asker: TestUser, to: UserRole) => async () => {
    const boss = await staff('super_admin')
    return calls.put(boss, asker.id, { role: to, current_password: password })
  }

  describe.each([
    ['archived', (asker: TestUser) => async () => calls.archive(await staff('super_admin'), asker.id)],
    ['technicians', (asker: TestUser) => role(asker, 'tech_support')],
    ['supervisors, from admins,', (asker: TestUser) => role(asker, 'supervisor')],
  ] as const)('when they become %s', (_what, becomes) => {
    it.each([false, true])('at once; confirmed before: %s', async (confirmed) => {
      const asker = await staff('admin')
      const moving = await waiting(undefined, asker)
      const other = await waiting()
      if (confirmed) await verify(moving.confirm)
      expect((await becomes(asker)()).status).toBe(200)
      await isOver(moving)
      setClock(undefined)
      expect(userOf(await calls.get(supervisor, other.person.id)).email_change, 'of somebody else').not.toBeNull()
    })
  })

  describe.each([
    ['archived', async (asker: TestUser) => sql`update users set deleted_at = now() where id = ${asker.id}`],
    ['a technician', async (asker: TestUser) => sql`update users set role = 'tech_support' where id = ${asker.id}`],
  ] as const)('by the rights of the moment, where the asker is %s in some other way:', (_what, change) => {
    it('the click does nothing, and ends it', async () => {
      const asker = await staff('admin')
      const moving = await waiting(undefined, asker)
      await (await change(asker)).execute(test.connection.db)
      expect((await verify(moving.confirm)).status).toBe(422)
      await isOver(moving)
    })

    it('the job applies nothing, and ends it', async () => {
      const asker = await staff('admin')
      const moving = await waiting(undefined, asker)
      await verify(moving.confirm)
      await (await change(asker)).execute(test.connection.db)
      later(25)
      await runJob()
      expect(await calls.emailOf(moving.person)).toBe(moving.old)
      expect(await ended(moving)).toMatchObject(lost)
      setClock(undefined)
      await isOver(moving)
    })
  })

  it('where it is the email of the lab’s staff, and the asker is a super admin no more', async () => {
    const [asker, technician] = [await staff('super_admin'), await staff('tech_support')]
    const moving = await waiting(technician, asker)
    await verify(moving.confirm)
    await sql`update users set role = 'admin' where id = ${asker.id}`.execute(test.connection.db)
    later(25)
    await runJob()
    expect(await calls.emailOf(technician)).toBe(moving.old)
    expect(await ended(moving)).toMatchObject(lost)
  })
})

it('the archive of who asked and the job leave one of two outcomes, never half of both', async () => {
  const asker = await staff('admin')
  const moving = await waiting(undefined, asker)
  await verify(moving.confirm)
  const boss = await staff('super_admin')
  later(24.1)
  const [archived] = await Promise.all([calls.archive(boss, asker.id), runJob()])
  expect(archived.status).toBe(200)
  const made = (action: string) => audited(test, `action = $2 and subject_id = $1`, [moving.person.id, action])
  const lines = [await made('account.email_changed'), await made('account.email_change_canceled')]
  expect(lines.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([0, 1])
  expect(await addressesOf(moving)).toEqual(lines[0]!.length === 1 ? moved : stays)
})

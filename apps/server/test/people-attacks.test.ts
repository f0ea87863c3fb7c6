import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from './app.ts'
import { givenIn, type Given } from './given.ts'
import { membersIn, ownPassword, type GivenMembers } from './given/members.ts'

/** Attacks on people and members that depend on timing, or on what the database keeps. */
let test: TestApp
let given: Given
let on: GivenMembers
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  on = membersIn(test)
})
afterAll(() => test.close())

describe('a password in a body', () => {
  it('cannot be tried against the stored hash of the body (safety/sealed)', async () => {
    const { id, owner, member } = await given.practice()
    await on.withPassword(owner)
    const sent = { user_id: member.id, role: 'organization_manager', current_password: ownPassword }
    const key = `key-${given.unique()}`
    const answer = await test.raw(owner, 'POST', `/organizations/${id}/change_role`, sent, { 'idempotency-key': key })
    expect(answer.status).toBe(200)
    const { rows } = await sql<{ body_hash: string }>`
      select body_hash from idempotency_keys where user_id = ${owner.id}`.execute(test.connection.db)
    expect(rows).toHaveLength(1)
    const guess = createHash('sha256')
      .update(JSON.stringify([{ id: String(id) }, {}, sent]))
      .digest('hex')
    expect(rows[0]!.body_hash).toMatch(/^[0-9a-f]{64}$/)
    expect(rows[0]!.body_hash).not.toBe(guess)
  })
})

describe('an invitation to another address of one’s own', () => {
  const invited = async (who: TestUser, id: number, role: 'organization_owner' | 'organization_member') => {
    const answer = await on.invite(who, id, { email: `${given.unique()}@example.com`, role })
    expect(answer.status).toBe(200)
    return answer.body.invitation.id
  }
  /** Ids of the invitations of an organization that still open it. */
  const openOf = async (id: number) => {
    const { rows } = await sql<{ id: number }>`select id from invitations
      where organization_id = ${id} and accepted_at is null and revoked_at is null order by id`.execute(
      test.connection.db,
    )
    return rows.map((row) => row.id)
  }
  const scene = async () => {
    const practice = await given.practice()
    const admin = await given.user('admin')
    await on.withPassword(admin)
    return { ...practice, admin, kept: await invited(admin, practice.id, 'organization_owner') }
  }

  it('does not lead a removed owner or manager back', async () => {
    const { id, owner, manager, admin, kept } = await scene()
    await on.change(admin, id, { user_id: manager.id, role: 'organization_owner' })
    await invited(owner, id, 'organization_owner')
    const colleague = await invited(manager, id, 'organization_member')
    expect((await on.remove(manager, id, { user_id: owner.id })).status).toBe(200)
    expect(await openOf(id)).toEqual([kept, colleague])
  })

  it('does not make a demoted owner one again', async () => {
    const { id, owner, manager, admin, kept } = await scene()
    await on.change(admin, id, { user_id: manager.id, role: 'organization_owner' })
    await invited(owner, id, 'organization_owner')
    const ordinary = await invited(owner, id, 'organization_member')
    const asManager = await on.change(admin, id, { user_id: owner.id, role: 'organization_manager' })
    expect(asManager.status).toBe(200)
    expect(await openOf(id)).toEqual([kept, ordinary])
    const asMember = await on.change(admin, id, { user_id: owner.id, role: 'organization_member' })
    expect(asMember.status).toBe(200)
    expect(await openOf(id)).toEqual([kept])
  })

  it('does not lead archived or demoted staff into a practice', async () => {
    const { id, admin, kept } = await scene()
    const [gone, lowered] = [await given.user('supervisor'), await given.user('supervisor')]
    await invited(gone, id, 'organization_owner')
    await invited(lowered, id, 'organization_owner')
    expect((await test.raw(admin, 'PUT', `/users/${gone.id}/archive`, {})).status).toBe(200)
    const edit = { role: 'tech_support', current_password: ownPassword }
    expect((await test.raw(admin, 'PUT', `/users/${lowered.id}`, edit)).status).toBe(200)
    expect(await openOf(id)).toEqual([kept])
  })
})

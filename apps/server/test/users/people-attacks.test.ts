import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { membersIn, ownPassword, type GivenMembers } from '../given/members.ts'
import { overtaken } from '../overtaken.ts'

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

describe('a new owner takes the password of the person who adds one (people/who-invites, people/who-adds)', () => {
  it.each([
    ['the invitation', undefined, 'Required'],
    ['the invitation', 'Not-the-one-1', 'This is not your password.'],
    ['the membership', undefined, 'Required'],
    ['the membership', 'Not-the-one-1', 'This is not your password.'],
  ])('%s with %s as the password is refused', async (what, current_password, error) => {
    const [{ id }, admin, known] = [await given.practice(), await given.user('admin'), await given.user('doctor')]
    await on.withPassword(admin)
    const sent = { role: 'organization_owner', current_password } as const
    const answer =
      what === 'the invitation'
        ? await on.invite(admin, id, { email: await on.emailOf(known), ...sent })
        : await on.add(admin, id, { user_id: known.id, ...sent })
    expect(answer).toMatchObject({ status: 422, body: { error: { current_password: [error] } } })
    expect((await on.rolesIn(id)).has(known.id)).toBe(false)
    expect((await on.invitations(admin, id)).body.invitations).toEqual([])
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
    await on.withPassword(admin, practice.owner, practice.manager)
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
    await on.withPassword(gone, lowered)
    await invited(gone, id, 'organization_owner')
    await invited(lowered, id, 'organization_owner')
    expect((await test.raw(admin, 'PUT', `/users/${gone.id}/archive`, {})).status).toBe(200)
    const edit = { role: 'tech_support', current_password: ownPassword }
    expect((await test.raw(admin, 'PUT', `/users/${lowered.id}`, edit)).status).toBe(200)
    expect(await openOf(id)).toEqual([kept])
  })
})

describe('a call that is overtaken', () => {
  const lockPerson = ({ id }: TestUser) => sql`select 1 from users where id = ${id} for no key update`
  const isArchived = async ({ id }: TestUser) => {
    const { rows } = await sql`select 1 from users where id = ${id} and deleted_at is not null`.execute(
      test.connection.db,
    )
    return rows.length > 0
  }
  const changed = { status: 409, body: { error: 'The roles of this user have just changed. Please try again.' } }

  it('toggles no permission without the password, though the person was a super admin when it started', async () => {
    const [actor, person] = [await given.user('super_admin'), await given.user('super_admin')]
    await on.withPassword(actor)
    const sent = { permission: 'orders.manage', current_password: 'Not-the-one-1' }
    const path = `/users/${person.id}/toggle_custom_permission`
    const answer = await overtaken(
      test,
      lockPerson(person),
      () => test.raw(actor, 'PUT', path, sent),
      sql`update users set role = 'tech_support' where id = ${person.id}`,
    )
    expect(answer).toMatchObject({ status: 422, body: { error: { current_password: ['Required'] } } })
    const { rows } = await sql`select custom_permissions from users where id = ${person.id}`.execute(test.connection.db)
    expect(rows).toEqual([{ custom_permissions: [] }])
  })

  it('revokes no invitation that is accepted at that moment', async () => {
    const { id, owner } = await given.practice()
    const { invitation } = (await on.invite(owner, id, { email: `${given.unique()}@example.com` })).body
    const answer = await overtaken(
      test,
      sql`update invitations set accepted_at = now() where organization_id = ${id} and id = ${invitation.id}`,
      () => on.revoke(owner, id, invitation.id),
      sql`select 1`,
    )
    expect(answer).toMatchObject({ status: 404, body: { error: 'This invitation does not exist.' } })
  })

  it('changes no member once its session has ended', async () => {
    const { id, manager, member } = await given.practice()
    const answer = await overtaken(
      test,
      sql`select 1 from organizations where id = ${id} for no key update`,
      () => on.remove(manager, id, { user_id: member.id }),
      sql`update sessions set revoked_at = now() where user_id = ${manager.id}`,
    )
    expect(answer.status).toBe(401)
    expect((await on.rolesIn(id)).has(member.id)).toBe(true)
  })

  it('archives no person who became an owner in the meantime', async () => {
    const [admin, { id }, person] = [await given.user('admin'), await given.practice(), await given.user('doctor')]
    const answer = await overtaken(
      test,
      lockPerson(person),
      () => test.raw(admin, 'PUT', `/users/${person.id}/archive`, {}),
      sql`insert into memberships (organization_id, user_id, role) values (${id}, ${person.id}, 'organization_owner')`,
    )
    expect(answer).toMatchObject(changed)
    expect(await isArchived(person)).toBe(false)
  })

  it('archives no person who became a super admin in the meantime', async () => {
    const [actor, person] = [await given.user('super_admin'), await given.user('admin')]
    const answer = await overtaken(
      test,
      lockPerson(person),
      () => test.raw(actor, 'PUT', `/users/${person.id}/archive`, {}),
      sql`update users set role = 'super_admin' where id = ${person.id}`,
    )
    expect(answer).toMatchObject(changed)
    expect(await isArchived(person)).toBe(false)
  })
})

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
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

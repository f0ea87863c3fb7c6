import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { membersIn, type GivenMembers } from '../given/members.ts'
import { listen } from '../listen.ts'

/** What people notice who lose a membership or a role while they work with another server. */
let test: TestApp
let given: Given
let on: GivenMembers
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  on = membersIn(test)
})
afterAll(() => test.close())

describe('within five seconds on another server (people/at-once)', () => {
  const within5s = { timeout: 5_000, interval: 100 }

  it('a removed member reads nothing more, and open pages refresh', async () => {
    const second = await openTestApp()
    try {
      const { practice, ...testCase } = await given.case()
      const headers = { authorization: `Bearer ${await test.token(practice.manager)}` }
      const stream = await listen(second, headers)
      const read = () => second.raw(null, 'GET', `/patients/${testCase.id}`, undefined, headers)
      expect((await read()).status).toBe(200)
      expect((await on.remove(practice.owner, practice.id, { user_id: practice.manager.id })).status).toBe(200)
      await vi.waitFor(async () => expect((await read()).status).toBe(403), within5s)
      await vi.waitFor(() => expect(stream.heard.map(({ event }) => event)).toContain('resync'), within5s)
      stream.close()
    } finally {
      await second.close()
    }
  })

  it('a demoted manager changes no one, at once', async () => {
    const second = await openTestApp()
    try {
      const practice = await given.practice()
      await on.withPassword(practice.owner)
      const headers = { authorization: `Bearer ${await test.token(practice.manager)}` }
      const list = () => second.raw(null, 'GET', `/organizations/${practice.id}/invitations`, undefined, headers)
      const stream = await listen(second, headers)
      expect((await list()).status).toBe(200)
      const body = { user_id: practice.manager.id, role: 'organization_member' } as const
      expect((await on.change(practice.owner, practice.id, body)).status).toBe(200)
      // A write reads the session anew.
      const sent = { user_id: practice.assistant.id }
      const path = `/organizations/${practice.id}/remove_member`
      expect((await second.raw(null, 'POST', path, sent, headers)).status).toBe(403)
      await vi.waitFor(async () => expect((await list()).status).toBe(403), within5s)
      await vi.waitFor(() => expect(stream.heard.map(({ event }) => event)).toContain('resync'), within5s)
      stream.close()
    } finally {
      await second.close()
    }
  })
})

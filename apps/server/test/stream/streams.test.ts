import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { replayedMs } from '@archwire/contract/subjects.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { addMember } from '../../src/modules/organizations/index.ts'
import { startSession } from '../../src/modules/auth/index.ts'
import { apiBase } from '../../src/http/serve.ts'
import { setClock } from '../../src/kernel/clock.ts'
import { openStreamHub, streamChannel } from '../../src/stream/hub.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'
import { listen, type Listening } from '../listen.ts'

/** What open streams say, to whom, and for how long; and which calls keep a session alive. */
let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
})
afterAll(() => test.close())
afterEach(() => setClock(undefined))

const streamOf = async (user: TestUser, missedMs?: number) =>
  listen(test, { authorization: `Bearer ${await test.token(user)}` }, missedMs)
const later = (minutes: number) => setClock(() => new Date(Date.now() + minutes * 60_000))
const hold = (testCase: GivenCase, on_hold: boolean) =>
  test
    .as(testCase.practice.owner)
    .call(patients.toggleHold, { params: { id: testCase.id }, body: { on_hold, reason: 'Waiting' } })
const promoted = ({ promotion_code }: Record<string, unknown>) => ({
  event: 'promotion_code.changed',
  ids: [(promotion_code as { id: number }).id],
})
const soon = { timeout: 20_000, interval: 50 }

describe('management’s half hour without input', () => {
  const people: number[] = []
  async function browser(): Promise<{ cookie: string }> {
    const user = await given.user('tech_support')
    people.push(user.id)
    const input = { userId: user.id, role: user.role as never, rememberMe: false, management: true }
    const { token } = await startSession(test.connection.db, { ...input, address: '', userAgent: '' }, test.config)
    return { cookie: `archwire_session=${token}` }
  }
  const ask = async (headers: Record<string, string>) =>
    (await test.app.fastify.inject({ url: `${apiBase}/me`, headers })).statusCode

  it('passes while the page asks automatically, and starts anew with what follows input', async () => {
    const [left, used] = [await browser(), await browser()]
    later(20)
    expect(await ask(left)).toBe(200)
    expect(await ask({ ...used, 'x-input': '1' })).toBe(200)
    await vi.waitFor(async () => {
      const { rows } = await sql<{ moved: number }>`
        select count(*)::int as moved from sessions
        where user_id = any(${people}::int[]) and last_seen_at > ${new Date(Date.now() + 19 * 60_000)}`.execute(
        test.connection.db,
      )
      expect(rows[0]!.moved).toBe(1)
    }, soon)
    later(31)
    expect(await ask(left)).toBe(401)
    expect(await ask(used)).toBe(200)
  })

  it('ends the open stream, which says so', async () => {
    const stream = await listen(test, await browser())
    later(31)
    await vi.waitFor(() => expect(stream.ended()).toBe(true), soon)
    expect(stream.heard.at(-1)?.event).toBe('session.ended')
  })
})

/** Nothing waits in the outbox, and what was published has had time to be heard. */
async function allPublished(): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from outbox`.execute(
      test.connection.db,
    )
    expect(rows[0]!.waiting).toBe(0)
  }, soon)
  await new Promise((resolve) => setTimeout(resolve, 200))
}

describe('an open stream', () => {
  it('tells a member of the own cases, not of a colleague’s', async () => {
    const practice = await given.practice()
    const colleagues = await given.case({ practice })
    const own = await given.case({ practice, form: { user_id: practice.member.id } })
    const stream = await streamOf(practice.member)
    await hold(colleagues, true)
    await hold(own, true)
    await vi.waitFor(() => expect(stream.about(own.id)).toBe(true), soon)
    expect(stream.about(colleagues.id)).toBe(false)
    stream.close()
  })

  it('tells a member of the locations where the member works, or did until now, and of no other', async () => {
    const practice = await given.practice()
    const [own, other] = [await given.location(practice), await given.location(practice)]
    const put = async (id: number, body: object) =>
      expect((await test.raw(practice.owner, 'PUT', `/locations/${id}`, body)).status).toBe(200)
    await put(own, { users: [practice.member.id] })
    const [member, assistant, manager] = await Promise.all(
      [practice.member, practice.assistant, practice.manager].map((who) => streamOf(who)),
    )
    const ids = ({ heard }: Listening) =>
      heard.flatMap((message) => (message.event === 'location.changed' ? message.ids : []))
    await put(other, { city: 'Golden' })
    await vi.waitFor(() => expect(ids(manager!)).toContain(other), soon)
    expect(ids(member!)).not.toContain(other)
    member!.heard.length = 0
    await put(own, { users: [] })
    await vi.waitFor(() => expect(ids(member!)).toEqual([own]), soon)
    expect(ids(assistant!)).toEqual([])
    for (const stream of [member!, assistant!, manager!]) stream.close()
  })

  it('repeats what a page missed while it asked for its lists, to permitted receivers', async () => {
    const practice = await given.practice()
    const colleagues = await given.case({ practice })
    const own = await given.case({ practice, form: { user_id: practice.member.id } })
    const before = await streamOf(practice.owner)
    // The page asks from a moment before the changes on; by then the server has listened.
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    const began = performance.now()
    await hold(colleagues, true)
    await hold(own, true)
    await vi.waitFor(() => expect([before.about(own.id), before.about(colleagues.id)]).toEqual([true, true]), soon)
    const stranger = (await given.practice()).owner
    const missedMs = Math.round(performance.now() - began) + 3_500
    const streams = await Promise.all(
      [practice.member, practice.owner, stranger].map(async (user) => streamOf(user, missedMs)),
    )
    await vi.waitFor(() => expect(streams[1]!.about(colleagues.id)).toBe(true), soon)
    await vi.waitFor(() => expect(streams[0]!.about(own.id)).toBe(true), soon)
    expect(streams.map((stream) => stream.about(own.id))).toEqual([true, true, false])
    expect(streams.map((stream) => stream.about(colleagues.id))).toEqual([false, true, false])
    for (const stream of [before, ...streams]) stream.close()
  })

  it('lets the page ask again where it cannot know what was missed', async () => {
    const user = await given.user('tech_support')
    const other = await openTestApp()
    const stream = await listen(other, { authorization: `Bearer ${await test.token(user)}` }, replayedMs)
    await vi.waitFor(() => expect(stream.heard[0]).toEqual({ event: 'resync', ids: [] }), soon)
    stream.close()
    await other.close()
  })

  it('tells a partner that it loses a case, and nothing of it from then on', async () => {
    const practice = await given.practice({ partner: true })
    const [lost, kept] = [await given.case({ practice }), await given.case({ practice })]
    const admin = await given.user('admin')
    const assign = async (testCase: GivenCase, assign_to: 1 | 3) => {
      const params = { id: testCase.rxFormId }
      expect((await test.as(admin).call(rxForms.assign, { params, body: { assign_to } })).status).toBe(200)
    }
    const stream = await streamOf(practice.partner!.user)
    /** Cases that the stream speaks of until it has spoken of the kept one, which changes last. */
    const heardOf = async (change: () => Promise<unknown>, onHold: boolean) => {
      const from = stream.heard.length
      const ids = () =>
        stream.heard.slice(from).flatMap((heard) => (heard.event === 'patient.changed' ? heard.ids : []))
      await change()
      await hold(kept, onHold)
      await vi.waitFor(() => expect(ids()).toContain(kept.id), soon)
      return new Set(ids())
    }
    await assign(kept, 3)
    await vi.waitFor(() => expect(stream.about(kept.id)).toBe(true), soon)
    await heardOf(() => assign(lost, 3), true)
    expect(await heardOf(() => assign(lost, 1), false)).toContain(lost.id)
    expect(await heardOf(() => hold(lost, true), true)).not.toContain(lost.id)
    stream.close()
  })

  it('sends a partner events of locations of practices that named it, and the lab’s own records to people who can open them', async () => {
    const practice = await given.practice({ partner: true })
    const branch = await given.location(practice)
    const [other, tech, admin] = [
      (await given.practice({ partner: true })).partner!.user,
      'tech_support',
      'admin',
    ] as const
    const streams = await Promise.all(
      [practice.partner!.user, other, await given.user(tech), await given.user(admin)].map(streamOf),
    )
    await test.raw(practice.owner, 'PUT', `/locations/${branch}`, { city: 'Golden' })
    const code = { code: `HEARD-${branch}`, value: 50, is_fixed: true, promotion_code_type_id: 1 }
    const created = await test.raw(await given.user(admin), 'POST', '/promotion_codes', code)
    expect(created.status).toBe(200)
    await vi.waitFor(() => expect(streams[3]!.heard).toContainEqual(promoted(created.body)), soon)
    const heard = (stream: Listening, event: string) => stream.heard.some((message) => message.event === event)
    expect(streams.map((stream) => heard(stream, 'location.changed'))).toEqual([true, false, true, true])
    expect(streams.map((stream) => heard(stream, 'promotion_code.changed'))).toEqual([false, false, false, true])
    for (const stream of streams) stream.close()
  })

  it('tells a partner that a case was taken from it: its pages show it no longer', async () => {
    const practice = await given.practice({ partner: true })
    const testCase = await given.case({ practice })
    const stream = await streamOf(practice.partner!.user)
    const heard = () => stream.heard.filter((message) => message.event === 'patient.changed').length
    const assign = async (assign_to: 1 | 3) =>
      expect(
        (await test.as(practice.owner).call(rxForms.assign, { params: { id: testCase.rxFormId }, body: { assign_to } }))
          .status,
      ).toBe(200)
    await assign(3)
    await vi.waitFor(() => expect(stream.about(testCase.id)).toBe(true), soon)
    const before = heard()
    await assign(1)
    await vi.waitFor(() => expect(heard()).toBeGreaterThan(before), soon)
    // What happens to it from now on is not the partner's to hear.
    const after = heard()
    const owner = await streamOf(practice.owner)
    await hold(testCase, true)
    await vi.waitFor(() => expect(owner.about(testCase.id)).toBe(true), soon)
    expect(heard()).toBe(after)
    for (const open of [stream, owner]) open.close()
  })

  it('tells a member that a case became a colleague’s', async () => {
    const practice = await given.practice()
    const testCase = await given.case({ practice, form: { user_id: practice.member.id } })
    const stream = await streamOf(practice.member)
    await hold(testCase, true)
    await vi.waitFor(() => expect(stream.about(testCase.id)).toBe(true), soon)
    // What the submission left may arrive behind the hold: only what comes after it is counted.
    const heard = () => stream.heard.filter((message) => message.event === 'patient.changed').length
    await allPublished()
    const before = heard()
    await hold(testCase, false)
    await vi.waitFor(() => expect(heard()).toBeGreaterThan(before), soon)
    await allPublished()
    const held = heard()
    const body = { user_id: practice.owner.id }
    const changed = await test.as(practice.owner).call(rxForms.change, { params: { id: testCase.rxFormId }, body })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    await vi.waitFor(() => expect(heard()).toBeGreaterThan(held), soon)
    stream.close()
  })

  it('follows a membership that is taken away and one that is given, and lets the page ask again', async () => {
    const testCase = await given.case()
    const { manager } = testCase.practice
    const stream = await streamOf(manager)
    await hold(testCase, true)
    await vi.waitFor(() => expect(stream.about(testCase.id)).toBe(true), soon)
    await sql`delete from memberships where user_id = ${manager.id}`.execute(test.connection.db)
    await vi.waitFor(() => expect(stream.heard.at(-1)?.event).toBe('resync'), soon)
    stream.heard.length = 0
    await hold(testCase, false)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(stream.about(testCase.id)).toBe(false)
    await test.connection.db
      .transaction()
      .execute((trx) => addMember(trx, testCase.practice.id, manager.id, 'organization_manager'))
    await vi.waitFor(() => expect(stream.heard.at(-1)?.event).toBe('resync'), soon)
    await hold(testCase, true)
    await vi.waitFor(() => expect(stream.about(testCase.id)).toBe(true), soon)
    stream.close()
  })

  it('goes silent when the organization is archived', async () => {
    const testCase = await given.case()
    const stream = await streamOf(testCase.practice.owner)
    await sql`update organizations set deleted_at = now() where id = ${testCase.practice.id}`.execute(
      test.connection.db,
    )
    await vi.waitFor(() => expect(stream.heard.at(-1)?.event).toBe('resync'), soon)
    stream.close()
  })

  it('is the oldest of twenty-one of one person: it ends', async () => {
    const user = await given.user('tech_support')
    const streams: Listening[] = []
    for (let index = 0; index < 21; index += 1) streams.push(await streamOf(user))
    await vi.waitFor(() => expect(streams.map((stream) => stream.ended()).indexOf(true)).toBe(0), soon)
    expect(streams.filter((stream) => stream.ended())).toHaveLength(1)
    for (const stream of streams) stream.close()
  })

  it('is cut when its reader does not read', async () => {
    const actor = await given.actor(await given.user('tech_support'))
    const hub = openStreamHub(
      (test.connection.pool.options as { connectionString: string }).connectionString,
      { warn: () => {} } as never,
      async () => new Map(),
    )
    const raw = { writableLength: 0, write: vi.fn(), writeHead: vi.fn(), destroy: vi.fn(), end: vi.fn(), on: vi.fn() }
    hub.open(actor, { raw, hijack: () => {} } as never, 0)
    const tell = () =>
      sql`select pg_notify(${streamChannel}, ${JSON.stringify([{ event: 'resync', id: 1, everybody: true }])})`.execute(
        test.connection.db,
      )
    await vi.waitFor(async () => {
      await tell()
      expect(raw.write.mock.calls.length).toBeGreaterThan(1)
    }, soon)
    raw.writableLength = 70_000
    await tell()
    await vi.waitFor(() => expect(raw.destroy).toHaveBeenCalled(), soon)
    await hub.close()
  })
})

import { push } from '@archwire/contract/push/routes.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setClock } from '../../src/kernel/clock.ts'
import { wake } from '../../src/modules/push/deliver.ts'
import { webPusher } from '../../src/services/push/web-push.ts'
import type { TestApp, TestUser } from '../app.ts'
import type { Given } from '../given.ts'
import { openPushing, waitFor, type Pushing } from './pushing.ts'
import { host, type PushedBrowser, type PushService } from './push-service.ts'

/** When pushes arrive, and whom the server calls for them (`notices/silent`, `notices/push`, `safety/other-sites`). */
let pushing: Pushing
let test: TestApp
let given: Given
let service: PushService
beforeAll(async () => {
  pushing = await openPushing()
  ;({ test, given, service } = pushing)
})
afterEach(() => setClock(undefined))
afterAll(() => pushing.close())

/** What waits for a browser, and until when. */
const pushesFor = async ({ id }: { id: number }) =>
  (
    await sql<{ queued: boolean; due_at: Date; sent: boolean }>`
      select queued, due_at, sent_at is not null as sent from pushes where browser_id = ${id} order by notification_id`.execute(
      test.connection.db,
    )
  ).rows

describe('what a push service answers', () => {
  it.each([404, 410] as const)('%i: the browser is gone, and is forgotten', async (gone) => {
    const practice = await given.practice()
    const browser = await pushing.turnOn(practice.owner)
    service.behave(browser, gone)
    await pushing.tell(practice.owner, practice)
    await waitFor(async () => expect(await pushing.browsersOf(practice.owner)).toEqual([]))
    expect(service.calls(browser)).toBe(1)
  })

  it('429 and 500: it is tried again, and arrives once', async () => {
    const practice = await given.practice()
    const browser = await pushing.turnOn(practice.owner)
    service.behave(browser, 429, 500, 201)
    await pushing.tell(practice.owner, practice)
    await pushing.afterRetries(() => expect(pushing.arrivedAt(browser)).toHaveLength(1))
    expect(service.calls(browser)).toBe(3)
  })

  it('nothing, no end, or an address elsewhere: no wait is endless, and no redirect is followed', async () => {
    const pusher = webPusher(test.config.push!, { call: service.call, patienceMs: 300 })
    const send = (browser: PushedBrowser) => pusher.send(browser.body, { id: 1, text: 'x' })
    for (const [behavior, said] of [
      ['hang', /timeout|aborted/],
      ['redirect', 'answered 307'],
      ['flood', 'answered 500'],
    ] as const) {
      const browser = service.browser()
      service.behave(browser, behavior)
      const began = Date.now()
      await expect(send(browser)).rejects.toThrow(said)
      expect(Date.now() - began).toBeLessThan(8_000)
      expect(service.calls(browser)).toBe(1)
    }
  })

  it('only known services are called, whatever a browser says', async () => {
    const practice = await given.practice()
    const { body } = service.browser()
    const add = async (endpoint: string, keys = body.keys) =>
      (await test.as(practice.owner).call(push.addBrowser, { body: { ...body, endpoint, keys } })).status
    for (const endpoint of [
      'https://127.0.0.1/x',
      'https://169.254.169.254/latest',
      `http://${host}/x`,
      `https://${host}:8080/x`,
      `https://${host}@evil.test/x`,
      `https://${host}.evil.test/x`,
    ])
      expect(await add(endpoint), endpoint).toBe(422)
    const noPoint = `B${'A'.repeat(86)}`
    expect(await add(body.endpoint, { ...body.keys, p256dh: noPoint })).toBe(422)
    expect(await add('https://web.push.apple.com/QGx')).toBe(200)
    const pusher = webPusher(test.config.push!, { call: () => Promise.reject(new Error('called')) })
    expect(await pusher.send({ ...body, endpoint: 'https://removed.test/x' }, { id: 1, text: 'x' })).toBe('gone')
  })
})

describe('silent hours', () => {
  const set = (user: TestUser, silent_hours: { from: string; to: string } | null) =>
    test.as(user).call(push.setSilentHours, { body: { silent_hours } })

  it('are one’s own, and kept as they were set', async () => {
    const { owner, manager } = await given.practice()
    expect((await set(owner, { from: '21:00', to: '07:00' })).status).toBe(200)
    const hoursOf = async (user: TestUser) => (await test.as(user).call(push.get)).body.silent_hours
    expect(await hoursOf(owner)).toEqual({ from: '21:00', to: '07:00' })
    expect(await hoursOf(manager)).toBeNull()
    expect((await set(owner, { from: '07:00', to: '07:00' })).status).toBe(422)
    expect((await set(owner, null)).status).toBe(200)
    expect(await hoursOf(owner)).toBeNull()
  })

  it('hold back what comes over the night in which clocks go forward, which then arrives once', async () => {
    const practice = await given.practice()
    await sql`update users set time_zone = 'America/Denver' where id = ${practice.owner.id}`.execute(test.connection.db)
    const browser = await pushing.turnOn(practice.owner)
    await set(practice.owner, { from: '21:00', to: '07:00' })
    await pushing.read(practice.owner, await pushing.tell(practice.owner, practice, 'approved'))
    // Half past ten in the evening; at seven it is one hour of sleep less.
    setClock(() => new Date('2026-03-08T05:30:00Z'))
    await pushing.tell(practice.owner, practice)
    await waitFor(async () => expect(await pushesFor(browser)).toMatchObject([{ queued: false, sent: false }]))
    expect((await pushesFor(browser))[0]!.due_at.toISOString()).toBe('2026-03-08T13:00:00.000Z')
    setClock(() => new Date('2026-03-08T12:59:00Z'))
    await wake(test.connection.db)
    expect(service.calls(browser)).toBe(0)
    setClock(() => new Date('2026-03-08T13:00:00Z'))
    await wake(test.connection.db)
    await wake(test.connection.db)
    await waitFor(() => expect(pushing.arrivedAt(browser)).toHaveLength(1))
    await pushing.settled(browser)
    expect(service.calls(browser)).toBe(1)
  })

  it('what was read in them is not shown after them', async () => {
    const practice = await given.practice()
    const browser = await pushing.turnOn(practice.owner)
    await set(practice.owner, { from: '00:00', to: '23:59' })
    await pushing.tell(practice.owner, practice, 'approved')
    setClock(() => new Date('2026-06-10T18:00:00Z'))
    const notice = await pushing.tell(practice.owner, practice)
    await waitFor(async () => expect(await pushesFor(browser)).toMatchObject([{ queued: false }]))
    await pushing.read(practice.owner, notice)
    setClock(() => new Date('2026-06-11T05:59:30Z'))
    await wake(test.connection.db)
    await pushing.settled(browser)
    expect([service.calls(browser), await pushesFor(browser)]).toEqual([0, []])
  })
})

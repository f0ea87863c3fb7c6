import { auth } from '@archwire/contract/auth/routes.ts'
import { notifications } from '@archwire/contract/notifications/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { push } from '@archwire/contract/push/routes.ts'
import { settings } from '@archwire/contract/settings/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSession, voidAccess } from '../../src/modules/auth/index.ts'
import { notify } from '../../src/modules/notifications/index.ts'
import { deliverPush } from '../../src/modules/push/deliver.ts'
import { sweep } from '../../src/modules/upkeep/sweep.ts'
import { webPusher } from '../../src/services/push/web-push.ts'
import type { TestApp, TestUser } from '../app.ts'
import type { Given } from '../given.ts'
import { openPushing, waitFor, type Pushing } from './pushing.ts'
import type { PushService } from './push-service.ts'

/** Who hears what in a browser (`notices/push`): what a push service and a phone see of it. */
let pushing: Pushing
let test: TestApp
let given: Given
let service: PushService
beforeAll(async () => {
  pushing = await openPushing()
  ;({ test, given, service } = pushing)
})
afterAll(() => pushing.close())

describe('what a browser hears', () => {
  it('a setup that waits: a general sentence and a number, and of the case nothing at all', async () => {
    const practice = await given.practice()
    const browser = await pushing.turnOn(practice.owner)
    const form = { user_id: practice.owner.id, first_name: 'Zebulon', last_name: 'Quincewood' }
    const testCase = await given.case({ practice, stage: 'awaiting_approval', form })
    await waitFor(() => expect(pushing.arrivedAt(browser)).toHaveLength(1))
    const [shown] = pushing.arrivedAt(browser)
    expect(shown).toEqual({ id: expect.any(Number), text: 'A setup waits for your approval.' })
    const { body } = await test.as(practice.owner).call(notifications.list)
    const notice = body.notifications.find(({ id }) => id === shown!.id)!
    expect(notice).toMatchObject({ type: 'ready', link: `/patient-details/${testCase.id}` })
    await waitFor(async () => expect((await pushing.browsersOf(practice.owner))[0]!.last_pushed_at).not.toBeNull())

    const { rows } = await sql<Record<string, string>>`
      select p.case_number_text, p.doctor_notes, o.name, o.account_number, f.name from patients p
      join organizations o on o.id = p.organization_id
      left join patient_files f on f.organization_id = p.organization_id and f.patient_id = p.id
      where p.id = ${testCase.id}`.execute(test.connection.db)
    const secrets = [
      'Zebulon',
      'Quincewood',
      `C-${testCase.id}`,
      notice.link,
      ...rows.flatMap((row) => Object.values(row)),
    ]
    for (const secret of secrets.filter((text) => text && text.length > 2))
      for (const { text, raw } of service.arrived.filter(({ browser: name }) => name === browser.name))
        expect(`${text} ${raw}`).not.toContain(secret)
  })

  it('why a case is on hold stays in the bell', async () => {
    const practice = await given.practice()
    const testCase = await given.case({ practice, stage: 'in_progress' })
    const browser = await pushing.turnOn(practice.owner)
    const supervisor = await given.user('supervisor')
    const body = { on_hold: true, reason: 'The scan of Zebulon is torn', should_notify_doctor: true }
    const held = await test.as(supervisor).call(patients.toggleHold, { params: { id: testCase.id }, body })
    expect(held.status, JSON.stringify(held.body)).toBe(200)
    await waitFor(() =>
      expect(pushing.arrivedAt(browser).map(({ text }) => text)).toEqual(['A case is on hold and needs your help.']),
    )
    expect(service.arrived.at(-1)!.text).not.toContain('torn')
  })

  it('changes are asked of the technician; what only tells pushes nothing', async () => {
    const practice = await given.practice()
    const tech = await given.user('tech_support')
    const testCase = await given.case({ practice, stage: 'awaiting_approval', tech })
    const [asked, manager] = [await pushing.turnOn(tech), await pushing.turnOn(practice.manager)]
    await pushing.tell(practice.manager, practice, 'approved')
    await test.connection.db.transaction().execute((trx) =>
      notify(trx, {
        kind: null,
        type: 'changes_requested',
        at: new Date(),
        organizationId: practice.id,
        patient: { id: testCase.id, name: 'Zora' },
        historyId: null,
        by: practice.manager.id,
        bell: [tech, practice.manager].map(({ id }) => ({ user: id, message: 'x', link: '/' })),
      }),
    )
    await waitFor(() =>
      expect(pushing.arrivedAt(asked).map(({ text }) => text)).toEqual(['A doctor asks for changes.']),
    )
    // Who asked for them knows, and an approval waits for no one.
    await pushing.settled(manager)
    expect(pushing.arrivedAt(manager)).toEqual([])
  })

  it('each browser of a person hears; what was read in the meantime, and what repeats, is not pushed', async () => {
    const practice = await given.practice()
    const [phone, laptop] = [await pushing.turnOn(practice.owner), await pushing.turnOn(practice.owner)]
    const notice = await pushing.tell(practice.owner, practice)
    await waitFor(() =>
      expect([pushing.arrivedAt(phone), pushing.arrivedAt(laptop)].map((list) => list.length)).toEqual([1, 1]),
    )
    await pushing.settled(phone)
    await deliverPush(
      { db: test.connection.db, pusher: webPusher(test.config.push!, { call: service.call }), labZone: 'UTC' },
      { notification_id: notice, browser_id: phone.id },
    )
    expect(pushing.arrivedAt(phone)).toHaveLength(1)

    service.behave(phone, 500, 201)
    const read = await pushing.tell(practice.owner, practice)
    await waitFor(() => expect(service.calls(phone)).toBe(2))
    await pushing.read(practice.owner, read)
    await pushing.settled(phone)
    expect(pushing.arrivedAt(phone)).toHaveLength(1)
  })

  it('who has left the practice hears of its cases no more', async () => {
    const practice = await given.practice()
    const browser = await pushing.turnOn(practice.assistant)
    await sql`delete from memberships where user_id = ${practice.assistant.id}`.execute(test.connection.db)
    await pushing.tell(practice.assistant, practice)
    await pushing.settled(browser)
    expect(service.calls(browser)).toBe(0)
  })
})

describe('whose a browser is', () => {
  it('one’s own alone: no one sees or removes another’s', async () => {
    const practice = await given.practice()
    const browser = await pushing.turnOn(practice.owner, service.browser('Safari on iPhone'))
    expect(await pushing.browsersOf(practice.owner)).toMatchObject([
      { id: browser.id, name: 'Safari on iPhone', is_this: true },
    ])
    expect(await pushing.browsersOf(practice.manager)).toEqual([])
    const remove = (user: TestUser) => test.as(user).call(push.removeBrowser, { params: { id: browser.id } })
    expect((await remove(practice.manager)).status).toBe(404)
    expect((await remove(await given.user('super_admin'))).status).toBe(404)
    expect((await remove(practice.owner)).status).toBe(200)
    expect((await remove(practice.owner)).status).toBe(404)
    await pushing.tell(practice.owner, practice)
    expect(service.calls(browser)).toBe(0)
  })

  it('a browser in which someone else turns them on is theirs', async () => {
    const practice = await given.practice()
    const browser = service.browser()
    await pushing.turnOn(practice.owner, browser)
    await pushing.turnOn(practice.manager, browser)
    expect(
      [await pushing.browsersOf(practice.owner), await pushing.browsersOf(practice.manager)].map(
        ({ length }) => length,
      ),
    ).toEqual([0, 1])
    await pushing.tell(practice.owner, practice)
    await pushing.tell(practice.manager, practice)
    await waitFor(() => expect(pushing.arrivedAt(browser)).toHaveLength(1))
  })

  it('ten browsers, and turning one on again is none more', async () => {
    const practice = await given.practice()
    const browsers = Array.from({ length: 11 }, () => service.browser())
    for (const browser of browsers.slice(0, 10)) await pushing.turnOn(practice.owner, browser)
    await pushing.turnOn(practice.owner, browsers[3])
    const answer = await test.as(practice.owner).call(push.addBrowser, { body: browsers[10]!.body })
    expect(answer).toMatchObject({ status: 409, body: { error: expect.stringContaining('10 browsers') } })
    expect(await pushing.browsersOf(practice.owner)).toHaveLength(10)
  })

  it.each([
    ['a sign-out', async (user: TestUser) => void (await test.as(user).call(auth.logout))],
    [
      'a new password',
      async (user: TestUser) => test.connection.db.transaction().execute((trx) => voidAccess(trx, user.id)),
    ],
    [
      'an archived account',
      async (user: TestUser) =>
        void (await sql`update users set deleted_at = now() where id = ${user.id}`.execute(test.connection.db)),
    ],
  ])('%s ends it, also for what is on its way', async (_what, end) => {
    const practice = await given.practice()
    const browser = await pushing.turnOn(practice.owner)
    // The first try fails, so that the message is on its way when the session ends.
    service.behave(browser, 500, 201)
    await pushing.tell(practice.owner, practice)
    await waitFor(() => expect(service.calls(browser)).toBe(1))
    await end(practice.owner)
    await pushing.tell(practice.owner, practice)
    await pushing.settled(browser)
    expect(pushing.arrivedAt(browser)).toEqual([])
  })

  it('an expired session still gets pushes, to be read after the sign-in', async () => {
    const practice = await given.practice()
    const browser = await pushing.turnOn(practice.owner)
    await sql`update sessions set expires_at = now() - interval '1 hour' where user_id = ${practice.owner.id}`.execute(
      test.connection.db,
    )
    await pushing.tell(practice.owner, practice)
    await waitFor(() => expect(pushing.arrivedAt(browser)).toHaveLength(1))
  })

  it('is another session’s after the next sign-in in that browser', async () => {
    const practice = await given.practice()
    const browser = service.browser()
    await pushing.turnOn(practice.owner, browser)
    const next = await startSession(
      test.connection.db,
      { userId: practice.owner.id, role: null, rememberMe: false, management: false, address: '', userAgent: 'phone' },
      test.config,
    )
    const headers = { authorization: `Bearer ${next.token}` }
    const listed = await test.as(null).call(push.get, {}, headers)
    expect(listed.body.browsers).toMatchObject([{ is_this: false }])
    await test.as(null).call(push.addBrowser, { body: browser.body }, headers)
    expect((await test.as(null).call(push.get, {}, headers)).body.browsers).toMatchObject([{ is_this: true }])
  })
})

it('a server without a key offers nothing, and says so where it is asked', async () => {
  const { owner } = await given.practice()
  expect((await test.as(owner).call(settings.get)).body.settings.pushes).toBe(true)
  expect((await test.as(owner).call(push.get)).body.public_key).toBe(test.config.push!.publicKey)
})

it('no log holds an address of a browser, a key, or a text of a case', () => {
  expect(pushing.logged()).not.toMatch(/push\.test\/send|Zora|Zebulon|torn|p256dh":"B/)
})

it('a day after a session was ended its browsers are forgotten, and a month after what they were told', async () => {
  const practice = await given.practice()
  const [gone, here] = [await pushing.turnOn(practice.manager), await pushing.turnOn(practice.owner)]
  await pushing.tell(practice.owner, practice)
  await waitFor(() => expect(pushing.arrivedAt(here)).toHaveLength(1))
  await pushing.settled(here)
  const { db } = test.connection
  await sql`update sessions set revoked_at = now() - interval '25 hours' where user_id = ${practice.manager.id}`.execute(
    db,
  )
  await sql`update pushes set due_at = now() - interval '31 days' where browser_id = ${here.id}`.execute(db)
  await sweep(db, test.storage)
  const { rows } = await sql<{ id: number; pushes: number }>`
    select b.id, (select count(*)::int from pushes p where p.browser_id = b.id) as pushes from push_browsers b
    where b.id in (${gone.id}, ${here.id})`.execute(db)
  expect(rows).toEqual([{ id: here.id, pushes: 0 }])
})

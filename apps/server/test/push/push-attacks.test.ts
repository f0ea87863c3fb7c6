import { notifications } from '@archwire/contract/notifications/routes.ts'
import { push } from '@archwire/contract/push/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { crowd } from '../crowd.ts'
import type { TestApp } from '../app.ts'
import type { Given } from '../given.ts'
import { openPushing, waitFor, type Pushing } from './pushing.ts'
import type { PushService } from './push-service.ts'
import { updateRows } from '../shown-case.ts'
import { talking } from '../talking.ts'

/** What someone tries with push who means no good, or is only quick. */
let pushing: Pushing
let test: TestApp
let given: Given
let service: PushService
beforeAll(async () => {
  pushing = await openPushing()
  ;({ test, given, service } = pushing)
})
afterAll(() => pushing.close())

it('browsers turned on at once, each under a key of its own, wait for one another and none is refused', async () => {
  const { owner } = await given.practice()
  const browsers = Array.from({ length: 10 }, () => service.browser())
  const answers = await Promise.all(
    browsers.map(({ name, body }) =>
      test.as(owner).call(push.addBrowser, { body }, { 'idempotency-key': `turn-on-${name}`.slice(0, 100) }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(browsers.map(() => 200))
  expect(await pushing.browsersOf(owner)).toHaveLength(10)
})

it('fifty calls at once never make an eleventh browser', async () => {
  const { owner } = await given.practice()
  const browsers = Array.from({ length: 25 }, () => service.browser())
  await crowd(25, (index) => test.as(owner).call(push.addBrowser, { body: browsers[index]!.body }))
  expect((await pushing.browsersOf(owner)).length).toBeLessThanOrEqual(10)
})

it('one browser turned on by two people at once is one person’s', async () => {
  const practice = await given.practice()
  const { body } = service.browser()
  const people = [practice.owner, practice.manager]
  const answers = await Promise.all(people.map((who) => test.as(who).call(push.addBrowser, { body })))
  for (const { status } of answers) expect([200, 409]).toContain(status)
  const lists = await Promise.all(people.map((who) => pushing.browsersOf(who)))
  expect(lists.flat()).toHaveLength(1)
})

it('many messages about a case are one notice in a browser, and each tap on it leads to the conversation', async () => {
  const tech = await given.user('tech_support')
  const talk = talking(test, given, tech)
  const testCase = await talk.workedOn()
  const { owner } = testCase.practice
  const browser = await pushing.turnOn(owner)
  await talk.say(tech, testCase, 'One')
  await waitFor(() => expect(pushing.arrivedAt(browser)).toHaveLength(1))
  await pushing.settled(browser)
  await talk.say(tech, testCase, 'Two')
  await waitFor(() => expect(pushing.arrivedAt(browser)).toHaveLength(2))
  const [first, second] = pushing.arrivedAt(browser)
  // The number is what a browser knows a notice by: the second one takes the place of the first.
  expect(second!.id).toBe(first!.id)
  const tapped = await test.as(owner).call(notifications.markAsRead, { params: { id: first!.id } })
  expect([tapped.status, tapped.body.notification.message]).toEqual([200, expect.stringContaining('Two')])
  await talk.say(tech, testCase, 'Three')
  await waitFor(() => expect(pushing.arrivedAt(browser)).toHaveLength(3))
  expect(pushing.arrivedAt(browser)[2]!.id).not.toBe(first!.id)
})

it.each([
  'https://127.0.0.1/send',
  'https://2130706433/send',
  'https://0x7f.1/send',
  'https://[::1]/send',
  'https://[::ffff:127.0.0.1]/send',
  'https://push.test./send',
  'https://push.test.evil.example/send',
  'https://evil-push.test/send',
  'https://push.test@evil.example/send',
  'https://user:pass@push.test/send',
  'https://push.test:8443/send',
  'https://push.test%2eevil.example/send',
  'https://push.test\\@evil.example/send',
  'https://push.test#@evil.example/send',
  'https://push.test?@evil.example/send',
  'https://push\u3002test/send',
  'https://\u0440ush.test/send',
  'https://.push.apple.com/send',
  'https://push.apple.com/send',
  'https://evil.push.apple.com.evil.example/send',
  'http://push.test/send',
  'HTTPS://localhost/send',
  '//push.test/send',
  'https:push.test/send',
  'https:///push.test/send',
  ' https://push.test/send',
  'https://push.test/send\r\nx: y',
  'file:///etc/passwd',
])('%j is called by nobody', async (endpoint) => {
  const { owner } = await given.practice()
  const { body } = service.browser()
  const answer = await test.as(owner).call(push.addBrowser, { body: { ...body, endpoint } })
  expect([endpoint, answer.status]).toEqual([endpoint, 422])
  expect(await pushing.browsersOf(owner)).toEqual([])
})

it('who no longer sees the one case that was told hears nothing of it, though still of the practice', async () => {
  const practice = await given.practice()
  const tech = await given.user('tech_support')
  const talk = talking(test, given, tech)
  const testCase = await given.case({ practice, form: { user_id: practice.member.id } })
  const browser = await pushing.turnOn(practice.member)
  service.behave(browser, 500, 201)
  await talk.say(tech, testCase, 'Hello')
  await waitFor(() => expect(service.calls(browser)).toBe(1))
  await updateRows(
    test,
    testCase.id,
    sql`update patients set user_id = ${practice.owner.id}, created_by_user_id = ${practice.owner.id} where id = ${testCase.id}`,
  )
  await pushing.settled(browser)
  expect(pushing.arrivedAt(browser)).toEqual([])
})

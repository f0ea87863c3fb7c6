import { notifications } from '@archwire/contract/notifications/routes.ts'
import { push } from '@archwire/contract/push/routes.ts'
import { sql } from 'kysely'
import { expect, inject, vi } from 'vitest'
import { createDatabase, dropDatabase } from '../../../../tools/test-database.ts'
import { notify } from '../../src/modules/notifications/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'
import { host, openPushService, type PushedBrowser, type PushService } from './push-service.ts'
import { retryNow } from '../retry-now.ts'

/** The portal with a worker and a push service of its own, and what people, modules and phones do with them. */
export interface Pushing {
  test: TestApp
  given: Given
  service: PushService
  /** What the server logged. */
  logged(): string
  /** Turns notices on in a browser of this person. */
  turnOn(user: TestUser, browser?: PushedBrowser): Promise<PushedBrowser & { id: number }>
  browsersOf(user: TestUser): Promise<{ id: number; name: string; is_this: boolean; last_pushed_at: string | null }[]>
  /** What reached a browser, opened. */
  arrivedAt(browser: PushedBrowser): { id: number; text: string }[]
  /** Tells a person something about a case, as modules do; returns the notification. */
  tell(user: TestUser, practice: GivenPractice, type?: string): Promise<number>
  read(user: TestUser, id: number): Promise<void>
  /** Until it is so, while what failed is tried again without the seconds in between. */
  afterRetries(act: () => unknown): Promise<unknown>
  /** Until nothing is on its way to a browser: neither in the outbox nor with a job. */
  settled(browser: { id: number }): Promise<void>
  close(): Promise<void>
}

export const waitFor = (act: () => unknown): Promise<unknown> => vi.waitFor(act, { timeout: 60_000, interval: 100 })

export async function openPushing(): Promise<Pushing> {
  let test: TestApp
  let log = ''
  const service = await openPushService(() => test.config.push!.publicKey)
  // A worker of another test would take the jobs, and reach no browser of this one.
  const ownerUrl = await createDatabase(inject('clusterUrl'), undefined, inject('template'))
  test = await openTestApp({
    ownerUrl,
    worker: true,
    push: service.call,
    environment: { PUSH_HOSTS: `${host},*.push.apple.com`, LOG_LEVEL: 'info' },
    logTo: { write: (line) => void (log += line) },
  })
  const given = givenIn(test)
  const { db } = test.connection
  const cases = new Map<number, Promise<GivenCase>>()
  const afterRetries = (act: () => unknown) =>
    waitFor(async () => {
      await retryNow(test.connection, 'push.%')
      await act()
    })
  return {
    test,
    given,
    service,
    logged: () => log,
    async turnOn(user, browser = service.browser()) {
      const answer = await test.as(user).call(push.addBrowser, { body: browser.body })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return { ...browser, id: answer.body.browser.id }
    },
    browsersOf: async (user) => (await test.as(user).call(push.get)).body.browsers,
    arrivedAt: ({ name }) =>
      service.arrived
        .filter(({ browser }) => browser === name)
        .map(({ text }) => JSON.parse(text) as { id: number; text: string }),
    async tell(user, practice, type = 'message') {
      const known = cases.get(practice.id) ?? given.case({ practice })
      cases.set(practice.id, known)
      const { id } = await known
      await db.transaction().execute((trx) =>
        notify(trx, {
          kind: null,
          type,
          at: new Date(),
          organizationId: practice.id,
          patient: { id, name: 'Zora Zimmer' },
          historyId: null,
          by: null,
          bell: [{ user: user.id, message: 'Zora Zimmer: why?', link: `/patient-details/${id}` }],
        }),
      )
      const { rows } = await sql<{ id: number }>`
        select max(id)::int as id from notifications where user_id = ${user.id}`.execute(db)
      return rows[0]!.id
    },
    read: async (user, id) => void (await test.as(user).call(notifications.markAsRead, { params: { id } })),
    afterRetries,
    settled: async ({ id }) =>
      void (await afterRetries(async () => {
        const { rows } = await sql`select 1 from outbox where name like 'push.%'
          union all select 1 from pgboss.job
          where name in ('push.spread', 'push.deliver') and state in ('created', 'active', 'retry')
            and coalesce((data ->> 'browser_id')::int, ${id}) = ${id}`.execute(db)
        expect(rows).toEqual([])
      })),
    async close() {
      await test.close()
      await service.close()
      await dropDatabase(inject('clusterUrl'), new URL(ownerUrl).pathname.slice(1))
    },
  }
}

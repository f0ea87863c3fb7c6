import { join } from 'node:path'
import { test as base, expect, type BrowserContext, type ConsoleMessage, type Page } from '@playwright/test'
import { readConfig } from '../apps/server/src/config.ts'
import { connect, type Db } from '../apps/server/src/db/client.ts'
import { emailOf } from '../apps/server/src/demo/people.ts'
import { startSession } from '../apps/server/src/modules/auth/index.ts'
import { openDatabase } from '../apps/server/src/runtime.ts'
import { openStorage } from '../apps/server/src/services/storage/index.ts'
import type { TestApp, TestUser } from '../apps/server/test/app.ts'
import { givenIn, type Given } from '../apps/server/test/given.ts'
import { portalOfThisWorker, screenshots } from './portal/place.ts'

export { expect }

/** The running portal, and what a journey may put into its database beforehand. */
export interface Portal {
  url: string
  /** The address of the payment provider's stand-in: its page lists what was charged. */
  payments: string
  given: Given
  db: Db
  /** A person of the demo data by key, for example `doctor` or `tech`. */
  person(key: string): Promise<TestUser>
  /** The organization that a demo person belongs to. */
  organizationOf(key: string): Promise<number>
  /** A session of this person, as its cookie's value. */
  session(user: TestUser): Promise<string>
}

/** What a page logs that no one expects; a journey fails with it. */
export interface Watch {
  /** Errors that belong to this journey: text of the message, or of the address that failed. */
  expect(pattern: RegExp): void
}

interface Fixtures {
  watch: Watch
  /** Signs this context in as a person of the demo data, or one that `given` made, without the sign-in page. */
  signIn(who: string | TestUser, context?: BrowserContext): Promise<void>
  /** Another person's browser beside this one, watched and closed like it; `expected` errors belong to the journey. */
  browserOf(who: string | TestUser | null, ...expected: RegExp[]): Promise<Page>
  /** Keeps a picture in test-results/screenshots when `PICTURES=1` asks for them: painting costs as much as a click. */
  picture(page: Page, name: string, options?: { fullPage?: boolean }): Promise<void>
}

/** The rows of a case list: every row that has cells, so neither the head nor the placeholder of what still loads. */
export const casesIn = (page: Page) =>
  page
    .getByRole('table', { name: 'Patients' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

/** What the browser logs of answers that are no errors. */
const alwaysExpected = [
  // The question who is signed in, on a sign-in page.
  /401 .*\/api\/v1\/me$/,
  // A page tells that it has drawn a setup when that has just been decided on, or replaced.
  /409 .*\/api\/v1\/patients\/\d+\/setup_shown$/,
]

export const test = base.extend<Fixtures, { portal: Portal }>({
  portal: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of a fixture's needs from a pattern
    async ({}, use) => {
      const { url, payments, environment } = portalOfThisWorker()
      const config = readConfig(environment)
      const { appUrl } = await openDatabase(config)
      const connection = connect(appUrl, { pool: 2, name: 'archwire-e2e' })
      const storage = openStorage(config)
      const find = (key: string) =>
        connection.db
          .selectFrom('users as u')
          .leftJoin('memberships as m', 'm.user_id', 'u.id')
          .select(['u.id', 'u.role', 'm.organization_id'])
          .where('u.email', '=', emailOf(key))
          .executeTakeFirstOrThrow()
      await use({
        url,
        payments,
        db: connection.db,
        given: givenIn({ connection, storage, config } as unknown as TestApp),
        person: async (key) => find(key),
        organizationOf: async (key) => (await find(key)).organization_id!,
        session: async ({ id }) =>
          (
            await startSession(
              connection.db,
              { userId: id, role: null, rememberMe: false, management: false, address: '', userAgent: 'journey' },
              config,
            )
          ).token,
      })
      await connection.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
  watch: [
    async ({ context }, use) => {
      const watched = watchOver(context)
      await use(watched)
      watched.check()
    },
    { auto: true },
  ],
  signIn: async ({ context, portal }, use) => {
    await use(async (who, where = context) => {
      const user = typeof who === 'string' ? await portal.person(who) : who
      await where.addCookies([
        {
          name: 'archwire_session',
          value: await portal.session(user),
          url: portal.url,
          httpOnly: true,
          sameSite: 'Strict',
        },
      ])
    })
  },
  browserOf: async ({ browser, contextOptions, viewport, signIn, portal, locale, timezoneId }, use) => {
    const opened: { context: BrowserContext; watched: ReturnType<typeof watchOver> }[] = []
    await use(async (who, ...expected) => {
      const context = await browser.newContext({ ...contextOptions, viewport, locale, timezoneId, baseURL: portal.url })
      const watched = watchOver(context)
      for (const pattern of expected) watched.expect(pattern)
      opened.push({ context, watched })
      if (who !== null) await signIn(who, context)
      return context.newPage()
    })
    for (const { context } of opened) await context.close()
    for (const { watched } of opened) watched.check()
  },
  // oxlint-disable-next-line no-empty-pattern -- see above
  picture: async ({}, use, { project }) => {
    await use(async (page, name, options) => {
      if (!process.env.PICTURES) return
      // The shell sticks to the window: a long picture begins at the top.
      if (options?.fullPage) await page.evaluate(() => window.scrollTo(0, 0))
      await page.screenshot({
        // Packed in a quarter of the time that a PNG takes.
        path: join(screenshots, `${project.name}-${name}.jpg`),
        quality: 80,
        animations: 'disabled',
        // A picture waits until all that was drawn before is drawn; without a graphics processor that takes seconds.
        timeout: 60_000,
        ...options,
      })
    })
  },
})

/** Collects what every page of a context says that it should not: errors, refusals of the security policy. */
function watchOver(context: BrowserContext): Watch & { check(): void } {
  const expected = [...alwaysExpected]
  const unexpected: string[] = []
  const note = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) unexpected.push(text)
  }
  context.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error') note(`${message.text()} ${message.location().url}`)
  })
  context.on('weberror', (error) => note(String(error.error().stack ?? error.error())))
  return {
    expect: (pattern) => expected.push(pattern),
    check: () => expect(unexpected, 'errors that the browser logged').toEqual([]),
  }
}

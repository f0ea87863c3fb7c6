import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Browser, CDPSession, ElementHandle, Page, Response } from '@playwright/test'
import { sessionCookie } from '../../../apps/server/src/http/session-cookie.ts'
import { openPage } from '../browser.ts'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

interface Options {
  /** The folder of a built client; everything but calls comes from it. */
  client: string
  url: string
  token: string
  /** The list's address. */
  path: string
}

interface ListAnswer {
  patients: { id: number; case_number_text: string | null }[]
}

/** A list of cases in a browser, as a client draws it whose files need not be those that the server holds. */
export interface ListPage {
  page: Page
  /** The list's next answers have another case number in their first row. */
  changeARow(): string
  /** Milliseconds of script on the page's thread while `act` went on and until the page was at rest. */
  scriptTime(act: () => Promise<unknown>): Promise<number>
  /** Clicks a button by its name; looked for once, because looking is script, too. */
  press(name: string): Promise<void>
  /** Waits for the list's next answer. */
  nextAnswer(): Promise<Response>
  close(): Promise<void>
}

const isList = ({ pathname }: URL) => /^\/api\/v1\/(organizations\/\d+\/)?patients$/.test(pathname)

export async function openListPage(browser: Browser, { client, url, token, path }: Options): Promise<ListPage> {
  const page = await openPage(browser, url, { name: sessionCookie, value: token })
  let number: string | undefined
  let changes = 0
  await page.route(/./, async (route) => {
    const asked = new URL(route.request().url())
    if (isList(asked) && number !== undefined) {
      const response = await route.fetch()
      const answer = (await response.json()) as ListAnswer
      answer.patients[0]!.case_number_text = number
      return route.fulfill({ response, json: answer })
    }
    if (asked.pathname.startsWith('/api/') || asked.pathname.startsWith('/storage/')) return route.continue()
    const file = extname(asked.pathname) === '' ? 'index.html' : asked.pathname
    await route.fulfill({ body: readFileSync(join(client, file)), contentType: types[extname(file)] ?? '' })
  })
  await page.goto(`${url}${path}`)
  await page.locator('[data-row]').nth(199).waitFor()
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await atRest(page, session)
  const buttons = new Map<string, ElementHandle>()
  return {
    page,
    changeARow: () => (number = `changed ${(changes += 1)}`),
    async scriptTime(act) {
      const before = await scriptMs(session)
      await act()
      await atRest(page, session)
      return (await scriptMs(session)) - before
    },
    async press(name) {
      const button = buttons.get(name) ?? (await page.getByRole('button', { name, exact: true }).elementHandle())
      buttons.set(name, button!)
      await button!.click()
    },
    nextAnswer: () => page.waitForResponse((response) => isList(new URL(response.url()))),
    close: () => page.context().close(),
  }
}

/** Chromium's own count of the time in which scripts ran. */
async function scriptMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'ScriptDuration')!.value * 1000
}

/** Until nothing is asked for any more and for 300 ms hardly any script ran. */
async function atRest(page: Page, session: CDPSession): Promise<void> {
  for (let before = -1, ran = await scriptMs(session); ran - before > 0.5; ran = await scriptMs(session)) {
    before = ran
    await page.waitForTimeout(300)
  }
}

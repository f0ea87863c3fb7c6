import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { buildWeb } from '../../web-build.ts'
import { openBrowser } from '../browser.ts'
import { median } from '../load.ts'
import { openBenchPortal, type BenchPortal } from '../portal.ts'
import { buildEarlierClient } from './earlier-client.ts'
import { openListPage, type ListPage } from './list-page.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const folder = join(root, '.cache', 'bench')

/** The last commit whose lists drew all of their rows again whenever anything changed. */
const before = 'e51f09bd'
const most = 0.35
const rounds = 7

interface Scenario {
  what: string
  list: 'lab' | 'practice'
  act: (list: ListPage, round: number) => Promise<unknown>
}

const refreshed = ({ press, nextAnswer }: ListPage) => Promise.all([nextAnswer(), press('Refresh')])

const scenarios: Scenario[] = [
  { what: 'refreshed, nothing has changed', list: 'lab', act: refreshed },
  {
    what: 'refreshed, one row has changed',
    list: 'lab',
    act: async (list) => {
      const number = list.changeARow()
      await refreshed(list)
      await list.page.getByText(number).waitFor()
    },
  },
  {
    what: 'a row is opened or closed',
    list: 'lab',
    act: ({ page }) => page.locator('[data-row]').nth(1).locator('td').nth(3).click(),
  },
  {
    what: 'sorted the other way',
    list: 'lab',
    act: async ({ page, press }, round) => {
      await press('Patient')
      await page.waitForURL(round % 2 === 0 ? /order=asc/ : /order=desc/)
    },
  },
  {
    what: 'something else is searched for',
    list: 'practice',
    act: async ({ page }, round) => {
      const text = round % 2 === 0 ? 'ada' : 'case'
      await page.getByPlaceholder('Search patients').fill(text)
      await page.waitForURL(new RegExp(`=${text}`))
    },
  },
]

/**
 * Script time of a list of 200 cases as it draws itself again, now and as the client was before its rows were drawn each
 * for itself, in turns (docs/bench.md).
 */
export async function webSuite(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const say = (text: string) => process.stderr.write(`${text}\n`)
  buildWeb()
  say(`building the client of ${before}`)
  const clients = { before: buildEarlierClient(before), now: join(root, 'apps', 'web', 'dist') }
  const portal = await openBenchPortal({ name: 'web-portal', port: 14_832, cases: 200 })
  const browser = await openBrowser()
  try {
    const lists = ['lab', 'practice'] as const
    const lines: Line[] = []
    for (const list of lists) {
      const pages = {
        before: await openList(browser, portal, clients.before, list),
        now: await openList(browser, portal, clients.now, list),
      }
      for (const scenario of scenarios.filter((each) => each.list === list)) {
        say(scenario.what)
        lines.push(await measured(scenario, pages))
      }
      await Promise.all([pages.before.close(), pages.now.close()])
    }
    report(lines)
  } finally {
    await browser.close()
    await portal.close()
  }
}

const openList = (browser: Browser, { url, token, labToken }: BenchPortal, client: string, list: 'lab' | 'practice') =>
  openListPage(browser, {
    client,
    url,
    ...(list === 'lab'
      ? { token: labToken, path: '/patients-page?perPage=200' }
      : { token, path: '/patients?perPage=200' }),
  })

interface Line {
  what: string
  before: number[]
  now: number[]
  ratio: number
}

/** Both clients in turns; the first round, in which code is compiled, does not count. */
async function measured({ what, act }: Scenario, pages: { before: ListPage; now: ListPage }): Promise<Line> {
  const times = { before: [] as number[], now: [] as number[] }
  for (let round = 0; round <= rounds; round += 1)
    for (const side of ['before', 'now'] as const) {
      const ms = await pages[side].scriptTime(() => act(pages[side], round))
      if (round > 0) times[side].push(ms)
    }
  return { what, ...times, ratio: median(times.now) / median(times.before) }
}

function report(lines: Line[]): void {
  const ms = (times: number[]) => median(times).toFixed(1)
  console.log(
    [
      '',
      '| a list of 200 cases draws itself again | before, ms of script | now | ratio | target | |',
      '| --- | --- | --- | --- | --- | --- |',
      ...lines.map(
        ({ what, ratio, ...times }) =>
          `| ${what} | ${ms(times.before)} | ${ms(times.now)} | ${ratio.toFixed(2)} | ≤ ${most} | ${ratio <= most ? 'met' : 'missed'} |`,
      ),
      '',
      `before: ${before}; medians of ${rounds} rounds in turns`,
      `${lines.filter(({ ratio }) => ratio <= most).length} of ${lines.length} targets met`,
    ].join('\n'),
  )
  writeFileSync(join(folder, 'web.json'), JSON.stringify({ at: new Date(), lines }, null, 1))
}

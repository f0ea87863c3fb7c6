import type { Page } from '@playwright/test'
import { QUIET_MS } from '../../apps/web/src/lib/use-deferred-import.ts'
import { watchScripts, type Script } from '../script-watch.ts'
import { expect, test } from '../journey.ts'

/**
 * Kilobytes of script, compressed as served. The base is what every page behind the sign-in loads: the first script, the
 * router with the descriptions of all pages, and the shell. A page's own part is what it loads besides. Pages that are
 * open without a session have a router of their own.
 */
const budget = { signIn: 120, base: 185, page: 21, viewer: 190 }
/** From this share of a budget on a warning is printed. */
const nearly = 0.95

const isViewer = ({ name }: Script) => /^(viewer-(?!frame)|read-scan\.worker)/.test(name)
const isStatistics = ({ name }: Script) => name.startsWith('statistics-')
const weightOf = (scripts: readonly Script[]) => scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024

function expectWithin(what: string, scripts: readonly Script[], limit: number): void {
  expect(scripts.length, what).toBeGreaterThan(0)
  for (const { name, bytes, encoding } of scripts) {
    expect(encoding, `encoding of ${name}`).toBe('gzip')
    expect(bytes, `size of ${name}`).toBeGreaterThan(0)
  }
  const kilobytes = weightOf(scripts)
  console.log(`    ${what}: ${kilobytes.toFixed(1)} KB of script, at most ${limit}`)
  if (kilobytes > nearly * limit) console.warn(`    Warning: ${what} is above ${nearly * 100} % of its budget.`)
  const names = scripts.map(({ name, bytes }) => `${name} ${bytes}`).join(', ')
  expect(kilobytes, `${what}: ${names}`).toBeLessThanOrEqual(limit)
}

/**
 * Opens an address as a document of its own; returns what it loaded. Parts that load a second after the page do not count.
 * On a slow machine that second ends before the page is shown: here it never ends.
 */
async function loadedBy(page: Page, path: string, shown: (page: Page) => Promise<void>): Promise<Script[]> {
  await page.addInitScript((quietMs) => {
    const start = window.setTimeout
    window.setTimeout = ((act: TimerHandler, ms?: number, ...more: unknown[]) =>
      ms === quietMs ? 0 : start(act, ms, ...more)) as typeof setTimeout
  }, QUIET_MS)
  const loaded = watchScripts(page)
  await page.goto(path)
  await shown(page)
  await page.waitForLoadState('load')
  return (await loaded()).scripts
}
const firstCell = (page: Page) => expect(page.getByRole('table').getByRole('cell').first()).toBeVisible()

/** The budgets are in gzip, which every browser takes; what comes as brotli is lighter still. */
test.beforeEach(({ context }) => context.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' }))

test('the sign-in page is light', async ({ page }) => {
  const scripts = await loadedBy(page, '/login', () =>
    expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible(),
  )
  expectWithin('sign-in page', scripts, budget.signIn)
  expect(scripts.filter(isViewer)).toEqual([])
  expect(scripts.filter(({ name }) => /^(router|pages)-/.test(name))).toEqual([])
})

test('what all pages load is light, and so is what each loads besides', async ({ signIn, browser, portal }) => {
  const pages = [
    { who: 'tech', path: '/patients-page' },
    { who: 'doctor', path: '/patients' },
    { who: 'doctor', path: '/locations' },
    { who: 'doctor', path: '/requests' },
    { who: 'supervisor', path: '/promotion-codes' },
    { who: 'supervisor', path: '/organizations' },
    { who: 'supervisor', path: '/dashboard' },
  ]
  const loaded: Script[][] = []
  for (const { who, path } of pages) {
    // Each in a browser that has nothing of the others in its cache.
    const context = await browser.newContext({
      baseURL: portal.url,
      serviceWorkers: 'block',
      extraHTTPHeaders: { 'accept-encoding': 'gzip' },
    })
    await signIn(who, context)
    loaded.push(await loadedBy(await context.newPage(), path, firstCell))
    await context.close()
  }
  const inAll = (script: Script) => loaded.every((scripts) => scripts.some(({ name }) => name === script.name))
  expectWithin('base of all pages', loaded[0]!.filter(inAll), budget.base)
  for (const [at, { path }] of pages.entries()) {
    expectWithin(
      `${path} besides`,
      loaded[at]!.filter((script) => !inAll(script)),
      budget.page,
    )
    expect(loaded[at]!.filter(isViewer), 'the viewer waits until it is opened').toEqual([])
    expect(loaded[at]!.filter(isStatistics), 'the plots wait for the statistics').toEqual([])
  }
})

test('the plots of the dashboard come only with the statistics', { tag: '@long' }, async ({ page, signIn }) => {
  await signIn('supervisor')
  const loaded = watchScripts(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('table', { name: 'Latest Patients' }).getByRole('cell').first()).toBeVisible()
  await page.waitForLoadState('load')
  expect((await loaded()).scripts.filter(isStatistics)).toEqual([])
  await page.getByRole('button', { name: 'Statistics' }).click()
  await expect(page.getByRole('link', { name: /^Total cases/ })).toBeVisible()
  expect((await loaded()).scripts.filter(isStatistics)).toHaveLength(1)
})

test('the viewer costs something only when it is opened', async ({ page, portal, signIn }) => {
  const { given } = portal
  const practice = await given.practice()
  const testCase = await given.case({ practice, stage: 'awaiting_approval' })
  await signIn(practice.owner)
  const loaded = watchScripts(page)
  await page.goto(`/patient-details/${testCase.id}`)
  const frame = page.frameLocator('iframe[title^="3D view"]')
  await expect(frame.locator('canvas')).toBeVisible({ timeout: 30_000 })
  const { scripts } = await loaded()
  expectWithin('viewer', scripts.filter(isViewer), budget.viewer)
})

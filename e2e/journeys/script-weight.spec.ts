import { watchScripts, type Script } from '../script-watch.ts'
import { casesIn, expect, test } from '../journey.ts'

/**
 * Kilobytes of script, compressed as served, that a page may cost. They hold when more pages stand: no page's list of files
 * is in the first script (apps/web/build), and menus load their library when one is opened (ui/menu).
 */
const budget = { signIn: 120, list: 210, viewer: 190 }

const isViewer = ({ name }: Script) => /^(viewer-(?!frame)|read-scan\.worker)/.test(name)
const say = (what: string, kilobytes: number, limit: number) =>
  console.log(`    ${what}: ${kilobytes.toFixed(1)} KB of script, at most ${limit}`)

function expectServedCompressed(scripts: Script[]): void {
  expect(scripts.length).toBeGreaterThan(0)
  for (const { name, bytes, encoding } of scripts) {
    expect(encoding, `encoding of ${name}`).toBe('gzip')
    expect(bytes, `size of ${name}`).toBeGreaterThan(0)
  }
}

/** The budgets are in gzip, which every browser takes; what comes as brotli is lighter still. */
test.beforeEach(({ context }) => context.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' }))

test('the sign-in page is light', async ({ page }) => {
  const loaded = watchScripts(page)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const { scripts, kilobytes } = await loaded()
  say('sign-in page', kilobytes, budget.signIn)
  expectServedCompressed(scripts)
  expect(kilobytes).toBeLessThanOrEqual(budget.signIn)
  expect(scripts.filter(isViewer)).toEqual([])
})

for (const { who, path } of [
  { who: 'tech', path: '/patients-page' },
  { who: 'doctor', path: '/patients' },
  { who: 'doctor', path: '/locations' },
  { who: 'doctor', path: '/requests' },
  { who: 'supervisor', path: '/promotion-codes' },
])
  test(`the list of ${path} is light`, async ({ page, signIn }) => {
    await signIn(who)
    const loaded = watchScripts(page)
    await page.goto(path)
    await expect(page.getByRole('table').getByRole('cell').first()).toBeVisible()
    await page.waitForLoadState('load')
    const { scripts, kilobytes } = await loaded()
    say(path, kilobytes, budget.list)
    expectServedCompressed(scripts)
    expect(kilobytes).toBeLessThanOrEqual(budget.list)
    expect(scripts.filter(isViewer), 'the viewer waits until it is opened').toEqual([])
  })

test('the dashboard is light, and its plots come only with the statistics', async ({ page, signIn }) => {
  await signIn('supervisor')
  const loaded = watchScripts(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('table', { name: 'Latest Patients' }).getByRole('cell').first()).toBeVisible()
  await page.waitForLoadState('load')
  const { scripts, kilobytes } = await loaded()
  say('/dashboard', kilobytes, budget.list)
  expectServedCompressed(scripts)
  expect(kilobytes).toBeLessThanOrEqual(budget.list)
  const isStatistics = ({ name }: Script) => name.startsWith('statistics-')
  expect(scripts.filter(isStatistics)).toEqual([])
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
  await page.goto('/patients')
  await expect(casesIn(page).first()).toBeVisible()
  const before = (await loaded()).scripts
  expect(before.filter(isViewer)).toEqual([])

  await page.goto(`/patient-details/${testCase.id}`)
  const frame = page.frameLocator('iframe[title^="3D view"]')
  await expect(frame.locator('canvas')).toBeVisible({ timeout: 30_000 })
  const { scripts } = await loaded()
  const ofViewer = scripts.filter((script) => !before.some(({ name }) => name === script.name)).filter(isViewer)
  const kilobytes = ofViewer.reduce((sum, { bytes }) => sum + bytes, 0) / 1024
  say('viewer', kilobytes, budget.viewer)
  expectServedCompressed(ofViewer)
  expect(kilobytes).toBeLessThanOrEqual(budget.viewer)
})

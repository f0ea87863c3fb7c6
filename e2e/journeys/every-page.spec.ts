import type { Page } from '@playwright/test'
import { seriousInBoth, seriousOnPhone } from '../axe.ts'
import { expectFitForPhone, expectNoSidewaysScroll } from '../fit-for-phone.ts'
import { expect, test, type Portal } from '../journey.ts'
import { moved, watchShifts } from '../layout-shift.ts'
import { everyRecord } from '../people/every-record.ts'
import { goWithin } from '../people/go-within.ts'
import { builtScreens, holdsNeeds, mayOpen, type Screen, type Visitor } from '../screens.ts'

/**
 * What every page owes everyone: a heading, no serious finding of axe in either color scheme, no sideways scroll, nothing
 * that moves while it loads and room for fingers on a phone, and nothing in the browser's console. A page of the table (`screens.ts`) is looked at here
 * without a line of its own.
 */
const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

/** Pages that lead on, and where to; `/empty` shows nothing. */
const leadsTo: Record<string, RegExp> = {
  '/notices/$id': /^\/patient-details\/\d+$/,
  '/patients-page/trays/$number': /^\/case-trays\/\d+$/,
  '/start-case': /^\/organizations\/\d+\/rx-forms\/add$/,
}
const withoutContent = new Set(['/empty'])

/** The first of these people who may open a page looks at it; a case's pages and the reports are others for the lab. */
const people: Record<'visitor' | 'owner' | 'admin', Visitor | null> = {
  visitor: null,
  owner: { role: 'doctor', membership: 'organization_owner' },
  admin: { role: 'admin' },
}
const ofBoth = new Set(['/patient-details/$id', '/requests', '/requests/$id', '/reports'])

function looksAt(who: keyof typeof people, screen: Screen): boolean {
  const person = people[who]
  if (!person) return screen.who === 'visitors' || screen.who === 'everybody'
  if (screen.who === 'visitors' || screen.who === 'everybody') return false
  const may = mayOpen(screen, person) && holdsNeeds(screen, person)
  // An owner without statistics is led from the dashboard to the patients, the lab from these to its own list.
  if (screen.path === '/dashboard') return who === 'admin'
  return may && (who === 'owner' || ofBoth.has(screen.path) || !looksAt('owner', screen))
}
const pagesOf = (who: keyof typeof people) =>
  builtScreens.filter((screen) => looksAt(who, screen) && !withoutContent.has(screen.path))

/** Looks at a page as a touch screen shows it. */
async function withTouch(page: Page, look: () => Promise<void>): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.waitForFunction(() => matchMedia('(pointer: coarse)').matches)
  await look()
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await devtools.detach()
}

/** Waits until a page has its heading and its data, and looks at it. */
async function lookAt(page: Page, { path }: Screen, address: string): Promise<void> {
  const { pathname, search } = new URL(address, page.url())
  await expect(page, address).toHaveURL(
    (url) => leadsTo[path]?.test(url.pathname) ?? (url.pathname === pathname && url.search.startsWith(search)),
  )
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading, address).toBeVisible()
  await expect(page.getByLabel('Loading')).toHaveCount(0)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByText('Loading the fields of the payment provider')).toHaveCount(0)
  if (path !== '/not-found') await expect(heading).not.toHaveText(/permission|Page Not Found|could not be shown/)
  // The page that it leads to is looked at by itself.
  if (leadsTo[path]) return
  await test.step('on a phone', async () => {
    expect.soft(await moved(page), `what moves at ${address} (screens/first-paint)`).toBeLessThanOrEqual(0.05)
    await withTouch(page, () => expectFitForPhone(page))
    expect.soft(await seriousOnPhone(page), `${address} on a phone, dark`).toEqual([])
  })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(desk)
  // A page that was just resized draws its list anew.
  await expectNoSidewaysScroll(page)
  expect.soft(await seriousInBoth(page, undefined, { whole: true }), `${address} at a desk`).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(phone)
}

let made: ReturnType<typeof everyRecord> | undefined
/** Made once: all that these tests do with the records is look at them. */
const records = (portal: Portal) => (made ??= everyRecord(portal))

/** A page as a phone in dark colors opens it. */
async function asPhone(page: Page): Promise<Page> {
  await watchShifts(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(phone)
  return page
}

test('every page has someone who looks at it', () => {
  const seen = new Set([...pagesOf('visitor'), ...pagesOf('owner'), ...pagesOf('admin')].map(({ path }) => path))
  const unseen = builtScreens.map(({ path }) => path).filter((path) => !seen.has(path) && !withoutContent.has(path))
  expect(unseen).toEqual([])
})

test('pages without a session', async ({ page, portal, watch }) => {
  // Links of mails without their token.
  watch.expect(/422 .*\/api\/v1\/(verify|cancel_email_change|organizations\/confirm_invitation)$/)
  watch.expect(/401 .*\/api\/v1\/me\/desktop_code$/)
  const { addressOf } = await records(portal)
  await asPhone(page)
  for (const screen of pagesOf('visitor'))
    await test.step(screen.path, async () => {
      const address = screen.path === '/reset-password' ? `${screen.path}?token=any` : addressOf(screen.path)
      await page.goto(address)
      await lookAt(page, screen, address)
    })
})

test('pages of a practice', async ({ page, portal, signIn, browserOf }) => {
  test.setTimeout(180_000)
  const { practice, unfinished, beforePurchase, addressOf } = await records(portal)
  await signIn(practice.owner)
  await asPhone(page)
  // The account setup continues at the payment method, whose form is looked at there, and at the order.
  const [entering, ordering] = [
    await asPhone(await browserOf(unfinished.owner)),
    await asPhone(await browserOf(beforePurchase.owner)),
  ]
  for (const screen of pagesOf('owner'))
    for (const part of ['', ...(screen.parts ?? [])])
      await test.step(`${screen.path}${part}`, async () => {
        const address = `${addressOf(screen.path)}${part}`
        const isSetup = screen.path === '/initial-setup'
        const looking = !isSetup ? page : /step=[23]/.test(part) ? ordering : entering
        await goWithin(looking, address)
        await lookAt(looking, screen, address)
      })
})

test('pages of the lab', async ({ page, portal, signIn }) => {
  test.setTimeout(180_000)
  const { addressOf } = await records(portal)
  await signIn('admin')
  await asPhone(page)
  for (const screen of pagesOf('admin'))
    await test.step(screen.path, async () => {
      const address = addressOf(screen.path)
      await goWithin(page, address)
      await lookAt(page, screen, address)
    })
})

import { sql } from 'kysely'
import { casesIn, expect, test } from '../journey.ts'

/** What the server remembers of the session's last input, moved into the past. */
const lastInput = (minutesAgo: number, userId: number) =>
  sql`update sessions set last_seen_at = now() - make_interval(mins => ${minutesAgo}) where user_id = ${userId}`

test(
  'a screen of the lab that nobody touches is cleared: no patient is left on it',
  { tag: '@long' },
  async ({ page, portal, signIn, watch }) => {
    // The list may ask once more before the stream says that the session is over.
    watch.expect(/401 .*\/api\/v1\/patients/)
    const tech = await portal.given.user('tech_support')
    const { id } = await portal.given.case()
    const { rows } = await sql<{ last_name: string }>`select last_name from patients where id = ${id}`.execute(
      portal.db,
    )
    await signIn(tech)
    await page.goto(`/patients-page?filter[search]=${encodeURIComponent(rows[0]!.last_name)}`)
    await expect(casesIn(page).first()).toContainText(rows[0]!.last_name)

    await test.step('what the page asks by itself keeps nobody signed in', async () => {
      await page.waitForTimeout(6_000)
      await lastInput(29, tech.id).execute(portal.db)
      const asked = page.waitForRequest((request) => request.url().includes('/api/v1/patients'))
      await sql`insert into outbox (kind, name, payload) values ('event', 'patient.changed', ${JSON.stringify({ id })}::jsonb)`.execute(
        portal.db,
      )
      expect((await asked).headers()['x-input']).toBeUndefined()
    })
    await test.step('a key does', async () => {
      const asked = page.waitForRequest((request) => request.headers()['x-input'] === '1')
      await page.keyboard.press('Shift')
      await page.getByRole('button', { name: 'Refresh', exact: true }).click()
      await (await asked).response()
    })
    await lastInput(31, tech.id).execute(portal.db)
    await expect(page).toHaveURL(/\/management/, { timeout: 6_000 })
    await expect(page.getByRole('heading', { name: 'Sign in to Admin Dashboard' })).toBeVisible()
    await expect(page.getByText('Your session has ended. Sign in to continue where you left off.')).toBeVisible()
    expect(await page.locator('body').textContent()).not.toContain(rows[0]!.last_name)
  },
)

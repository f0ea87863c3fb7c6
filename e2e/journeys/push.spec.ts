import { sql } from 'kysely'
import { seriousInBoth } from '../axe.ts'
import { expect, test, type Portal } from '../journey.ts'
import { workerAnswers } from '../people/app.ts'
import { deliver, keepNotifications, notificationsOn, tapNotification, withPushService } from '../people/push.ts'
import { field } from '../people/doctor.ts'

/** Notices in a browser: turned on, shown, tapped, turned off (`notices/push`, `notices/silent`). */

test.use({ serviceWorkers: 'allow' })

const newestNotice = async ({ db }: Portal, userId: number) => {
  const find = () =>
    sql<{ id: number }>`
      select id::int from notifications where user_id = ${userId} and type = 'ready' order by id desc limit 1`.execute(
      db,
    )
  await expect.poll(async () => (await find()).rows.length).toBe(1)
  return (await find()).rows[0]!.id
}

test(
  'a doctor turns notices on; one is shown without a name, and its tap opens the case',
  { tag: '@long' },
  async ({ page, watch, portal, signIn, picture }) => {
    const practice = await portal.given.practice()
    await withPushService(page)
    await signIn(practice.owner)
    await page.goto('/patients')
    await workerAnswers(page)
    await page.getByRole('button', { name: 'Notifications in this browser' }).click()
    const dialog = page.getByRole('dialog', { name: 'Notifications in your browsers' })
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await expect(dialog.getByText('Notifications are on.')).toBeVisible()
    await dialog.getByLabel('Until').fill('06:30')
    await dialog.getByRole('button', { name: 'Set' }).click()
    await expect(dialog.getByRole('button', { name: 'None' })).toBeVisible()
    expect(await seriousInBoth(page, (scheme) => picture(page, `push-settings-${scheme}`))).toEqual([])
    await page.emulateMedia({ colorScheme: null })
    const kept = await sql<{ starts_at: string; ends_at: string }>`
    select starts_at::text, ends_at::text from push_silent_hours where user_id = ${practice.owner.id}`.execute(
      portal.db,
    )
    expect(kept.rows).toEqual([{ starts_at: '20:00:00', ends_at: '06:30:00' }])
    await dialog.getByRole('button', { name: 'Close' }).click()

    const form = { user_id: practice.owner.id, first_name: 'Zora', last_name: 'Zimmer' }
    const testCase = await portal.given.case({ practice, stage: 'awaiting_approval', form })
    const id = await newestNotice(portal, practice.owner.id)
    const bell = page.getByRole('button', { name: /^Notifications, 1 unread/ })
    await expect(bell).toBeVisible()
    await keepNotifications(page)
    await deliver(page, { id, text: 'A setup waits for your approval.' })
    await expect
      .poll(() => notificationsOn(page))
      .toEqual([{ title: 'Archwire', body: 'A setup waits for your approval.' }])

    await test.step('the page that is open goes there, and asks before typed text is lost', async () => {
      await tapNotification(page)
      await expect(page).toHaveURL(new RegExp(`/patient-details/${testCase.id}$`))
      await expect(page.getByRole('heading', { name: 'Zora Zimmer', level: 1 })).toBeVisible()
      await expect(bell).toBeHidden()
      expect(await notificationsOn(page)).toEqual([])
    })

    await test.step('another person’s notice is not there', async () => {
      watch.expect(/404 .*\/api\/v1\/notifications\/|^ApiError: /)
      await page.goto('/notices/2000000000')
      await expect(page.getByRole('heading', { name: /not found|could not be shown|does not exist/i })).toBeVisible()
    })
  },
)

test(
  'who signs out hears no more, and the same person again after the next sign-in',
  { tag: '@long' },
  async ({ page, portal, signIn }) => {
    const practice = await portal.given.practice()
    await withPushService(page)
    await signIn(practice.owner)
    await page.goto('/patients')
    await workerAnswers(page)
    await page.getByRole('button', { name: 'Notifications in this browser' }).click()
    await page.getByRole('button', { name: 'Turn on' }).click()
    await expect(page.getByText('Notifications are on.')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    const hearing = async () =>
      (
        await sql`select 1 from push_browsers b join sessions s on s.id = b.session_id
        where b.user_id = ${practice.owner.id} and s.revoked_at is null`.execute(portal.db)
      ).rows.length
    expect(await hearing()).toBe(1)
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/login/)
    expect(await hearing()).toBe(0)

    await signIn(practice.manager)
    await page.goto('/patients')
    await expect(page.getByRole('button', { name: 'Notifications in this browser' })).toBeVisible()
    await expect(field(page, 'Search patients').or(page.getByRole('searchbox'))).toBeVisible()
    expect(await hearing()).toBe(0)

    await signIn(practice.owner)
    await page.goto('/patients')
    await expect.poll(hearing).toBe(1)
  },
)

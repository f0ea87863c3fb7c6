import { settings } from '@archwire/contract/settings/routes.ts'
import type { Page } from '@playwright/test'
import { addMember } from '../../apps/server/src/modules/organizations/index.ts'
import { seriousInBoth, seriousOn } from '../axe.ts'
import { casesIn, expect, test, type Portal } from '../journey.ts'
import { announcement, promotion } from '../people/shell.ts'

/** Writes an announcement as the lab's settings page will; returns what stood there. */
async function write(page: Page, portal: Portal, visibility: 'doctor' | 'internal', body: string): Promise<string> {
  const { announcements } = (await (await page.request.get('/api/v1/settings/announcements')).json()) as {
    announcements: { id: number; visibility: string; body: string }[]
  }
  const current = announcements.find((each) => each.visibility === visibility)!
  const answer = await page.request.put(
    `/api/v1${settings.saveAnnouncement.path.replace('{id}', String(current.id))}`,
    {
      data: { body },
      headers: { origin: portal.url },
    },
  )
  expect(answer.status()).toBe(200)
  return current.body
}

test('an announcement comes in live, stays away once dismissed, and comes back when it is changed', async ({
  page,
  portal,
  signIn,
  browserOf,
  picture,
}) => {
  const practice = await portal.given.practice()
  const testCase = await portal.given.case({ practice })
  await signIn(practice.owner)
  await page.goto('/patients')
  // Which holiday is next depends on the day.
  await expect(announcement(page)).toContainText(/The lab is closed on \w+day, /)
  await expect(announcement(page).getByRole('link')).toHaveAttribute('href', 'https://archwire.example/holidays')
  await expect(announcement(page).getByRole('link')).toHaveAttribute('rel', /noopener/)

  const tech = await browserOf('tech')
  await tech.goto('/patients-page')
  await expect(announcement(tech), 'the lab has its own').toContainText('Printer 3')
  const before = await write(
    tech,
    portal,
    'doctor',
    'Open again on Friday.\nNo <b>scans</b> from https://a.example, please.',
  )
  await expect(announcement(page)).toContainText('Open again on Friday.')
  await expect(announcement(page), 'words stay words').toContainText('<b>scans</b>')
  await expect(announcement(tech)).toContainText('Printer 3')
  await picture(page, 'announcement')

  await announcement(page).getByRole('button', { name: 'Dismiss the announcement' }).click()
  await expect(announcement(page)).toHaveCount(0)
  await page.goto(`/patient-details/${testCase.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(announcement(page)).toHaveCount(0)

  await write(tech, portal, 'doctor', before)
  await expect(announcement(page), 'above the details of a case, too').toContainText('The lab is closed')
  await write(tech, portal, 'doctor', '')
  await expect(announcement(page)).toHaveCount(0)
  await write(tech, portal, 'doctor', before)
  await page.goto(`/organizations/${practice.id}/rx-forms/add`)
  await expect(page.getByRole('heading', { name: 'Start A Case' })).toBeVisible()
  await expect(announcement(page), 'nowhere else').toHaveCount(0)
})

test(
  'the promotion is for practices, opens beside the portal, and can be put away for the session',
  { tag: '@long' },
  async ({ page, signIn, browserOf }) => {
    await signIn('doctor')
    await page.goto('/patients')
    await expect(casesIn(page).first()).toBeVisible()
    const link = promotion(page).getByRole('link')
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
    await expect(link).toHaveAttribute('href', 'https://aligners.archwire.example/welcome')
    await promotion(page).getByRole('button', { name: 'Close the promotion' }).click()
    await expect(promotion(page)).toHaveCount(0)
    await page.reload()
    await expect(casesIn(page).first()).toBeVisible()
    await expect(promotion(page)).toHaveCount(0)
    const tech = await browserOf('tech')
    await tech.goto('/account')
    await expect(tech.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(promotion(tech)).toHaveCount(0)
    await tech.getByRole('button', { name: 'Apps' }).click()
    await expect(tech.getByRole('menuitem', { name: 'Archwire Learning' })).toHaveAttribute(
      'href',
      'https://learning.archwire.example/',
    )
  },
)

test(
  'people with several organizations switch; lists start anew; with many of them one types',
  { tag: '@long' },
  async ({ page, portal, signIn, picture }) => {
    const { given } = portal
    const practices = [await given.practice(), await given.practice()]
    const { owner } = practices[0]!
    const join = (id: number) =>
      portal.db.transaction().execute((trx) => addMember(trx, id, owner.id, 'organization_manager'))
    await given.case({ practice: practices[0]!, form: { last_name: 'Firstly' } })
    await given.case({ practice: practices[1]!, form: { last_name: 'Secondly' } })
    await join(practices[1]!.id)
    await signIn(owner)
    await page.goto('/patients?filter[search]=first')
    await expect(casesIn(page)).toHaveCount(1)

    const open = page.getByRole('button', { name: /^Organization: / })
    await open.click()
    const list = page.getByRole('listbox', { name: 'Organizations' })
    await expect(list).toBeFocused()
    await expect(list.getByRole('option')).toHaveCount(2)
    expect(await seriousOn(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/patients$/)
    await expect(casesIn(page)).toHaveText([/Secondly/])
    await expect(page.getByRole('complementary', { name: 'Menu' })).toContainText('Manager')
    await page.reload()
    await expect(casesIn(page), 'this browser remembers').toHaveText([/Secondly/])

    for (let more = 0; more < 7; more += 1) await join((await given.practice()).id)
    const { account_number } = await portal.db
      .selectFrom('organizations')
      .select('account_number')
      .where('id', '=', practices[0]!.id)
      .executeTakeFirstOrThrow()
    await page.reload()
    await open.click()
    await page.getByRole('combobox', { name: 'Search your organizations' }).fill(account_number)
    await expect(list.getByRole('option')).toHaveCount(1)
    expect(await seriousOn(page)).toEqual([])
    await picture(page, 'switch-among-many')
    await page.keyboard.press('Enter')
    await expect(casesIn(page)).toHaveText([/Firstly/])
  },
)

test('the bell marks read what is opened with all about its case, and all at once, those out of sight too', async ({
  page,
  portal,
  signIn,
}) => {
  const practice = await portal.given.practice()
  const testCase = await portal.given.case({ practice })
  const notice = (count: number) =>
    portal.db
      .insertInto('notifications')
      .values(
        Array.from({ length: count }, (_, index) => ({
          user_id: practice.owner.id,
          type: 'case.ready',
          message: `Notice ${index + 1}`,
          link: `/patient-details/${testCase.id}`,
          organization_id: practice.id,
          // The newest two are about the case.
          patient_id: index < count - 2 ? null : testCase.id,
        })),
      )
      .execute()
  await notice(30)
  await signIn(practice.owner)
  await page.goto('/patients')
  const bell = page.getByRole('button', { name: /^Notifications(,|$)/ })
  await expect(bell).toHaveAccessibleName('Notifications, 30 unread')
  await bell.click()
  await expect(page.getByRole('button', { name: /^Notice 30/ })).toBeVisible()
  expect(await seriousInBoth(page)).toEqual([])
  await page.getByRole('button', { name: /^Notice 30/ }).click()
  await expect(page).toHaveURL(new RegExp(`/patient-details/${testCase.id}$`))
  await expect(bell).toHaveAccessibleName('Notifications, 28 unread')
  await bell.click()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell).toHaveAccessibleName('Notifications')
})

test('what stands around every page is accessible', { tag: '@long' }, async ({ page, signIn, browserOf, picture }) => {
  await signIn('doctor')
  await page.goto('/patients')
  await expect(casesIn(page).first()).toBeVisible()
  await expect(announcement(page)).toBeVisible()
  expect(await seriousInBoth(page, (scheme) => picture(page, `shell-practice-${scheme}`))).toEqual([])
  const admin = await browserOf('admin')
  await admin.goto('/patients-page')
  await admin.getByRole('button', { name: /^Organization filter/ }).click()
  await expect(admin.getByRole('listbox', { name: 'Organizations' }).getByRole('option').first()).toBeVisible()
  expect(await seriousInBoth(admin, (scheme) => picture(admin, `shell-lab-${scheme}`))).toEqual([])
})

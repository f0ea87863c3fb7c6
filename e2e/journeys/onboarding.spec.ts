import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { labScope } from '../../apps/server/src/db/scope.ts'
import { beginWaived } from '../../apps/server/src/modules/billing/index.ts'
import { expect, test } from '../journey.ts'
import { goWithin } from '../people/go-within.ts'

/** The practice completes its own step in the checklist. */
const markDone = async (checklist: ReturnType<Page['getByRole']>, label: string) => {
  const step = checklist.getByRole('listitem').filter({ hasText: label })
  await step.getByRole('button', { name: 'Mark as done' }).click()
  await expect(step.getByRole('button', { name: 'Mark as done' })).toHaveCount(0)
}

test('staff and the owner take a practice through all eleven steps', async ({
  page: owner,
  portal: { given, db },
  signIn,
  browserOf,
  picture,
}) => {
  const practice = await given.practice()
  await db
    .transaction()
    .execute((trx) => beginWaived(trx, { scope: labScope, now: new Date() }, practice.id, 'America/Denver'))
  await sql`update lab_settings set desktop_download_url = 'https://archwire.example/desktop',
    survey_url = 'https://archwire.example/survey'`.execute(db)
  const staff = await browserOf(await given.user('supervisor'))
  await staff.setViewportSize({ width: 1440, height: 900 })
  await owner.setViewportSize({ width: 1440, height: 900 })
  await signIn(practice.owner)
  const checklist = owner.getByRole('dialog', { name: 'Onboarding Checklist' })
  const complete = staff.getByRole('button', { name: 'Complete step' })
  const next = staff.locator('li[aria-current="step"]')

  await test.step('staff find the onboarding from the page of the practice, and by its name', async () => {
    await staff.goto(`/organizations/${practice.id}`)
    const name = (await staff.getByRole('heading', { level: 1 }).textContent())!
    await staff.getByRole('link', { name: 'Onboarding', exact: true }).click()
    await expect(staff.getByRole('heading', { name: 'Onboarding Organization' })).toBeVisible()
    await goWithin(staff, '/onboardings')
    await staff.getByRole('searchbox').fill(name)
    const row = staff.getByRole('row').filter({ hasText: name })
    await expect(row).toContainText('Pending')
    await expect(row).toContainText('Brackets - Choose brackets')
    await expect(staff).toHaveURL(/search_organization_name/)
    await picture(staff, 'onboardings')
    await row.getByRole('link', { name: 'Show the onboarding' }).click()
    await expect(next).toContainText('Choose brackets')
  })

  await test.step('the checklist opens by itself, once; the owner chooses and sends the brackets', async () => {
    await owner.goto('/patients')
    await expect(checklist).toBeVisible()
    await expect(checklist.getByRole('link', { name: 'Open bracket libraries' }).first()).toBeVisible()
    await picture(owner, 'checklist')
    await markDone(checklist, 'Choose brackets')
    const done = checklist.getByRole('button', { name: 'Mark as done' })
    await expect(done).toHaveAccessibleDescription('Tracking number is required.')
    const number = checklist.getByRole('textbox', { name: /Tracking number/ })
    await number.fill('1Z-99')
    await number.blur()
    await expect(checklist.getByText('Minimum of 6 characters.')).toBeVisible()
    await number.fill('1Z 999 AA1 0123')
    await expect(number).toHaveValue('1Z999AA10123')
    await markDone(checklist, 'Send brackets')
    await checklist.getByRole('button', { name: 'Close' }).click()
    await owner.reload()
    await expect(owner.getByRole('button', { name: /Getting started/ })).toContainText('2 of 11')
    await expect(checklist).toHaveCount(0)
  })

  await test.step('staff see it at once; the library needs its day', async () => {
    await expect(next).toContainText('Brackets received')
    await expect(staff.getByText('Tracking number: 1Z999AA10123')).toBeVisible()
    await complete.click()
    await expect(next).toContainText('Library built')
    await expect(complete).toHaveAccessibleDescription('Estimated completion date is required.')
    const day = next.getByRole('textbox', { name: /Estimated completion date/ })
    await day.fill('12/31/2099')
    await day.blur()
    await next.getByRole('button', { name: 'Save' }).click()
    await expect(staff.getByText('Onboarding details successfully updated.')).toBeVisible()
    await picture(staff, 'onboarding', { fullPage: true })
    await complete.click()
    await expect(next).toContainText('Install')
    await expect(staff.getByRole('button', { name: /Brackets.*4 of 4/ })).toHaveAttribute('aria-expanded', 'false')
  })

  await test.step('the owner installs, and the lab trains', async () => {
    await owner.getByRole('button', { name: /Getting started/ }).click()
    await expect(checklist.getByRole('link', { name: /Download the desktop application/ }).first()).toHaveAttribute(
      'href',
      'https://archwire.example/desktop',
    )
    await markDone(checklist, 'Install')
    for (const label of ['Activate', 'Training scheduled', 'Training done', 'Trays received']) {
      await expect(next).toContainText(label)
      await complete.click()
    }
    await expect(next).toContainText('First bonding')
  })

  await test.step('the owner ends it: everyone sees it completed', async () => {
    await markDone(checklist, 'First bonding')
    await markDone(checklist, 'Survey')
    await expect(checklist.getByText('All steps are completed. Thank you.')).toBeVisible()
    await picture(owner, 'checklist-completed')
    await checklist.getByRole('button', { name: 'Close' }).click()
    await expect(owner.getByRole('button', { name: /Getting started/ })).toHaveCount(0)
    await expect(staff.getByText('Completed', { exact: true })).toBeVisible()
    await expect(complete).toHaveCount(0)
    await picture(staff, 'onboarding-completed', { fullPage: true })
    // From its button it opens also afterwards.
    await goWithin(owner, '/account?tab=6')
    await owner.getByRole('button', { name: 'Onboarding Checklist' }).click()
    await expect(checklist.getByText('All steps are completed. Thank you.')).toBeVisible()
  })
})

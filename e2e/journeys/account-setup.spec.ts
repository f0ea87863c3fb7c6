import { sql } from 'kysely'
import { addMember } from '../../apps/server/src/modules/organizations/index.ts'
import { seriousOn } from '../axe.ts'
import { expect, test } from '../journey.ts'
import { goWithin } from '../people/go-within.ts'
import { finishSetup, palette, tellOrganizationChanged, withoutMainLocation } from '../people/shell.ts'

test.beforeEach(({ watch }) => watch.expect(/^(Refusal|ApiError): /))

test('an owner is led to the account setup until it is finished, and nowhere else', async ({
  page,
  portal,
  signIn,
  picture,
}) => {
  const practice = await portal.given.practice()
  await withoutMainLocation(portal, practice.id)
  await signIn(practice.owner)
  await page.goto('/')
  for (const path of ['/patients', `/organizations/${practice.id}/rx-forms/add`, '/']) {
    await goWithin(page, path)
    await expect(page, path).toHaveURL(/\/initial-setup$/)
  }
  await expect(page.getByRole('heading', { name: 'Account Setup', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Welcome', level: 2 })).toBeVisible()
  const bar = page.getByRole('navigation', { name: 'Steps of the account setup' })
  await expect(bar.getByRole('button')).toHaveText(['Account Details', 'Payment method'])
  await expect(page.getByText(/charged now/)).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Account Details', level: 2 })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Welcome', level: 2 })).toBeVisible()
  // The address leads no further than the setup has got.
  await goWithin(page, '/initial-setup?step=3')
  await expect(page).toHaveURL(/\/initial-setup\?step=1$/)
  await expect(page.getByRole('heading', { name: 'Account Details', level: 2 })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(0)
  await picture(page, 'account-setup')

  await test.step('the page goes on by itself once it is finished', async () => {
    await finishSetup(portal, practice.id)
    await expect(page).toHaveURL(/\/patients$/)
    await expect(page.getByRole('heading', { name: 'Patients', level: 1 })).toBeVisible()
    await goWithin(page, '/initial-setup')
    await expect(page).toHaveURL(/\/patients$/)
  })
})

test('members are told whom they wait for, and can leave or work elsewhere', async ({
  page,
  portal,
  signIn,
  browserOf,
  picture,
}) => {
  const practice = await portal.given.practice()
  const other = await portal.given.practice()
  await portal.db.transaction().execute((trx) => addMember(trx, other.id, practice.member.id, 'organization_member'))
  await withoutMainLocation(portal, practice.id)
  await signIn(practice.member)
  await page.goto('/patients')
  for (const path of ['/patients', '/initial-setup']) {
    await goWithin(page, path)
    await expect(page.getByRole('heading', { name: 'The account setup is not finished yet.' }), path).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Olga Owner')
  }
  expect(await seriousOn(page)).toEqual([])
  await picture(page, 'account-setup-of-others')
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('option', { name: /^Switch organization/ })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Organization: / }).click()
  await page.getByRole('option', { selected: false }).click()
  await expect(page).toHaveURL(/\/patients$/)
  await expect(page.getByRole('heading', { name: 'Patients', level: 1 })).toBeVisible()

  const manager = await browserOf(practice.manager)
  await manager.goto('/patients')
  await expect(manager.getByRole('heading', { name: 'The account setup is not finished yet.' })).toBeVisible()
  await finishSetup(portal, practice.id)
  await expect(manager.getByRole('heading', { name: 'Patients', level: 1 })).toBeVisible()
  await manager.getByRole('button', { name: 'Log out' }).click()
  await expect(manager).toHaveURL(/\/login$/)
})

test('an organization that is lost while its page is open is not replaced by another', async ({
  page,
  portal,
  signIn,
  watch,
  picture,
}) => {
  // The list may ask once more before it hears that it is none of its business.
  watch.expect(/40[34] .*\/api\/v1\/(organizations\/\d+\/|onboardings\?)/)
  const [first, second] = [await portal.given.practice(), await portal.given.practice()]
  await portal.given.case({ practice: first, form: { last_name: 'Openly' } })
  await portal.db.transaction().execute((trx) => addMember(trx, second.id, first.owner.id, 'organization_member'))
  const leave = async (id: number) => {
    await sql`delete from memberships where organization_id = ${id} and user_id = ${first.owner.id}`.execute(portal.db)
    await tellOrganizationChanged(portal, id)
  }
  await signIn(first.owner)
  await page.goto('/patients')
  await expect(page.getByText('Openly').first()).toBeVisible()
  await leave(first.id)
  await expect(page.getByRole('heading', { name: 'There is no organization selected.' })).toBeVisible()
  await expect(page.getByText('Openly')).toHaveCount(0)
  await picture(page, 'organization-lost')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Practice/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Patients', level: 1 })).toBeVisible()
  await leave(second.id)
  await expect(page.getByRole('heading', { name: "The user doesn't have organizations." })).toBeVisible()
})

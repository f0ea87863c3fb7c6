import type { Page } from '@playwright/test'
import { deleteLocation, updateLocation } from '../../apps/server/src/modules/locations/commands.ts'
import { expect, test } from '../journey.ts'

const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Locations' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
const toast = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words })

async function fillIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Location Name').fill(name)
  await page.getByLabel('First Name').fill('Ada')
  await page.getByLabel('Last Name').fill('Byron')
  await page.getByLabel('Email').fill('north@example.com')
  await page.getByLabel('Phone Number').fill('+1 (303) 555-0199')
  await page.getByLabel('Street Address').first().fill('9 North Road')
  await page.getByLabel('City').fill('Boulder')
  await page.getByLabel('State').selectOption('CO')
  await page.getByLabel('Zip Code').fill('80301')
}

test('an owner adds a location, corrects it, makes it the main one and deletes the other', async ({
  page,
  portal,
  signIn,
  picture,
}) => {
  const practice = await portal.given.practice()
  await signIn(practice.owner)
  await page.goto('/patients')
  await page.getByRole('navigation').getByRole('link', { name: 'Locations' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Main')

  await test.step('what is wrong stands at its field, Save waits until it is right', async () => {
    await page.getByRole('link', { name: 'Create Location' }).click()
    await expect(page.getByLabel('Country')).toHaveValue('USA')
    await fillIn(page, 'North branch')
    await page.getByLabel('Phone Number').fill('+1 303 555 0199 x12')
    await page.getByLabel('Phone Number').blur()
    await expect(page.getByText('Enter the number without its extension.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create' })).toBeDisabled()
    await page.getByLabel('Phone Number').fill('+1 (303) 555-0199')
    await expect(page.getByLabel('Phone Number')).toHaveValue('+1 (303) 555-0199')
    await page.getByLabel('Mia Member').check()
    await picture(page, 'location-add', { fullPage: true })
  })

  await test.step('who leaves is asked, who creates is not', async () => {
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(toast(page, 'The location is added.')).toBeVisible()
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page).first()).toContainText('North branch')
    await picture(page, 'locations')
  })

  await test.step('is opened by its name, and follows what others change while nothing is typed', async () => {
    await page.getByRole('link', { name: 'North branch' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('North branch')
    await expect(page.getByLabel('Mia Member')).toBeChecked()
    const id = Number(/(\d+)$/.exec(page.url())![1])
    const { db } = portal
    const told = async (city: string) => {
      await db.transaction().execute(async (trx) => {
        const actor = await portal.given.actor(practice.manager)
        await updateLocation(trx, actor, id, { city })
      })
    }
    await told('Golden')
    await expect(page.getByLabel('City')).toHaveValue('Golden')
    await page.getByLabel('Location Name').fill('Northern branch')
    await told('Vail')
    await expect(page.getByText('Someone else changed this location in the meantime.')).toBeVisible()
    await expect(page.getByLabel('City')).toHaveValue('Golden')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    // Only what was typed is kept: nobody takes back what a colleague did elsewhere on the form.
    await expect(page.getByLabel('City')).toHaveValue('Vail')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Northern branch')
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  })

  await test.step('becomes the main location; the one before can go', async () => {
    // What was typed before stays, and one's own button is nobody else's change.
    await page.getByLabel('Location Name').fill('Northernmost branch')
    await page.getByRole('button', { name: 'Make main location' }).click()
    await expect(page.getByText('Main location', { exact: true })).toBeVisible()
    await expect(page.getByText('Someone else changed')).toHaveCount(0)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Northernmost branch')
    await expect(page.getByRole('button', { name: 'Make main location' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Delete' })).toBeDisabled()
    await page.getByRole('button', { name: 'Delete' }).hover()
    await expect(page.getByRole('tooltip')).toHaveText(
      'This is the main location. Make another one the main location first.',
    )
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Locations' }).click()
    await rows(page).filter({ hasText: '1 Main Street' }).getByRole('link', { name: 'Show' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete this location?' }).getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'The location is deleted.')).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
  })

  await test.step('is found by its contact, a second after the last key; Clear Filters brings all back', async () => {
    await page.getByRole('searchbox', { name: 'Search by location info' }).fill('nobody of that name')
    await expect(page.getByText('No location matches.')).toBeVisible()
    await expect(page).toHaveURL(/search=nobody/)
    await page.getByRole('button', { name: 'Clear Filters' }).click()
    await expect(rows(page)).toHaveCount(1)
  })
})

test(
  'the lab changes a practice’s locations; who may not, reads',
  { tag: '@long' },
  async ({ page, portal, signIn, browserOf, picture, watch }) => {
    // A location that a colleague deletes while it is open.
    watch.expect(/404 .*\/api\/v1\/locations\/\d+$/)
    // An organization that does not exist.
    watch.expect(/404 .*\/organizations\/999999\/current_user_permissions$/)
    const practice = await portal.given.practice()
    await portal.given.case({ practice })
    const listAddress = `/organizations/${practice.id}/locations`
    await signIn('supervisor')
    await page.goto(listAddress)
    await expect(page.getByRole('link', { name: 'Create Location' })).toBeVisible()
    await rows(page).first().click()
    await expect(page.getByLabel('City')).toHaveValue('Denver')
    const tech = await browserOf('tech')
    await tech.goto(page.url())
    await expect(tech.getByText('1 Main Street, Denver, CO 80202, USA').first()).toBeVisible()
    await expect(tech.getByRole('button', { name: 'Save' })).toHaveCount(0)
    // There is no way back to a list that is not theirs.
    await expect(tech.getByRole('navigation', { name: 'Breadcrumb' })).toHaveCount(0)
    await picture(tech, 'location-facts')

    await page.goto('/organizations/999999/locations')
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()

    const branch = await portal.given.location(practice)
    await page.goto(`${listAddress}/${branch}`)
    await page.getByLabel('City').fill('Aspen')
    const owner = await portal.given.actor(practice.owner)
    await portal.db.transaction().execute((trx) => deleteLocation(trx, owner, branch))
    await expect(page.getByText('This location was deleted, or you no longer')).toBeVisible()
    await expect(page.getByLabel('City')).toHaveValue('Aspen')
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  },
)

test(
  'an address that open work needs is locked for members, in words',
  { tag: '@long' },
  async ({ page, portal, signIn, picture }) => {
    const practice = await portal.given.practice()
    await portal.given.case({ practice })
    await portal.db
      .updateTable('memberships')
      .set({ custom_permissions: ['organization.locations.update'] })
      .where('organization_id', '=', practice.id)
      .where('user_id', '=', practice.member.id)
      .execute()
    await signIn(practice.member)
    await page.goto('/locations')
    await rows(page).first().click()
    await expect(page.getByText('The address modification has been disabled while all your requests')).toBeVisible()
    await expect(page.getByLabel('City')).not.toBeEditable()
    await expect(page.getByLabel('State')).toBeDisabled()
    await picture(page, 'location-locked', { fullPage: true })
    await page.getByLabel('Location Name').fill('Head office')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Head office')
  },
)

test(
  'a draft goes on through a location that is still one’s own',
  { tag: '@long' },
  async ({ page, portal, signIn }) => {
    const practice = await portal.given.practice()
    const [branch, other] = [await portal.given.location(practice), await portal.given.location(practice)]
    await signIn(practice.member)
    await page.goto(`/organizations/${practice.id}/rx-forms/add`)
    await page.getByLabel('Location').selectOption({ index: 0 })
    await page.getByLabel('First Name').fill('Ada')
    await expect(page.getByText('Draft saved')).toBeVisible()
    const owner = await portal.given.actor(practice.owner)
    await portal.db.transaction().execute(async (trx) => {
      for (const id of [branch, other]) await updateLocation(trx, owner, id, { users: [practice.member.id] })
    })
    await page.reload()
    await expect(page.getByLabel('First Name')).toHaveValue('Ada')
    await expect(page.getByLabel('Location')).toHaveValue(String(branch))
  },
)

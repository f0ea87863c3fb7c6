import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { expect, test, type Portal } from '../journey.ts'
import { goWithin } from '../people/go-within.ts'

const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Requests' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

const printing = { export_type: 1, print_assignment: 1, insert_brackets_assignment: 1, shipping_method: 'standard' }

const heightsOf = (page: Page) => rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))

/** A practice with a print for each of these patients. */
async function printsOf({ given }: Portal, ...names: string[]) {
  const practice = await given.practice()
  for (const last_name of names)
    await given.case({ practice, stage: 'approved', form: { ...printing, last_name } as object })
  return practice
}

test('a practice follows its prints in one list', async ({ page, portal, signIn, browserOf, picture }) => {
  const long = 'Wolfeschlegelsteinhausenbergerdorff'
  const practice = await printsOf(portal, 'Alder', 'Birch', long)
  await signIn(practice.owner)
  await page.goto('/patients')
  await page.getByRole('navigation').getByRole('link', { name: 'Requests' }).click()
  await expect(page).toHaveTitle(/^(\(\d+\) )?Requests/)
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).first()).toContainText(`${long}, Ada`)
  await expect(rows(page).first()).toContainText('Pending')
  await expect(rows(page).first()).toContainText('Trays')
  expect(await heightsOf(page)).toEqual([40, 40, 40])
  await picture(page, 'requests')
  await page.emulateMedia({ colorScheme: 'light' })

  await test.step('finds one, opens it, and comes back to what was found', async () => {
    await page.getByPlaceholder('Search patients').fill('alder')
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('link', { name: 'Alder, Ada' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Alder')
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Requests' }).click()
    await expect(page.getByPlaceholder('Search patients')).toHaveValue('alder')
    await expect(rows(page)).toHaveCount(1)
  })

  await test.step('a long tracking number stays in its line', async () => {
    await sql`update printing_requests set tracking_number = 'TRACK-9400-1118-9956-2000-0000-1234-5678-9012-3456-7890'
      where patient_id in (select id from patients where organization_id = ${practice.id} and last_name = 'Birch')`.execute(
      portal.db,
    )
    await goWithin(page, '/requests')
    const parcel = rows(page).getByText(/^TRACK-9400/)
    await expect(parcel).toHaveAttribute('title', /7890$/)
    expect(await heightsOf(page)).toEqual([40, 40, 40])
    await picture(page, 'requests-long-number')
    await sql`update printing_requests set tracking_number = null where organization_id = ${practice.id}`.execute(
      portal.db,
    )
  })

  await test.step('sees at once what the lab does, and by state', async () => {
    await goWithin(page, '/requests')
    await expect(rows(page)).toHaveCount(3)
    const lab = await browserOf('supervisor')
    await lab.goto(`/requests?filter[search]=birch&chosen_wi_organization_id=${practice.id}`)
    await expect(rows(lab)).toHaveCount(1)
    expect(await heightsOf(lab)).toEqual([40])
    expect((await rows(lab).boundingBox())!.y).toBeLessThan(300)
    await picture(lab, 'requests-of-the-lab')
    await rows(lab).first().click()
    await lab.getByRole('button', { name: 'Cancel request' }).click()
    await lab.getByRole('dialog').getByRole('button').last().click()
    const birch = rows(page).filter({ hasText: 'Birch' })
    await expect(birch).toContainText('Canceled')
    const tabs = page.getByRole('group', { name: 'Status' })
    await tabs.getByRole('button', { name: 'Canceled' }).click()
    await expect(rows(page)).toHaveCount(1)
    await tabs.getByRole('button', { name: 'Completed' }).click()
    await expect(page.getByText('No request matches.')).toBeVisible()
    await page.goBack()
    await expect(birch).toBeVisible()
  })
})

test(
  'where nothing was printed yet, the list says what it is for',
  { tag: '@long' },
  async ({ page, portal, signIn, picture }) => {
    const practice = await portal.given.practice()
    await signIn(practice.owner)
    await page.goto('/requests')
    await expect(page.getByText('No requests found.')).toBeVisible()
    await picture(page, 'requests-empty')
  },
)

test(
  'what cannot be loaded says so, and comes when it can',
  { tag: '@long' },
  async ({ page, portal, signIn, watch }) => {
    watch.expect(/500 .*customer_requests/)
    const practice = await printsOf(portal, 'Cedar')
    await signIn(practice.owner)
    await page.route('**/customer_requests?**', (route) =>
      route.fulfill({ status: 500, json: { error: 'Something went wrong.', code: 500 } }),
    )
    await page.goto('/requests')
    await expect(page.getByText('Something went wrong.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await page.unroute('**/customer_requests?**')
    await page.reload()
    await expect(rows(page)).toHaveCount(1)
  },
)

test('a member with own cases is offered no search by doctor', { tag: '@long' }, async ({ page, portal, signIn }) => {
  const practice = await printsOf(portal, 'Dogwood')
  await signIn(practice.member)
  await page.goto('/requests')
  await expect(page.getByText('No requests found.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Doctor' })).toHaveCount(0)
})

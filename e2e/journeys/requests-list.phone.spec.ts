import { seriousInBoth } from '../axe.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'

test('the list of requests fits a phone', async ({ page, portal, signIn, picture }) => {
  const practice = await portal.given.practice()
  const print = { export_type: 1, print_assignment: 1, insert_brackets_assignment: 1, shipping_method: 'standard' }
  for (const last_name of ['Alder', 'Wolfeschlegelsteinhausenbergerdorff'])
    await portal.given.case({ practice, stage: 'approved', form: { ...print, last_name } as object })
  await signIn(practice.owner)
  await page.goto('/requests')
  const items = page.getByRole('list', { name: 'Requests' }).getByRole('listitem')
  await expect(items).toHaveCount(2)
  await expectFitForPhone(page)
  expect(await seriousInBoth(page, (scheme) => picture(page, `requests-${scheme}`))).toEqual([])
  await items.filter({ hasText: 'Alder' }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Alder')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Requests' }).tap()
  await expect(items).toHaveCount(2)
})

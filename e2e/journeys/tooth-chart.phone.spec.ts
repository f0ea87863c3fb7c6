import { seriousInBoth } from '../axe.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'

test('on a phone teeth are chosen by touch, each as large as a finger', async ({ page, portal, signIn, picture }) => {
  const { given } = portal
  const practice = await given.practice()
  const { id, rxFormId } = await given.case({ practice, stage: 'in_progress' })
  await signIn(practice.owner)
  await page.goto(`/rx-forms/${rxFormId}/modify`)
  await page.getByText('Tooth chart (optional)').tap()
  const grid = page.getByRole('grid', { name: 'Teeth' })
  await expect(grid).toBeVisible()
  for (const tooth of await grid.getByRole('gridcell').all()) {
    const { width, height } = (await tooth.boundingBox())!
    expect(Math.min(width, height), (await tooth.getAttribute('aria-label')) ?? '').toBeGreaterThanOrEqual(40)
  }
  await grid.scrollIntoViewIfNeeded()
  await expectFitForPhone(page)

  await grid.getByRole('gridcell', { name: /^Tooth 5,/ }).tap()
  await grid.getByRole('gridcell', { name: /^Tooth 12,/ }).tap()
  const two = page.getByRole('group', { name: '2 teeth: 5, 12' })
  await two.getByRole('button', { name: 'To extract' }).tap()
  await expect(two.getByRole('button', { name: 'Done' })).toBeInViewport({ ratio: 1 })
  await picture(page, 'tooth-chart-chosen')
  // Something was said of these two: the next one is another choice.
  await grid.getByRole('gridcell', { name: /^Tooth 30,/ }).tap()
  const molar = page.getByRole('group', { name: 'Tooth 30' })
  await molar.getByRole('button', { name: 'No bracket' }).tap()
  await expect(molar.getByRole('button', { name: 'No bracket' })).toHaveAttribute('aria-pressed', 'true')
  await molar.getByLabel('Note').fill('Crown')
  expect(await seriousInBoth(page)).toEqual([])
  await molar.getByRole('button', { name: 'Done' }).tap()
  await page.getByRole('checkbox', { name: 'Deciduous teeth' }).tap()
  await expect(grid.getByRole('gridcell', { name: /^Tooth A,/ })).toBeVisible()
  await picture(page, 'tooth-chart-deciduous', { fullPage: true })
  await expectFitForPhone(page)

  const changes = page.getByRole('region', { name: 'Your changes' })
  await expect(changes).toContainText('Teeth (Universal)')
  await expect(changes).toContainText('5, 12: to be extracted; 30: no bracket, “Crown”')
  await page.getByRole('button', { name: 'Save', exact: true }).tap()
  await expect(page).toHaveURL(new RegExp(`/patient-details/${id}$`))
  const shown = page.getByRole('region', { name: 'Tooth chart' })
  await expect(shown).toContainText('Notes on teeth30: “Crown”')
  await shown.scrollIntoViewIfNeeded()
  await picture(page, 'tooth-chart-shown')
  await expectFitForPhone(page)
  await page.getByText('Changed since it was submitted').tap()
  await expect(page.getByRole('region', { name: 'Rx form', exact: true })).toContainText('5, 12, 30: as usual')
})

import { seriousInBoth } from '../axe.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'
import { nextStep, shipFirst, workOn } from '../people/worker.ts'

test('a technician does the day’s work on the phone', { tag: '@long' }, async ({ page, portal, signIn, picture }) => {
  const { given } = portal
  const tech = await given.user('tech_support', ['Tessa', 'Pocket'])
  const practice = await given.practice()
  const named = (last_name: string) => ({ first_name: 'Ada', last_name })
  const begun = await given.case({ practice, tech, stage: 'in_progress', form: named('Wolfeschlegelsteinhausen') })
  const untaken = await given.case({ practice, form: named('Beryl') })
  await shipFirst(portal, untaken)
  await signIn(tech)
  await page.goto('/patients-page')

  await test.step('the menu leads there', async () => {
    await page.getByRole('button', { name: 'Open the menu' }).tap()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'My work' }).tap()
    await expect(page).toHaveURL('/my-work')
    await expect(workOn(page, 'Mine', begun)).toContainText('0 of')
    await expectFitForPhone(page)
    expect(await seriousInBoth(page, (scheme) => picture(page, `my-work-${scheme}`))).toEqual([])
  })

  await test.step('one tap finishes a step and starts the next one', async () => {
    await nextStep(workOn(page, 'Mine', begun), 'Finish Received, start Prepped').tap()
    await expect(workOn(page, 'Mine', begun)).toContainText('1 of')
    await expect(nextStep(workOn(page, 'Mine', begun), 'Finish Prepped, start Sorted')).toBeVisible()
  })

  await test.step('one tap takes what no one has', async () => {
    await nextStep(workOn(page, 'Available', untaken), 'Start Received').tap()
    await expect(workOn(page, 'Mine', untaken)).toContainText('Received')
    await expect(workOn(page, 'Available', untaken)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Mine (2)' })).toBeVisible()
    await expectFitForPhone(page)
    await picture(page, 'my-work-taken', { fullPage: true })
  })

  await test.step('the patient’s name leads to the workflow', async () => {
    await workOn(page, 'Mine', begun).getByRole('link', { name: 'Wolfeschlegelsteinhausen, Ada' }).tap()
    await expect(page).toHaveURL(`/patient-workflow/${begun.id}`)
  })
})

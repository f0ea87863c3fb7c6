import { expectFitForPhone } from '../fit-for-phone.ts'
import { casesIn, expect, test } from '../journey.ts'
import { goWithin } from '../people/go-within.ts'

test('by when to approve stands in the list, on the case and beside its model', async ({
  page,
  portal,
  signIn,
  picture,
}) => {
  const { given } = portal
  const tech = await given.user('tech_support')
  const testCase = await given.case({ stage: 'awaiting_approval', tech, form: { export_type: 1 } })
  await signIn(testCase.practice.owner)
  const moment = /[A-Z][a-z]{2}, [A-Z][a-z]{2} \d{1,2}, (\d{4}, )?16:00/

  await test.step('in the list, which is no wider than a small window', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.goto('/patients')
    await expect(casesIn(page).first()).toContainText(moment)
    await expect(casesIn(page).first().getByRole('button', { name: 'Review' })).toBeInViewport({ ratio: 1 })
    await expectFitForPhone(page)
    await picture(page, 'approve-by-list')
  })

  await test.step('on the case', async () => {
    await goWithin(page, `/patient-details/${testCase.id}`)
    await expect(page.getByText('Approve by')).toBeVisible()
    await expect(page.locator('time').filter({ hasText: moment }).first()).toBeVisible()
    await picture(page, 'approve-by-case')
  })
})

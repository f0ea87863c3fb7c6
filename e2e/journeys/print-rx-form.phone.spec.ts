import { seriousOn } from '../axe.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'

test('the paper of an Rx form can be read on a phone', async ({ page, portal, signIn, picture }) => {
  const practice = await portal.given.practice()
  const testCase = await portal.given.case({
    practice,
    form: {
      last_name: 'Wolfeschlegelsteinhausenbergerdorff',
      special_instructions: 'W'.repeat(300),
      rush_case: true,
      rush_case_authorized_by: 'Said Dr. Marsh',
    },
  })
  await signIn(practice.owner)
  await page.goto(`/patient-details/${testCase.id}/print-rxform`)
  await expect(page.getByRole('article')).toContainText('Said Dr. Marsh')
  await picture(page, 'print-rx-form', { fullPage: true })
  await expectFitForPhone(page)
  expect(await seriousOn(page)).toEqual([])
})

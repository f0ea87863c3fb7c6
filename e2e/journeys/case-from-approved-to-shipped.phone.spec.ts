import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'
import { ship } from '../people/printer.ts'

test(
  'a doctor follows the print of a case on the phone',
  { tag: '@long' },
  async ({ page, portal, signIn, browserOf, picture }) => {
    const testCase = await portal.given.case({
      stage: 'approved',
      form: { export_type: 1, print_assignment: 1, insert_brackets_assignment: 1, shipping_method: 'standard' },
    })
    await signIn(testCase.practice.owner)
    await page.goto(`/patient-details/${testCase.id}`)
    await page.getByRole('list', { name: 'Requests' }).getByRole('link', { name: 'Trays' }).tap()
    await expect(page).toHaveURL(/\/requests\/\d+$/)
    await expect(page.locator('main header')).toContainText('Pending')
    await expectFitForPhone(page)
    await picture(page, 'request', { fullPage: true })

    const tech = await browserOf('tech')
    await tech.goto(new URL(page.url()).pathname)
    await ship(tech, '1Z999AA10123456784')
    await expect(page.locator('main header')).toContainText('Completed')
    await expect(page.getByRole('link', { name: /1Z999AA10123456784/ }).first()).toBeVisible()
    await expectFitForPhone(page)
    await picture(page, 'request-completed', { fullPage: true })
  },
)

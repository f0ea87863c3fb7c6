import { seriousInBoth } from '../axe.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'
import { approvedInOffice, trayOn } from '../people/corrector.ts'

test(
  'a doctor reports a tray that does not fit on the phone',
  { tag: '@long' },
  async ({ page, portal, signIn, browserOf, picture }) => {
    const testCase = await approvedInOffice(portal, { first: 'Rosa', last: 'Luna' })
    await portal.given.iosFile(testCase, await portal.person('tech'))
    await signIn(testCase.practice.owner)
    await page.goto(`/patient-details/${testCase.id}`)
    await page.getByRole('button', { name: 'Request tray correction' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Tray correction for Rosa Luna' })
    const confirm = dialog.getByRole('button', { name: 'Request correction' })
    const upper = dialog.getByText('Maxillary', { exact: true })
    await expect(dialog.getByRole('checkbox', { name: 'Maxillary' })).toBeChecked()
    await upper.tap()
    await expect(dialog.getByText('Select at least one arch.')).toBeVisible()
    await expect(confirm).toBeDisabled()
    await upper.tap()
    await dialog.getByLabel('Cause, Maxillary').selectOption('Transit')
    await dialog.getByLabel('Remark, Maxillary').fill('The tray arrived broken.')
    await expectFitForPhone(page)
    await picture(page, 'correction-dialog')
    expect(await seriousInBoth(page)).toEqual([])
    await confirm.tap()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(/^The lab corrects the tray\. You will be notified/)).toBeVisible()
    await expectFitForPhone(page)
    await picture(page, 'correction-pending', { fullPage: true })

    await page.getByRole('list', { name: 'Requests' }).getByRole('link', { name: 'Trays' }).tap()
    await expect(page).toHaveURL(/\/requests\/\d+$/)
    const tray = trayOn(page, 'Maxillary')
    await expect(tray).toContainText('Transit')
    await expect(tray).toContainText('The tray arrived broken.')
    await expect(tray).toContainText('The lab corrects this tray.')
    await expectFitForPhone(page)
    await picture(page, 'tray-of-the-doctor', { fullPage: true })

    const lab = await browserOf('supervisor')
    await lab.goto(new URL(page.url()).pathname)
    await expect(trayOn(lab, 'Maxillary').getByRole('button', { name: /^Upload File/ })).toBeVisible()
    await expectFitForPhone(lab)
    await picture(lab, 'tray-of-the-lab', { fullPage: true })
    await lab.goto(`/patient-workflow/${testCase.id}`)
    await expect(lab.getByRole('region', { name: 'Tray correction' })).toContainText('CFT')
    await expectFitForPhone(lab)
  },
)

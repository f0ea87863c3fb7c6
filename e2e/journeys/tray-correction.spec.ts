import type { Page } from '@playwright/test'
import { seriousInBoth } from '../axe.ts'
import { expect, test } from '../journey.ts'
import { addIosFile, approvedInOffice, trayOn, uploadCorrected } from '../people/corrector.ts'
import { goWithin } from '../people/go-within.ts'
import { followBell } from '../people/sign-in.ts'
import { step } from '../people/technician.ts'

/** The head of a page: whose it is, and where it stands. */
const pageHeader = (page: Page) => page.locator('main header')
const entry = (page: Page, label: string) =>
  page.getByRole('list', { name: 'History' }).getByRole('listitem').filter({ hasText: label })

test('a tray that does not fit goes from the doctor’s report to the corrected print', async ({
  browserOf,
  portal,
  picture,
}) => {
  test.setTimeout(150_000)
  const patient = { first: 'Rita', last: 'Levi' }
  const testCase = await approvedInOffice(portal, patient)
  const doctor = await browserOf(testCase.practice.owner)
  // Corrected files are uploaded by supervisors and admins.
  const tech = await browserOf('supervisor')
  const ask = doctor.getByRole('button', { name: 'Request tray correction' })
  let requestPath = ''

  await test.step('a correction needs the IOS file, which the button says until the lab has added it', async () => {
    await doctor.goto(`/patient-details/${testCase.id}`)
    await expect(ask).toHaveAttribute('aria-disabled', 'true')
    await expect(ask).toHaveAccessibleDescription('Add the IOS file first.')
    await tech.goto(`/patient-details/${testCase.id}`)
    await addIosFile(tech, 'Levi Rita.ios')
    await expect(ask).not.toHaveAttribute('aria-disabled', 'true')
  })

  await test.step('the doctor reports the tray with its cause', async () => {
    await ask.click()
    const dialog = doctor.getByRole('dialog', { name: 'Tray correction for Rita Levi' })
    // The setup has one arch.
    await expect(dialog.getByRole('checkbox', { name: 'Maxillary' })).toBeChecked()
    await dialog.getByLabel('Cause, Maxillary').selectOption('Seating')
    await dialog.getByLabel('Remark, Maxillary').fill('It rocks on 16.')
    await picture(doctor, 'correction-asked')
    expect(await seriousInBoth(doctor)).toEqual([])
    await dialog.getByRole('button', { name: 'Request correction' }).click()
    await expect(dialog).toBeHidden()
    await expect(doctor.getByText(/^The lab corrects the tray\. You will be notified/)).toBeVisible()
    await expect(pageHeader(doctor)).toContainText('Tray correction')
    await expect(ask).toHaveAccessibleDescription('A tray correction is already pending.')
    await picture(doctor, 'correction-pending', { fullPage: true })
  })

  await test.step('the technician starts the correction on the work page and follows it to its request', async () => {
    await goWithin(tech, `/patient-workflow/${testCase.id}`)
    const part = tech.getByRole('region', { name: 'Tray correction' })
    await expect(part).toContainText('New')
    await step(tech, 'CFT').getByRole('button', { name: 'Start' }).click()
    await expect(part).toContainText('In Progress')
    await picture(tech, 'correction-steps', { fullPage: true })
    await part.getByRole('link', { name: /^Request \d+$/ }).click()
    await expect(tech).toHaveURL(/\/requests\/\d+$/)
    requestPath = new URL(tech.url()).pathname
  })

  const tray = trayOn(tech, 'Maxillary')
  await test.step('the technician reads what is wrong and uploads the corrected file', async () => {
    await expect(tray).toContainText('Awaiting fix')
    await expect(tray).toContainText('It rocks on 16.')
    await expect(tray.getByRole('combobox', { name: 'Cause of the maxillary tray' })).toHaveValue('seating')
    await expect(tray.getByRole('button', { name: 'Download Original IOS: Levi Rita.ios' })).toBeVisible()
    await picture(tech, 'tray-awaiting-fix', { fullPage: true })
    expect(await seriousInBoth(tech)).toEqual([])
    await uploadCorrected(tech, tray, 'Levi Rita upper corrected.stl')
    await expect(tray).toContainText('Corrected', { timeout: 30_000 })
    await expect(
      tray.getByRole('button', { name: 'Download Corrected file: Levi Rita upper corrected.stl' }),
    ).toBeVisible()
  })

  await test.step('the technician ends with QA', async () => {
    await step(tech, 'CFT').getByRole('button', { name: 'Finish, start next' }).click()
    await step(tech, 'QA').getByRole('button', { name: 'Finish', exact: true }).click()
    await expect(step(tech, 'QA').getByRole('button', { name: /Finish/ })).toHaveCount(0)
    await picture(tech, 'tray-corrected', { fullPage: true })
  })

  await test.step('the doctor is told, prints the corrected file and completes the request', async () => {
    await followBell(doctor, patient.last, /The tray correction is completed/)
    await expect(doctor).toHaveURL(new RegExp(`${requestPath}$`))
    const corrected = trayOn(doctor, 'Maxillary')
    const download = doctor.waitForEvent('download')
    await corrected.getByRole('button', { name: /^Download Corrected file/ }).click()
    expect((await download).suggestedFilename()).toBe('Levi Rita upper corrected.stl')
    await expect(corrected.getByRole('button', { name: /^(Upload|Remove|Delete)/ })).toHaveCount(0)
    await picture(doctor, 'tray-of-the-doctor', { fullPage: true })
    await doctor.getByRole('button', { name: 'Complete', exact: true }).click()
    const question = doctor.getByRole('dialog', { name: 'Complete this request?' })
    await question.getByRole('button', { name: 'Complete' }).click()
    await expect(question).toBeHidden()
    await expect(pageHeader(doctor)).toContainText('Completed')
    for (const label of ['Tray correction requested', 'Tray correction completed', 'Request completed'])
      await expect(entry(doctor, label)).toHaveCount(1)
  })
})

test(
  'a corrected file of a technician waits for a supervisor, who finds it in My work and in the bell',
  { tag: '@long' },
  async ({ browserOf, portal, picture }) => {
    test.setTimeout(150_000)
    const patient = { first: 'Ruth', last: 'Amsel' }
    const testCase = await approvedInOffice(portal, patient)
    await portal.given.iosFile(testCase, await portal.person('tech'))
    await portal.given.flawedTrays(testCase)
    const [tech, supervisor] = [await browserOf('tech'), await browserOf('supervisor')]
    const rowOn = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Amsel, Ruth' })

    await test.step('the technician uploads the file, and cannot correct the tray with it', async () => {
      await tech.goto('/my-work')
      await rowOn(tech).getByRole('link', { name: 'Amsel, Ruth' }).click()
      await tech
        .getByRole('region', { name: 'Tray correction' })
        .getByRole('link', { name: /^Request \d+$/ })
        .click()
      const tray = trayOn(tech, 'Maxillary')
      await uploadCorrected(tech, tray, 'Amsel Ruth upper.stl')
      await expect(tray).toContainText('Waits for the lab to correct the tray with it', { timeout: 30_000 })
    })

    await test.step('the supervisor has it among the files to check', async () => {
      await supervisor.goto('/my-work')
      const files = supervisor.getByRole('list', { name: 'Corrected files to check' })
      const row = files.getByRole('listitem').filter({ hasText: 'Amsel, Ruth' })
      await expect(row).toContainText('File to check')
      await picture(supervisor, 'files-to-check', { fullPage: true })
      expect(await seriousInBoth(supervisor)).toEqual([])
      await followBell(supervisor, patient.last, /A corrected file waits for your decision/)
      await expect(supervisor).toHaveURL(/\/requests\/\d+$/)
      const tray = trayOn(supervisor, 'Maxillary')
      await tray.getByRole('button', { name: 'Correct the tray with Amsel Ruth upper.stl' }).click()
      await expect(tray.getByRole('button', { name: /^Download Corrected file/ })).toBeVisible()
      await supervisor.goto('/my-work')
      await expect(supervisor.getByRole('heading', { name: /^Available/ })).toBeVisible()
      await expect(rowOn(supervisor)).toHaveCount(0)
    })
  },
)

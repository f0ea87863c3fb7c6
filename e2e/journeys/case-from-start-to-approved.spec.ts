import { addDays, dayIn } from '@archwire/contract/core/dates.ts'
import type { Page } from '@playwright/test'
import { emailOf } from '../../apps/server/src/demo/people.ts'
import { seriousInBoth } from '../axe.ts'
import { casesIn, expect, test } from '../journey.ts'
import { openHistory } from '../people/app.ts'
import { approve, askForChanges, field, fillCase, pickFirstDay, submitButton } from '../people/doctor.ts'
import { followBell, signInAt, unreadOf } from '../people/sign-in.ts'
import { notifyDoctor, openWorkflow, step, uploadSetup } from '../people/technician.ts'
import { expectDrawn, modelOn, watchScenes } from '../people/viewer.ts'

const patient = { first: 'Ada', last: 'Byron' }
/** How lists write the second patient of this name. */
const listed = 'Byron, Ada (1)'
const changes = 'Please rotate tooth 11 by five degrees and close the space between 21 and 22.'

const status = (page: Page) =>
  page
    .getByRole('main')
    .getByText(/^(New|In Progress|Awaiting Approval|Approved|Completed)$/)
    .first()
const history = (page: Page) => page.getByRole('list', { name: 'History' }).getByRole('listitem')

test('a case goes from the practice to the lab and back until the doctor approves it', async ({
  browserOf,
  portal,
  picture,
}) => {
  test.setTimeout(240_000)
  // The practice has had a patient of this name before.
  const organization = await portal.organizationOf('juniper')
  const before = { ...(await portal.given.practice()), id: organization, owner: await portal.person('juniper') }
  // Her day may begin after the lab's.
  const impression_date = addDays(dayIn('UTC', new Date()), -2)
  const form = { first_name: patient.first, last_name: patient.last, impression_date }
  await portal.given.case({ practice: before, form })

  // While a setup is replaced its scene is gone for a moment, and open pages look at it.
  const doctor = await browserOf(null, /404 .*\/api\/v1\/scenes\//)
  const tech = await browserOf(null, /404 .*\/api\/v1\/scenes\//)
  const lastScene = watchScenes(doctor)
  let caseUrl = ''

  await test.step('both sign in', async () => {
    await signInAt(doctor, '/login', 'juniper')
    // The onboarding of her practice is not completed.
    await doctor.getByRole('dialog', { name: 'Onboarding Checklist' }).getByRole('button', { name: 'Close' }).click()
    await signInAt(tech, '/management', 'tech')
  })

  await test.step('the doctor fills in Start A Case; a reload keeps what was typed', async () => {
    await doctor.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Start a New Case' }).click()
    await expect(doctor.getByRole('heading', { name: 'Start A Case' })).toBeVisible()
    await expect(submitButton(doctor)).toBeDisabled()
    await picture(doctor, 'start-a-case-empty', { fullPage: true })
    await fillCase(doctor, { first: 'ada', last: 'byron' })
    await expect(field(doctor, 'First name'), 'names are capitalized').toHaveValue(patient.first)
    await expect(doctor.getByRole('group', { name: 'STL files' }).getByText(/Uploaded/)).toBeVisible()
    await expect(doctor.getByRole('group', { name: 'Photos' }).getByText(/Uploaded/)).toBeVisible()
    await expect(doctor.getByText('Draft saved')).toBeVisible()

    await doctor.reload()
    await expect(doctor.getByText(/^Draft restored from/)).toBeVisible()
    await expect(field(doctor, 'First name')).toHaveValue(patient.first)
    await expect(field(doctor, 'Last name')).toHaveValue(patient.last)
    await expect(doctor.getByRole('radio', { name: 'Intra-Oral Scan' })).toBeChecked()
    await expect(doctor.getByRole('radio', { name: 'Trays' })).toBeChecked()
    await expect(doctor.getByRole('group', { name: 'STL files' })).toContainText('maxilla-cast-partial.stl')
    await expect(doctor.getByRole('group', { name: 'Photos' })).toContainText('case-a-frontal.jpg')
  })

  await test.step('the first bonding date brings the advice, once', async () => {
    await pickFirstDay(doctor, 'Bonding date')
    const advice = doctor.getByRole('dialog', { name: 'Bonding date' })
    await expect(advice).toContainText('cases should be bonded no later than 30 days from this submission date.')
    await advice.getByRole('button', { name: 'OK' }).click()
    await expect(advice).toBeHidden()
  })

  await test.step('the doctor submits, although there is a patient of the same name', async () => {
    await field(doctor, 'Special instructions').fill('Please keep the midline diastema.')
    await expect(doctor.getByText('Ready to submit.')).toBeVisible()
    await picture(doctor, 'start-a-case-filled', { fullPage: true })
    await submitButton(doctor).click()
    const same = doctor.getByRole('dialog', { name: 'Same name' })
    await expect(same).toContainText(
      /A patient with this exact name was already submitted on \w{3}, \w{3} \d+, \d{4}\. Click YES to proceed, but note a \(1\) will be placed in the name/,
    )
    expect(await seriousInBoth(doctor)).toEqual([])
    await picture(doctor, 'similar-patient')
    await same.getByRole('button', { name: 'NO' }).click()
    await expect(same).toBeHidden()
    await submitButton(doctor).click()
    await same.getByRole('button', { name: 'YES' }).click()
    await expect(doctor).toHaveURL(/\/patients$/)
    await expect(doctor.getByText('The case was submitted.')).toBeVisible()
    await expect(casesIn(doctor).first()).toContainText(listed)
    await expect(casesIn(doctor).first()).toContainText('New')
  })

  await test.step('the scan is processed and shown in 3D', async () => {
    await casesIn(doctor).first().getByRole('button', { name: 'Details' }).click()
    await expect(doctor.getByRole('heading', { name: `${patient.first} ${patient.last} (1)`, level: 1 })).toBeVisible()
    caseUrl = doctor.url()
    await expectDrawn(modelOn(doctor, /^Submission: upper arch/))
    await expect(doctor.getByText('Special instructions Please keep the midline diastema.')).toBeVisible()
    await picture(doctor, 'case-new', { fullPage: true })
  })

  await test.step('the technician finds the case, starts and finishes steps', async () => {
    await openWorkflow(tech, patient, listed)
    await picture(tech, 'workflow-new', { fullPage: true })
    await expect(status(tech)).toHaveText('New')
    const first = step(tech, 'Sculpt')
    await first.getByRole('button', { name: 'Start' }).click()
    await expect(status(tech)).toHaveText('In Progress')
    await first.getByRole('button', { name: 'Finish, start next' }).click()
    await expect(first.getByRole('button', { name: 'Finish' })).toHaveCount(0)
  })

  await test.step('the technician uploads the setup and notifies the doctor', async () => {
    await expect(tech.getByRole('button', { name: 'Notify' })).toHaveAttribute('aria-disabled', 'true')
    await uploadSetup(tech, 1)
    await notifyDoctor(tech)
    await expect(status(tech)).toHaveText('Awaiting Approval')
    await picture(tech, 'workflow-notified', { fullPage: true })
  })

  await test.step('the doctor is told by the bell at once, and by mail', async () => {
    await doctor.getByRole('link', { name: 'Archwire, home' }).click()
    await expect(casesIn(doctor).first()).toBeVisible()
    await doctor.getByRole('button', { name: /^Notifications(,|$)/ }).click()
    await expect(unreadOf(doctor, patient.last, /The setup is waiting for your approval/)).toBeVisible()
    await picture(doctor, 'bell')
    await doctor.keyboard.press('Escape')

    const mail = await doctor.context().newPage()
    await mail.goto(`/mailbox?to=${emailOf('juniper')}`)
    await mail
      .getByRole('link', { name: /the setup is waiting for your approval/ })
      .first()
      .click()
    await mail.getByRole('button', { name: 'Text' }).click()
    await expect(mail.getByRole('article')).toContainText('Look at it in 3D')
    await picture(mail, 'mailbox')
    await mail.getByRole('article').getByRole('link').click()
    await expect(mail).toHaveURL(caseUrl)
    await mail.close()
  })

  await test.step('the doctor finds it among those that wait, and looks at submission and setup', async () => {
    const tab = doctor.getByRole('group', { name: 'Status' }).getByRole('button', { name: /^Awaiting Approval/ })
    const count = Number(/\d+/.exec((await tab.textContent()) ?? '')?.[0])
    await tab.click()
    await expect(casesIn(doctor)).toHaveCount(count)
    await casesIn(doctor).filter({ hasText: listed }).getByRole('button', { name: 'Review' }).click()
    await expectDrawn(modelOn(doctor, /^Setup: upper and lower arch/))
    await picture(doctor, 'case-awaiting-approval', { fullPage: true })
    await doctor.getByRole('button', { name: 'Submitted scans' }).click()
    await expectDrawn(modelOn(doctor, /^Submission: upper arch/))
    await doctor.getByRole('button', { name: 'Setup', exact: true }).click()
    await expectDrawn(modelOn(doctor, /^Setup: /))
  })

  await test.step('the doctor asks for changes; the technician is told and sends again', async () => {
    await askForChanges(doctor, changes)
    await expect(status(doctor)).toHaveText('In Progress')
    await followBell(tech, patient.last, /The doctor asks for changes/)
    await expect(tech).toHaveURL(/\/patient-workflow\//)
    await expect(status(tech)).toHaveText('In Progress')
    const asked = tech.getByRole('region', { name: 'Changes asked' })
    await expect(asked).toContainText(changes)
    await tech.getByRole('button', { name: 'Notify', exact: true }).click()
    const sameSetup = tech.getByRole('dialog', { name: 'Send the same setup again?' })
    await expect(sameSetup).toContainText(changes)
    await picture(tech, 'workflow-changes-asked')
    await sameSetup.getByRole('button', { name: 'Cancel' }).click()
    await uploadSetup(tech, 2)
    await expect(asked).toContainText('A setup has been uploaded since.')
    await notifyDoctor(tech)
    await expect(asked).toHaveCount(0)
    await expect(status(tech)).toHaveText('Awaiting Approval')
    await followBell(doctor, patient.last, /The setup is waiting for your approval/)
    await expect(status(doctor)).toHaveText('Awaiting Approval')
  })

  await test.step('the doctor approves; the lab sees it at once', async () => {
    await expectDrawn(modelOn(doctor, /^Setup: upper and lower arch/))
    const answer = await doctor.request.get(`/api/v1/patients/${caseUrl.split('/').at(-1)}`)
    const { patient: now } = (await answer.json()) as { patient: { patient_files: { id: number; kind: string }[] } }
    const setup = now.patient_files.filter(({ kind }) => kind === 'setup').map(({ id }) => id)
    await expect
      .poll(() => lastScene(), { message: 'the setup that was sent last is the one in sight' })
      .toEqual(setup.sort((id, other) => id - other))
    await picture(doctor, 'case-second-setup')
    await approve(doctor)
    await expect(status(doctor)).toHaveText('Approved')
    await expect(doctor.getByRole('button', { name: 'Ask for changes' })).toHaveCount(0)
    await expect(status(tech)).toHaveText('Approved')
    await picture(doctor, 'case-approved', { fullPage: true })
  })

  await test.step('what was approved stands in the history, as it was', async () => {
    const answer = await doctor.request.get(`/api/v1/patients/${caseUrl.split('/').at(-1)}/approval`)
    const { approval } = (await answer.json()) as { approval: { files: { name: string; sha256: string }[] } }
    await history(doctor).first().getByRole('button', { name: 'What was approved' }).click()
    const record = doctor.getByRole('dialog', { name: 'What was approved' })
    await expect(record.getByRole('region', { name: 'Setup' }).getByRole('listitem')).toHaveCount(approval.files.length)
    for (const { name, sha256 } of approval.files)
      await expect(record.getByRole('listitem').filter({ hasText: name })).toContainText(sha256)
    await expect(record).toContainText('Version 1')
    await picture(doctor, 'what-was-approved')
    await record.getByRole('button', { name: 'Close' }).last().click()
  })

  await test.step('the history tells all of it, newest first', async () => {
    await expect(history(tech).first()).toContainText('Setup approved')
    // The arrow between two states is a picture: its place is a gap in the text.
    await openHistory(tech)
    const told = (await history(tech).locator('p').allInnerTexts()).map((text) =>
      text.replaceAll('\n', ': ').replaceAll(/ {2,}/g, ' → '),
    )
    // Checks that end together are one entry.
    const checks = told.filter((text) => /^(File|\d+ files) checked$/.test(text))
    expect(told.filter((text) => !checks.includes(text))).toEqual([
      'Setup approved: Awaiting Approval → Approved',
      'Print requested',
      'Setup viewed in 3D',
      'Setup sent to the doctor for approval: In Progress → Awaiting Approval',
      'Setup uploaded',
      'Setup uploaded',
      'Changes requested: Awaiting Approval → In Progress',
      'Running steps ended',
      'Setup viewed in 3D',
      'Setup sent to the doctor for approval: In Progress → Awaiting Approval',
      'Setup uploaded',
      'Setup uploaded',
      'Work steps saved',
      'Work on the setup started: New → In Progress',
      'Case submitted: New',
    ])
    const checked = checks.reduce((sum, text) => sum + (Number.parseInt(text, 10) || 1), 0)
    expect(checked, 'a scan, a photo, two setups of two arches').toBe(6)
    await expect(history(tech).filter({ hasText: 'Changes requested' })).toContainText(changes)
    await expect(history(tech).first()).toContainText('Amara Osei')
    await picture(tech, 'workflow-approved', { fullPage: true })
  })

  await test.step('the practice reads its part of it', async () => {
    await openHistory(doctor)
    const told = (await history(doctor).locator('strong').allInnerTexts()).filter((says) => /steps|checked/.test(says))
    expect(told, 'how the lab works stays in the lab').toEqual([])
    await expect(history(doctor).first()).toContainText('Setup approved')
  })
})

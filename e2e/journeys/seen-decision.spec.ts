import { expect, test } from '../journey.ts'
import { askForChanges, field } from '../people/doctor.ts'

/**
 * What was seen is what is decided (`cases/seen`):
 * a question that stood open meanwhile is refused in words, and loses nothing.
 */
test('a setup that was replaced while the question stood open is not approved unseen', async ({
  page,
  portal,
  signIn,
  browserOf,
  watch,
  picture,
}) => {
  watch.expect(/409 .*\/api\/v1\/patients\/\d+\/approve/)
  const tech = await portal.person('tech')
  const practice = await portal.given.practice()
  const testCase = await portal.given.case({ practice, stage: 'awaiting_approval', tech })
  await signIn(practice.owner)
  // A line on which news does not arrive: the page goes on showing what it showed.
  watch.expect(/ERR_FAILED.*\/api\/v1\/realtime/)
  await page.route('**/api/v1/realtime?*', (route) => route.abort())
  await page.goto(`/patient-details/${testCase.id}`)
  await page.getByRole('button', { name: 'Approve setup' }).click()
  const question = page.getByRole('dialog', { name: /^Approve the setup of / })
  await expect(question).toBeVisible()

  // Another doctor of the practice asks for changes; the lab sends another setup.
  const colleague = await browserOf(practice.manager)
  await colleague.goto(`/patient-details/${testCase.id}`)
  await askForChanges(colleague, 'Rotate the first molar a little.')
  await expect(colleague.getByText('In Progress').first()).toBeVisible()
  await portal.given.scanFile(testCase, tech, {
    bytes: portal.given.scan('upper', 44),
    kind: 'setup',
    jaws_id: 1,
    name: 'again.stl',
  })
  const headers = { authorization: `Bearer ${await portal.session(tech)}` }
  const looked = await page.request.get(`/api/v1/patients/${testCase.id}`, { headers })
  const { patient } = (await looked.json()) as { patient: { seen: string } }
  const sent = await page.request.post(`/api/v1/rx_forms/${testCase.rxFormId}/mark_as_ready`, {
    headers,
    data: { seen: patient.seen },
  })
  expect(sent.status()).toBe(200)

  await expect(question).toBeVisible()
  // Whether the model was drawn before the question was asked is the machine's matter.
  await question.getByRole('button', { name: /^Approve/ }).click()
  await expect(
    page.getByText('Since you last looked, the setup was replaced. Nothing was changed. Please review the case again.'),
  ).toBeVisible()
  await expect(question).toBeHidden()
  await picture(page, 'decision-refused')
  await expect(page.getByText('Awaiting Approval').first()).toBeVisible()

  // Looked at again, it is approved.
  await page.getByRole('button', { name: 'Approve setup' }).click()
  await question.getByRole('button', { name: /^Approve (setup|without .+)$/ }).click()
  await expect(question).toBeHidden()
  await expect(page.getByText('Completed').first()).toBeVisible()
})

test(
  'a request for changes that came too late keeps its words',
  { tag: '@long' },
  async ({ page, portal, signIn, watch }) => {
    watch.expect(/409 .*\/api\/v1\/patients\/\d+\/request_changes/)
    const practice = await portal.given.practice()
    const testCase = await portal.given.case({ practice, stage: 'awaiting_approval' })
    await signIn(practice.owner)
    await page.goto(`/patient-details/${testCase.id}`)
    await page.getByRole('button', { name: 'Ask for changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'What should be changed?' })
    await field(page, 'Changes').fill('Close the diastema.')
    const { body } = await page.request
      .get(`/api/v1/patients/${testCase.id}`)
      .then(async (answer) => ({ body: (await answer.json()) as { patient: { seen: string } } }))
    expect(body.patient.seen).not.toBe('')
    // The form is edited meanwhile.
    await portal.db
      .updateTable('rx_forms' as never)
      .set({ version: 2 } as never)
      .where('id' as never, '=', testCase.rxFormId as never)
      .execute()
    await dialog.getByRole('button', { name: 'Ask for changes' }).click()
    await expect(page.getByText('Since you last looked, the Rx form was changed.')).toBeVisible()
    await expect(field(page, 'Changes')).toHaveValue('Close the diastema.')
    // They look again, as they were told to, and find their words.
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Ask for changes' }).click()
    await expect(field(page, 'Changes')).toHaveValue('Close the diastema.')
    // Told so, they may ask for it all the same.
    await expect(async () => {
      await dialog.getByRole('button', { name: 'Ask for changes' }).click()
      await expect(dialog).toBeHidden({ timeout: 2_000 })
    }).toPass()
    await expect(page.getByText('In Progress').first()).toBeVisible()
  },
)

test(
  'words stay in a dialog whose question a colleague settled meanwhile',
  { tag: '@long' },
  async ({ page, portal, signIn, browserOf, picture }) => {
    const practice = await portal.given.practice()
    const testCase = await portal.given.case({ practice, stage: 'awaiting_approval' })
    await signIn(practice.owner)
    await page.goto(`/patient-details/${testCase.id}`)
    await page.getByRole('button', { name: 'Ask for changes' }).click()
    await field(page, 'Changes').fill('Close the diastema.')
    const colleague = await browserOf(practice.manager)
    await colleague.goto(`/patient-details/${testCase.id}`)
    await askForChanges(colleague, 'Rotate the first molar a little.')

    const dialog = page.getByRole('dialog', { name: 'What should be changed?' })
    await expect(dialog.getByRole('alert')).toContainText('Someone else just changed this case: it is now In Progress.')
    await expect(field(page, 'Changes')).toHaveValue('Close the diastema.')
    await expect(dialog.getByRole('button', { name: 'Ask for changes' })).toBeDisabled()
    await picture(page, 'decision-overtaken')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  },
)

test(
  'a hold that a colleague was faster with does not become its end',
  { tag: '@long' },
  async ({ page, portal, signIn, browserOf }) => {
    const hold = async (holder: typeof page, reason: string) => {
      await holder.getByRole('button', { name: 'Hold', exact: true }).click()
      const dialog = holder.getByRole('dialog', { name: /on hold\?$/ })
      await dialog.getByRole('textbox', { name: /^Name/ }).fill('Olga Owner')
      await dialog.getByRole('textbox', { name: /^Reason/ }).fill(reason)
      return dialog
    }
    const practice = await portal.given.practice()
    const testCase = await portal.given.case({ practice })
    await signIn(practice.owner)
    await page.goto(`/patient-details/${testCase.id}`)
    const dialog = await hold(page, 'The scan is not of this patient.')
    const colleague = await browserOf(practice.manager)
    await colleague.goto(`/patient-details/${testCase.id}`)
    await (await hold(colleague, 'Waiting for a scan.')).getByRole('button', { name: 'Continue' }).click()

    await expect(dialog.getByRole('alert')).toContainText('it is now On Hold.')
    await expect(dialog.getByRole('textbox', { name: /^Reason/ })).toHaveValue('The scan is not of this patient.')
    await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled()
  },
)

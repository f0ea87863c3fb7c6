import type { Page } from '@playwright/test'
import { seriousInBoth } from '../axe.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'
import { goWithin } from '../people/go-within.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const toast = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words })
const rxForm = (page: Page) => page.getByRole('region', { name: 'Rx form', exact: true })
const changes = (page: Page) => page.getByRole('region', { name: 'Your changes' })
const band = (page: Page) => page.getByRole('region', { name: 'Rx form changed' })

test('a practice changes a submitted form; the lab reads what; who is slower keeps what was typed', async ({
  page: owner,
  portal,
  signIn,
  browserOf,
  picture,
}) => {
  const { given } = portal
  const practice = await given.practice()
  const form = { first_name: 'Wilma', last_name: `Changing ${given.unique().toUpperCase()}` }
  const { id, rxFormId } = await given.case({ practice, form })
  await signIn(practice.owner)
  const tech = await browserOf(await given.user('supervisor'))
  const manager = await browserOf(practice.manager, /409 .*\/api\/v1\/rx_forms\/\d+/)

  await test.step('all of a New case’s form is open; Save waits for a change that is right', async () => {
    await owner.goto(`/patient-details/${id}`)
    await rxForm(owner).getByRole('link', { name: 'Edit' }).click()
    await expect(owner.getByRole('heading', { name: 'Modify RxForm' })).toBeVisible()
    await expect(owner.getByText(`Patient: ${form.last_name}, Wilma - `)).toBeVisible()
    await expect(button(owner, 'Save')).toBeDisabled()
    await owner.getByLabel('First name').fill('')
    await expect(button(owner, 'Save')).toBeDisabled()
    // Why, beside it: a scan needs a file, which comes on the case's page.
    await owner.getByLabel('Intra-Oral Scan').check()
    await expect(owner.getByText('3 things are missing')).toBeVisible()
    await expect(owner.getByRole('button', { name: /Add the scans on the page of the case first/ })).toBeVisible()
    await owner.getByLabel('PVS/Alginate impression').check()
    await owner.getByLabel('Full Digital Model').check()
    await owner.getByLabel('First name').fill('wilhelmina')
    await owner.getByLabel('Mandibular').check()
    await owner.getByLabel('Special instructions').fill('Keep the diastema.')
    await expect(changes(owner)).toContainText('Wilma Wilhelmina')
    await expect(changes(owner)).toContainText('Both Mandibular')
    expect(await seriousInBoth(owner)).toEqual([])
    await picture(owner, 'modify-rx-form', { fullPage: true })
  })

  await test.step('a colleague has begun, too', async () => {
    await manager.goto(`/rx-forms/${rxFormId}/modify`)
    await manager.getByLabel('Special instructions').fill('Close the diastema.')
    await manager.getByLabel('Case number').fill('77')
  })

  await test.step('saved, the case is called so, and the colleague chooses', async () => {
    await button(owner, 'Save').click()
    await expect(toast(owner, 'RxForm successfully updated.')).toBeVisible()
    await expect(owner.getByRole('heading', { level: 1 })).toHaveText(`Wilhelmina ${form.last_name}`)
    await expect(band(owner)).toHaveCount(0)
    await expect(manager.getByText('Someone else changed this Rx form in the meantime.')).toBeVisible()
    await button(manager, 'Keep mine').click()
    await expect(manager.getByLabel('First name')).toHaveValue('Wilhelmina')
    await expect(changes(manager)).toContainText('Keep the diastema. Close the diastema.')
    await button(manager, 'Save').click()
    await expect(toast(manager, 'RxForm successfully updated.')).toBeVisible()
  })

  await test.step('the technician reads both changes and says so; the practice sees that the lab did', async () => {
    await tech.goto(`/patient-workflow/${id}`)
    await expect(band(tech)).toContainText('Mandibular')
    await expect(band(tech)).toContainText('Close the diastema.')
    expect(await seriousInBoth(tech)).toEqual([])
    await picture(tech, 'rx-form-unread', { fullPage: true })
    await button(tech, 'I have read this').click()
    await expect(band(tech)).toHaveCount(0)
    await rxForm(owner).getByText('Changed since it was submitted').click()
    await expect(rxForm(owner)).toContainText('Read by Archwire Lab')
    await picture(owner, 'rx-form-revisions', { fullPage: true })
  })

  await test.step('in work, less is open; on a phone, too', async () => {
    await goWithin(owner, `/rx-forms/${rxFormId}/modify`)
    await owner.getByLabel('First name').fill('Wilma')
    await owner.getByLabel('Case number').fill('78')
    await tech.getByRole('row', { name: 'Received' }).getByRole('button', { name: 'Start' }).click()
    await expect(tech.getByText('In Progress').first()).toBeVisible()
    // What closes meanwhile says so, and is not sent; the rest is saved.
    await expect(owner.getByLabel('First name')).toBeDisabled()
    await expect(owner.getByText('What you changed here is not saved.')).toBeVisible()
    await expect(changes(owner)).not.toContainText('Wilhelmina')
    await button(owner, 'Save').click()
    await expect(owner.getByRole('heading', { level: 1 })).toHaveText(`Wilhelmina ${form.last_name}`)
    await owner.setViewportSize({ width: 390, height: 844 })
    await goWithin(owner, `/rx-forms/${rxFormId}/modify`)
    await expect(owner.getByText('Work on this case has started. The names')).toBeVisible()
    await expect(owner.getByRole('region', { name: 'Impression and scans' })).toContainText(
      'this can no longer be changed',
    )
    for (const closed of ['First name', 'PVS/Alginate impression', 'Full Digital Model', /^Impression date/])
      await expect(owner.getByLabel(closed)).toBeDisabled()
    await expect(button(owner, 'Calendar for Impression date')).toBeDisabled()
    await expect(owner.getByLabel('Case number')).toBeEnabled()
    await expect(owner.getByLabel('Case number')).toHaveValue('78')
    await expectFitForPhone(owner)
    await picture(owner, 'modify-rx-form-phone', { fullPage: true })
  })
})

test('a case is canceled with a reason, and started again', async ({ page, portal, signIn, browserOf, picture }) => {
  const { given } = portal
  const practice = await given.practice()
  const form = {
    first_name: 'Cora',
    last_name: `Canceled ${given.unique().toUpperCase()}`,
    special_instructions: 'Once more',
  }
  const { id, rxFormId } = await given.case({ practice, form })
  await signIn(practice.owner)
  const tech = await browserOf(await given.user('supervisor'))
  await tech.goto(`/patient-workflow/${id}`)
  await page.goto(`/patient-details/${id}`)
  await rxForm(page).getByRole('button', { name: 'Cancel case' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel this case?' })
  await expect(question.getByRole('button', { name: 'Cancel case' })).toBeDisabled()
  await question.getByLabel('Reason').fill('The patient moved away.')
  await picture(page, 'cancel-case')
  await question.getByRole('button', { name: 'Cancel case' }).click()
  await expect(toast(page, 'The case is canceled.')).toBeVisible()
  await expect(rxForm(page).getByText('Canceled').first()).toBeVisible()
  await expect(rxForm(page).getByRole('link', { name: 'Edit' })).toHaveCount(0)
  await expect(tech.getByRole('region', { name: 'History' })).toContainText('The patient moved away.')

  await goWithin(page, `/rx-forms/${rxFormId}/modify`)
  await expect(page).toHaveURL(/\/patients$/)
  await expect(page.getByText('This Rx form can no longer be changed.')).toBeVisible()
  await expect(page.getByText(form.last_name)).toHaveCount(0)

  await goWithin(page, `/patient-details/${id}`)
  await expect(page.getByText(/This case was canceled on .* The history shows why/)).toBeVisible()
  await button(page, 'Start again').click()
  await expect(page.getByLabel('First name')).toHaveValue('Cora')
  await expect(page.getByLabel('Special instructions')).toHaveValue('Once more')
  await expect(page).toHaveURL(/rx-forms\/add\?draft=again/)
  await page.getByLabel('Case number').fill('Anew 1')
  await expect(page.getByText(/Draft saved/)).toBeVisible()
  await goWithin(page, `/patient-details/${id}`)
  await button(page, 'Start again').click()
  await expect(page.getByLabel('Case number')).toHaveValue('Anew 1')
})

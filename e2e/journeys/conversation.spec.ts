import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { seriousInBoth, seriousOn } from '../axe.ts'
import { casesIn, expect, test } from '../journey.ts'

const thread = (page: Page) => page.getByRole('list', { name: 'Messages' })
const part = (page: Page) => page.getByRole('region', { name: 'Conversation' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })

test('practice and lab talk on the case: a hold is asked and answered, live on both pages', async ({
  page: doctor,
  watch,
  portal,
  signIn,
  browserOf,
  picture,
}) => {
  const practice = await portal.given.practice()
  const tech = await portal.person('tech')
  const { id } = await portal.given.case({ practice, tech, stage: 'in_progress', form: { last_name: 'Talkative' } })
  await signIn(practice.owner)
  const lab = await browserOf(tech)

  await test.step('the doctor asks, and names the lab by keys alone', async () => {
    await doctor.goto(`/patient-details/${id}`)
    await field(doctor).click()
    await doctor.keyboard.type('Is the scan good enough, @arch')
    await expect(part(doctor).getByRole('option')).toHaveCount(1)
    await doctor.keyboard.press('Enter')
    await doctor.keyboard.type('?')
    await expect(field(doctor)).toHaveValue(/@Archwire Lab\?$/)
    await doctor.keyboard.press('Control+Enter')
    await expect(thread(doctor).getByText('@Archwire Lab', { exact: true })).toBeVisible()
    await expect(field(doctor)).toHaveValue('')
    await expect(field(doctor)).toBeFocused()
  })

  await test.step('the lab finds it in its list and by its bell, which leads to the conversation', async () => {
    await lab.goto(`/patients-page?queryOrganization=${practice.id}`)
    await expect(casesIn(lab).first()).toContainText('1 new message')
    await lab.getByRole('button', { name: /^Notifications, / }).click()
    await lab.getByRole('button', { name: /wrote: Is the scan good enough/ }).click()
    await expect(lab).toHaveURL(new RegExp(`/patient-workflow/${id}#conversation$`))
    await expect(thread(lab)).toBeInViewport()
    await expect(thread(lab).getByText('New', { exact: true })).toHaveCount(0)
    await picture(lab, 'conversation-lab')
  })

  await test.step('the lab puts the case on hold; the question stands in the doctor’s conversation by itself', async () => {
    await lab.getByRole('button', { name: 'Hold', exact: true }).click()
    await lab.getByRole('textbox', { name: 'Reason' }).fill('Which shade do you want?')
    expect(await seriousInBoth(lab)).toEqual([])
    await lab.getByRole('button', { name: 'Continue' }).click()
    await expect(thread(doctor)).toContainText('Which shade do you want?')
    await expect(part(doctor).getByRole('button', { name: 'Send and release' })).toBeDisabled()
    await expect(doctor.getByRole('button', { name: 'Answer the hold' })).toBeVisible()
  })

  await test.step('a photo is added and shown with the answer', async () => {
    await part(doctor).getByRole('button', { name: 'Photo', exact: true }).click()
    const photos = doctor.getByRole('dialog', { name: 'Photos of the case' })
    await photos
      .locator('input[type=file]')
      .setInputFiles(join(import.meta.dirname, '../../samples/photos/case-a-frontal.jpg'))
    await expect(photos.getByRole('button', { pressed: true })).toHaveCount(1, { timeout: 30_000 })
    await photos.getByRole('button', { name: 'Done' }).click()
    await expect(part(doctor).getByRole('list', { name: 'Shown with the message' }).getByRole('listitem')).toHaveCount(
      1,
    )
  })

  await test.step('"Send and release" does not ask; the case goes on, and the lab reads why', async () => {
    await field(doctor).fill('A2, as in the photo.')
    await picture(doctor, 'conversation-hold')
    await part(doctor).getByRole('button', { name: 'Send and release' }).click()
    await expect(thread(doctor)).toContainText('Took the case off hold')
    await expect(doctor.getByRole('button', { name: 'Hold', exact: true })).toBeVisible()
    await expect(thread(lab)).toContainText('A2, as in the photo.')
    await expect(thread(lab).getByRole('button', { name: / Talkative, Ada.jpg$/ })).toBeVisible()
    await expect(lab.getByRole('button', { name: 'Hold', exact: true })).toBeVisible()
    expect(await seriousOn(doctor)).toEqual([])
  })

  await test.step('what is typed is not lost with the page, nor with the line', async () => {
    await field(doctor).fill('Half a thought')
    watch.expect(/ERR_INTERNET_DISCONNECTED/)
    await doctor.context().setOffline(true)
    await part(doctor).getByRole('button', { name: 'Send', exact: true }).click()
    await expect(doctor.getByText('Please check your internet connection')).toBeVisible()
    await expect(field(doctor)).toHaveValue('Half a thought')
    await doctor.context().setOffline(false)
    await part(doctor).getByRole('button', { name: 'Send', exact: true }).click()
    await expect(thread(lab)).toContainText('Half a thought')
    await expect(thread(doctor).getByText('Half a thought')).toHaveCount(1)
  })
})

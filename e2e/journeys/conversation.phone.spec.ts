import { seriousInBoth } from '../axe.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'

test(
  'a doctor reads and answers on the phone: the head of the case leads to the conversation',
  { tag: '@long' },
  async ({ page, portal, signIn, picture }) => {
    const practice = await portal.given.practice()
    const tech = await portal.person('tech')
    const { id } = await portal.given.case({ practice, tech, stage: 'in_progress', form: { last_name: 'Phoned' } })
    const sent = await page.request.post(`/api/v1/patients/${id}/messages`, {
      headers: { authorization: `Bearer ${await portal.session(tech)}` },
      data: { text: 'The lower scan ends at the second molar. Do you have one that shows the whole arch?' },
    })
    expect(sent.status()).toBe(200)
    await signIn(practice.owner)
    await page.goto('/patients')
    await expect(page.getByText('1 new message', { exact: true })).toBeVisible()
    await page.goto(`/patient-details/${id}`)
    await page.getByRole('button', { name: '1 new message' }).click()
    const thread = page.getByRole('list', { name: 'Messages' })
    await expect(thread).toBeInViewport()
    await expect(thread.getByText('New', { exact: true })).toHaveCount(0)
    const field = page.getByRole('textbox', { name: 'Message' })
    await field.fill('Yes, tomorrow. @')
    await page.getByRole('option', { name: /^Archwire Lab/ }).tap()
    await expect(field).toHaveValue('Yes, tomorrow. @Archwire Lab ')
    await picture(page, 'conversation-write')
    await page.getByRole('button', { name: 'Send', exact: true }).tap()
    await expect(thread).toContainText('Yes, tomorrow.')
    await picture(page, 'conversation')
    await expectFitForPhone(page)
    expect(await seriousInBoth(page, () => picture(page, 'conversation-scheme'))).toEqual([])
  },
)

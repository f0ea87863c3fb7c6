import type { Page } from '@playwright/test'
import { seriousInBoth } from '../axe.ts'
import { expectDrawn, modelOn } from '../people/viewer.ts'
import { casesIn, expect, test } from '../journey.ts'

const isLong = process.env.LONG === '1'
const walk = (page: Page) => page.getByRole('group', { name: 'Cases of the list' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name: new RegExp(name) })

test('from case to case of a list: its filters, its order, across the edges of its pages', async ({
  page,
  portal,
  signIn,
  browserOf,
  picture,
}) => {
  const practice = await portal.given.practice()
  for (const last_name of ['Alpha', 'Bravo', 'Cesar', 'Delta', 'Echo'])
    await portal.given.case({
      practice,
      form: { last_name },
      stage: last_name === 'Echo' ? 'new' : 'awaiting_approval',
    })
  await signIn(practice.owner)
  const list = '/patients?filter[patient_status_id]=3&orderBy=last_name&order=asc&perPage=2'
  await page.goto(list)
  await casesIn(page).filter({ hasText: 'Bravo' }).getByRole('link').click()
  await expect(heading(page, 'Bravo')).toBeVisible()
  await expect(walk(page)).toContainText('2 of 4')
  await picture(page, 'case-in-list')
  // The scans of a case that was just made are still on their way.
  await expectDrawn(modelOn(page, /^Setup: /))
  expect(await seriousInBoth(page)).toEqual([])

  await test.step('buttons and keys, over the page’s edge and back; the focus stays', async () => {
    const next = walk(page).getByRole('button', { name: 'Next case' })
    await next.click()
    await expect(heading(page, 'Cesar')).toBeVisible()
    await expect(next).toBeFocused()
    await page.keyboard.press('j')
    await expect(heading(page, 'Delta')).toBeVisible()
    await expect(walk(page)).toContainText('4 of 4')
    await expect(next).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('j')
    for (const name of ['Cesar', 'Bravo', 'Alpha']) {
      await page.keyboard.press('k')
      await expect(heading(page, name)).toBeVisible()
    }
    await expect(walk(page).getByRole('button', { name: 'Previous case' })).toHaveAttribute('aria-disabled', 'true')
  })
  await test.step('a letter in a note is a letter; Back leads to the list', async () => {
    await page.getByLabel('Doctor Notes').first().press('j')
    await expect(heading(page, 'Alpha')).toBeVisible()
    await page.getByLabel('Doctor Notes').first().press('Backspace')
    await page.goBack()
    await expect(casesIn(page)).toHaveCount(2)
    await expect(page).toHaveURL(new RegExp('perPage=2$'))
  })
  await test.step('what left the list is followed by what moved up into its place', async () => {
    await casesIn(page).filter({ hasText: 'Bravo' }).press('Enter')
    await expect(walk(page)).toContainText('2 of 4')
    await page.getByRole('button', { name: 'Ask for changes' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Rotate 11.')
    await page.getByRole('dialog').getByRole('button', { name: 'Ask for changes' }).click()
    await expect(page.getByRole('link', { name: /^Next: Cesar/ })).toBeVisible()
    await expect(walk(page), 'the place that it had').toContainText('2 of 4')
    await page.getByRole('link', { name: /^Next: / }).click()
    await expect(heading(page, 'Cesar')).toBeVisible()
    await expect(walk(page)).toContainText('2 of 3')
    await page.goBack()
    await expect(heading(page, 'Bravo')).toBeVisible()
    await page.locator('body').press('j')
    await expect(heading(page, 'Cesar')).toBeVisible()
    await expect(walk(page)).toContainText('2 of 3')
  })
  // The same walk from another list, and where there is none.
  if (!isLong) return
  await test.step('a reload keeps the place, a shared address has none', async () => {
    await page.reload()
    await expect(walk(page)).toContainText('2 of 3')
    const colleague = await browserOf(practice.manager)
    await colleague.goto(page.url())
    await expect(heading(colleague, 'Cesar')).toBeVisible()
    await expect(walk(colleague)).toHaveCount(0)
    const kept = await page.evaluate(() =>
      [localStorage, sessionStorage].map((storage) => Object.entries(storage).join()).join(),
    )
    for (const name of ['Alpha', 'Bravo', 'Cesar', 'filter[']) expect(kept).not.toContain(name)
  })
  await test.step('the lab: by the row’s menu, and from the workflow to the details', async () => {
    const tech = await browserOf('tech')
    await tech.goto(
      `/patients-page?queryOrganization=${practice.id}&orderBy=last_name&order=desc&filter[patient_status_id]=3`,
    )
    await tech.getByRole('button', { name: /^Actions for Delta/ }).click()
    await tech.getByRole('menuitem', { name: 'Workflows' }).click()
    await expect(walk(tech)).toContainText('1 of 3')
    await tech.locator('body').press('j')
    await expect(heading(tech, 'Cesar')).toBeVisible()
    await expect(tech).toHaveURL(/patient-workflow/)
    await tech.getByRole('link', { name: 'Details' }).click()
    await expect(tech).toHaveURL(/patient-details/)
    await tech.locator('body').press('j')
    await expect(heading(tech, 'Alpha')).toBeVisible()
    await expect(tech).toHaveURL(/patient-details/)
  })
})

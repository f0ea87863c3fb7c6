import { casesIn, expect, test } from '../journey.ts'
import { chooseByKeys, tabTo } from '../people/keyboard.ts'
import { samples } from '../portal/place.ts'

test('a case can be started with the keyboard alone', async ({ page, signIn, picture }) => {
  await signIn('doctor')
  await page.goto('/patients')
  await expect(casesIn(page).first()).toBeVisible()

  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await tabTo(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Start a New Case' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Start A Case' })).toBeVisible()

  await tabTo(page, page.getByRole('textbox', { name: 'First name' }))
  await page.keyboard.type('katherine')
  await tabTo(page, page.getByRole('textbox', { name: 'Last name' }))
  await page.keyboard.type('johnson')
  await chooseByKeys(page, 'Impression type', 'Intra-Oral Scan')
  await chooseByKeys(page, 'How do the scans reach the lab?', 'Upload STL files to this form')

  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, page.getByRole('group', { name: 'STL files' }).getByRole('button', { name: /^Add/ }))
  await page.keyboard.press('Enter')
  await (await chooser).setFiles([samples.scan])
  await expect(page.getByRole('group', { name: 'STL files' })).toContainText('Uploaded')

  await chooseByKeys(page, 'Digital model', 'Clean-up')
  await chooseByKeys(page, 'Bonding', 'Trays')
  await chooseByKeys(page, 'Jaws', 'Maxillary')

  // The calendar opens, walks and closes by keys, and gives the focus back.
  const date = page.getByRole('textbox', { name: 'Bonding date' })
  await tabTo(page, date)
  await page.keyboard.press('ArrowDown')
  const days = page.locator('table button:not([disabled])')
  await expect(days.first()).toBeVisible()
  await tabTo(page, days.first())
  await page.keyboard.press('ArrowRight')
  await picture(page, 'calendar-by-keys')
  await page.keyboard.press('Enter')
  const advice = page.getByRole('dialog', { name: 'Bonding date' })
  await expect(advice).toBeVisible()
  await tabTo(page, advice.getByRole('button', { name: 'OK' }))
  await page.keyboard.press('Enter')
  await expect(advice).toBeHidden()

  await tabTo(page, page.getByRole('textbox', { name: 'Special instructions' }))
  await page.keyboard.type('Typed without a mouse.')
  await tabTo(page, page.getByRole('button', { name: 'Submit case' }))
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/patients$/)
  await expect(casesIn(page).first()).toContainText('Johnson, Katherine')
})

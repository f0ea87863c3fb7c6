import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'

test('the dashboard fits a phone', async ({ page, signIn, picture }) => {
  await signIn('supervisor')
  await page.goto('/dashboard')
  await expect(page.getByRole('list', { name: 'Latest Patients' }).getByRole('listitem')).toHaveCount(5)
  await expectFitForPhone(page)
  await picture(page, 'dashboard-latest')
  await page.getByRole('button', { name: 'Statistics' }).tap()
  await page.getByLabel('Range').selectOption('all_time')
  await expect(page.getByRole('link', { name: /^Total cases/ }).getByRole('strong')).toHaveText(/\d/)
  await expectFitForPhone(page)
  await picture(page, 'dashboard-statistics', { fullPage: true })
})

import { expect, test } from '../journey.ts'
import { choose, field, fillCase, submitButton } from '../people/doctor.ts'
import { translatePage } from '../people/translator.ts'

test(
  'a case is started on a page that the browser translates, while its files travel (screens/translated)',
  { tag: '@long' },
  async ({ page, portal, signIn }) => {
    const practice = await portal.given.practice()
    await signIn(practice.owner)
    await page.goto(`/organizations/${practice.id}/rx-forms/add`)
    await expect(field(page, 'First name')).toBeVisible()
    await translatePage(page)
    let travels = () => {}
    const connection = new Promise<void>((resolve) => (travels = resolve))
    await page.route(/\/storage\//, async (route) => {
      if (route.request().method() === 'PUT') await connection
      await route.continue()
    })
    await fillCase(page, { first: 'Ada', last: 'Byron' })
    const files = (name: string) => page.getByRole('group', { name })
    await expect(files('STL files').getByRole('progressbar')).toBeVisible()

    await test.step('parts of the form come and go in the meantime', async () => {
      await choose(page, 'Impression type', 'PVS/Alginate impression')
      await expect(files('STL files')).toBeHidden()
      await choose(page, 'Impression type', 'Intra-Oral Scan')
      await expect(files('STL files').getByRole('progressbar')).toBeVisible()
      await choose(page, 'Digital model', 'Clean-up and Base')
      await choose(page, 'Bonding', 'Trays')
    })

    travels()
    for (const name of ['STL files', 'Photos']) await expect(files(name).getByText(/Uploaded/)).toBeVisible()
    await expect(page.getByText('Ready to submit.')).toBeVisible()
    await submitButton(page).click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Start A Case')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients' }).click()
    await expect(page.getByRole('row', { name: /Byron, Ada/ })).toBeVisible()
  },
)

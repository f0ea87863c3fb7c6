import { seriousInBoth } from '../axe.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'

/** One's own practice on a phone: Account, tab Organization (`organizations/who-changes`, `people/who-removes`). */
test(
  'an owner names the practice, sets what cases start with, and archives it',
  { tag: '@long' },
  async ({ page, portal, signIn, picture, watch }) => {
    watch.expect(/40[34] /)
    watch.expect(/^(Refusal|ApiError): /)
    const practice = await portal.given.practice()
    const name = `Harbor ${portal.given.unique()}`
    const button = (label: string) => page.getByRole('button', { name: label, exact: true })
    const tab = (label: string) => page.getByRole('tab', { name: label, exact: true })
    await signIn(practice.owner)
    await page.goto('/account')
    await tab('Organization').tap()
    await expect(page).toHaveURL(/\?tab=6$/)

    await test.step('the name is saved', async () => {
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
      await button('Save').tap()
      await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
      await expectFitForPhone(page)
      await picture(page, 'own-organization', { fullPage: true })
    })

    await test.step('members are listed; the own row has no actions', async () => {
      await tab('Members').tap()
      await expect(page).toHaveURL(/part=members/)
      const table = page.getByRole('table', { name: 'Members' })
      await expect(table.getByRole('row').filter({ hasText: 'Mia Member' }).getByRole('button')).toHaveText([
        'Change role',
        'Hand over cases',
        'Remove',
      ])
      await expect(table.getByRole('row').filter({ hasText: 'Olga Owner' }).getByRole('button')).toHaveCount(0)
      await expectFitForPhone(page)
      expect(await seriousInBoth(page)).toEqual([])
      await picture(page, 'own-members', { fullPage: true })
    })

    await test.step('locations lead to their pages', async () => {
      await tab('Locations').tap()
      await expect(page.getByRole('list', { name: 'Assigned locations' }).getByRole('link').first()).toBeVisible()
      await expectFitForPhone(page)
      await picture(page, 'own-locations', { fullPage: true })
    })

    await test.step('a new case starts with the defaults', async () => {
      await tab('Practice defaults').tap()
      const begins = page.locator('form').filter({ has: page.getByRole('region', { name: 'Defaults for a new case' }) })
      await begins.getByLabel('Doctor').selectOption({ label: 'Mia Member' })
      await begins.getByRole('button', { name: 'Save' }).tap()
      await expect(page.getByText('The practice defaults are saved.')).toBeVisible()
      await expectFitForPhone(page)
      await page.goto(`/organizations/${practice.id}/rx-forms/add`)
      await expect(page.getByLabel('Doctor')).toHaveValue(String(practice.member.id))
    })

    await test.step('archived, the practice is lost at once', async () => {
      await page.goto('/account?tab=6')
      await button('Archive').tap()
      await expect(page.getByRole('dialog')).toContainText('Its 4 members will lose access at once.')
      await picture(page, 'own-archive')
      await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).tap()
      await expect(tab('Organization')).toHaveCount(0)
    })
  },
)

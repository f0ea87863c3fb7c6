import type { Page } from '@playwright/test'
import { casesIn, expect, test } from '../journey.ts'

const filter = (page: Page) => page.getByRole('button', { name: /^Organization filter/ })
const chip = (page: Page) => page.getByRole('search').getByRole('button', { name: /^Clear Only/ })
const address = (page: Page) => new URL(page.url()).searchParams.get('chosen_wi_organization_id')

test(
  'the lab’s global filter narrows lists until it is cleared or one signs out',
  { tag: '@long' },
  async ({ page, portal, signIn, browserOf, picture }) => {
    const harbor = await portal.organizationOf('harbor')
    const juniper = await portal.organizationOf('juniper')
    await signIn('admin')
    await page.goto('/patients-page')
    await expect(casesIn(page).first()).toBeVisible()

    await test.step('searched by name', async () => {
      await filter(page).click()
      const list = page.getByRole('listbox', { name: 'Organizations' })
      const field = page.getByRole('combobox', { name: 'Search by name or account number' })
      await expect(field).toBeFocused()
      await field.pressSequentially('harbor', { delay: 40 })
      await expect(list.getByRole('option')).toHaveText([/Harbor Smiles Dental Group.*O-\d{6}/])
      await page.keyboard.press('Enter')
      await expect.poll(() => address(page)).toBe(String(harbor))
      await field.fill('Nobody at all')
      await expect(page.getByText('No organization matches.')).toBeVisible()
      await page.keyboard.press('Escape')
    })

    await test.step('the list shows only theirs, and says so', async () => {
      await expect(filter(page)).toHaveAccessibleName('Organization filter: Harbor Smiles Dental Group')
      await expect(chip(page)).toHaveAccessibleName('Clear Only Harbor Smiles Dental Group')
      await expect(casesIn(page).filter({ hasNotText: 'Harbor Smiles' })).toHaveCount(0)
      await picture(page, 'global-filter')
    })

    await test.step('it is kept on the way through other pages and a reload', async () => {
      await casesIn(page).first().getByRole('link').first().click()
      await expect(page).toHaveURL(/\/patient-workflow\//)
      await expect(filter(page)).toHaveAccessibleName(/Harbor/)
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients' }).click()
      await expect.poll(() => address(page)).toBe(String(harbor))
      await page.goto('/patients-page')
      await expect.poll(() => address(page)).toBe(String(harbor))
    })

    await test.step('a link shows a colleague the same view', async () => {
      await expect(casesIn(page).first()).toBeVisible()
      const colleague = await browserOf('supervisor')
      await colleague.goto(page.url())
      await expect(chip(colleague)).toBeVisible()
      await expect(casesIn(page).first()).toBeVisible()
      await expect(casesIn(colleague)).toHaveCount(await casesIn(page).count())
      await expect(filter(colleague)).toHaveAccessibleName(/Harbor/)
    })

    await test.step('several at once, and fewer again', async () => {
      await filter(page).click()
      await page.getByRole('option', { name: /Juniper/ }).click()
      await expect.poll(() => address(page)).toBe(`${harbor},${juniper}`)
      await expect(filter(page)).toHaveAccessibleName('Organization filter: 2 organizations')
      await page.getByRole('option', { name: /Harbor/ }).click()
      await expect.poll(() => address(page)).toBe(String(juniper))
      await page.keyboard.press('Escape')
    })

    await test.step('Latest Patients is narrowed by what is kept, too', async () => {
      await page.goto('/dashboard')
      await expect.poll(() => address(page)).toBe(String(juniper))
      const latest = page.getByRole('table', { name: 'Latest Patients' }).getByRole('row')
      await expect(latest.filter({ has: page.getByRole('cell') }).first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Clear Only Juniper Lane Orthodontics' })).toBeVisible()
      await page.getByRole('button', { name: 'Statistics' }).click()
      await expect(page.getByText('These figures count all organizations.')).toBeVisible()
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients' }).click()
      await expect.poll(() => address(page)).toBe(String(juniper))
    })

    await test.step('taken off the list it is taken off everywhere', async () => {
      await chip(page).click()
      await expect.poll(() => address(page)).toBeNull()
      await expect(filter(page)).toHaveAccessibleName('Organization filter: All organizations')
      await page.goto('/patients-page')
      await expect(casesIn(page).first()).toBeVisible()
      expect(address(page)).toBeNull()
    })

    await test.step('signing out forgets it', async () => {
      await page.goto(`/patients-page?chosen_wi_organization_id=${harbor}`)
      await expect(chip(page)).toBeVisible()
      await page.getByRole('button', { name: 'Log out' }).click()
      await expect(page).toHaveURL(/\/management$/)
      await signIn('admin')
      await page.goto('/patients-page')
      await expect(casesIn(page).first()).toBeVisible()
      await expect(filter(page)).toHaveAccessibleName('Organization filter: All organizations')
    })
  },
)

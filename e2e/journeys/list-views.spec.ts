import type { Page } from '@playwright/test'
import { seriousInBoth } from '../axe.ts'
import { casesIn, expect, test } from '../journey.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** The heads of what is shown; the first column selects. */
const heads = (page: Page) => page.getByRole('columnheader').filter({ hasText: /\S/ })

test(
  'a technician filters the list, saves it as a view with its columns, and shares its address',
  { tag: '@long' },
  async ({ page, portal, signIn, browserOf, picture }) => {
    const { given } = portal
    const [tech, colleague] = [await given.user('tech_support', ['Vera', 'View']), await given.user('tech_support')]
    const practice = await given.practice()
    const rush = { rush_case: true, rush_case_authorized_by: 'Travel' }
    await given.case({ practice, form: { last_name: 'Urgently', ...rush } })
    await given.case({ practice, form: { last_name: 'Patiently' } })
    await signIn(tech)
    await page.goto(`/patients-page?queryOrganization=${practice.id}`)
    await expect(casesIn(page)).toHaveCount(2)

    await test.step('the first row begins high on the page', async () => {
      await page.goto('/patients-page')
      await expect(casesIn(page).first()).toBeVisible()
      // An announcement above the title can be closed; the filters take one row.
      const title = await page.getByRole('heading', { level: 1, name: 'Patients' }).boundingBox()
      const first = await casesIn(page).first().boundingBox()
      expect(first!.y - title!.y).toBeLessThan(200)
      await picture(page, 'lab-list-filters')
      await page.goBack()
      await expect(casesIn(page)).toHaveCount(2)
    })

    await test.step('filters and columns', async () => {
      await button(page, 'Rush Case Only').click()
      await expect(casesIn(page)).toHaveCount(1)
      await button(page, 'Columns').click()
      await page.getByRole('checkbox', { name: 'Technician', exact: true }).click()
      await page.keyboard.press('Escape')
      await expect(heads(page)).toHaveText([
        'Patient',
        'Practice',
        'Doctor',
        'Status',
        'Next step',
        'Ship date',
        'Modified',
        'Actions',
      ])
      await button(page, 'More filters').click()
      await expect(button(page, 'Tracking number')).toBeVisible()
      expect(await seriousInBoth(page)).toEqual([])
      await picture(page, 'lab-list-all-filters')
    })

    await test.step('days of a filter are typed or picked', async () => {
      // The table has a head of that name, too.
      await page.getByRole('search').getByRole('button', { name: 'Ship date', exact: true }).click()
      const [from, to] = ['From', 'To'].map((name) => page.getByRole('textbox', { name, exact: true }))
      await expect(from!).toBeFocused()
      await page.keyboard.type('1/5/2026')
      await to!.click()
      await expect(from!).toHaveValue('Mon, Jan 5, 2026')
      await page
        .getByRole('group', { name: 'Calendar for To' })
        .getByRole('button', { name: '23 January 2026' })
        .click()
      await expect(to!).toHaveValue('Fri, Jan 23, 2026')
      expect(await seriousInBoth(page)).toEqual([])
      await button(page, 'Apply').click()
      await expect(page).toHaveURL(
        (url) => url.searchParams.get('filter[ship_date_between]') === '2026-01-05,2026-01-23',
      )
      await button(page, 'Clear Ship date').click()
      await expect(casesIn(page)).toHaveCount(1)
    })

    await test.step('saved as a view, which brings both back', async () => {
      await button(page, 'Views').click()
      await button(page, 'Save as a view…').click()
      const dialog = page.getByRole('dialog', { name: 'Save as a view' })
      await expect(dialog.getByLabel('Name')).toBeFocused()
      await page.keyboard.type('Rush of this practice')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(button(page, 'View: Rush of this practice')).toBeVisible()
      await button(page, 'Reset Filters').click()
      await expect(page).toHaveURL(/\/patients-page$/)
      await button(page, 'Columns').click()
      await button(page, 'Usual columns').click()
      await page.keyboard.press('Escape')
      await page.reload()
      await button(page, 'Views').click()
      await button(page, 'Rush of this practice').click()
      await expect(casesIn(page)).toHaveCount(1)
      await expect(casesIn(page)).toContainText('Urgently')
      await expect(heads(page).nth(2)).toHaveText('Doctor')
      await picture(page, 'lab-list-view')
    })

    await test.step('a colleague opens the address, without having the view', async () => {
      const other = await browserOf(colleague)
      await other.goto(page.url())
      await expect(casesIn(other)).toHaveCount(1)
      await expect(casesIn(other)).toContainText('Urgently')
      await button(other, 'Views').click()
      await expect(other.getByText('Save the filters, order and columns')).toBeVisible()
    })

    await test.step('on a phone', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await expect(page.getByText(/^Urgently, /)).toBeVisible()
      await expect(button(page, 'Columns')).toHaveCount(0)
      await expectFitForPhone(page)
      await button(page, 'View: Rush of this practice').click()
      await expect(button(page, 'Manage views…')).toBeVisible()
      await expectFitForPhone(page)
      await picture(page, 'lab-list-phone')
    })
  },
)

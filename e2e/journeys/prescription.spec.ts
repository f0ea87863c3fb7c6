import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { seriousInBoth } from '../axe.ts'
import { expect, test } from '../journey.ts'
import { field, submitButton } from '../people/doctor.ts'
import { fillEverything, withoutPrinter } from '../people/prescriber.ts'

const total = (page: Page) => page.getByRole('status', { name: 'Price of the case' })
const rxForm = (page: Page) => page.getByRole('region', { name: 'Rx form', exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test(
  'a prescription with every kind of choice: priced, printed, changed, refused, canceled, started again',
  { tag: '@long' },
  async ({ page, portal, signIn, context, picture, watch }) => {
    const { given, db } = portal
    const practice = await given.practice({ partner: true })
    await sql`insert into bracket_libraries (organization_id, name) values (${practice.id}, 'Empower')`.execute(db)
    const completed = await given.case({ practice, stage: 'completed' })
    const last = `Prescribed ${given.unique().toUpperCase()}`
    watch.expect(/409 .*rx_form_draft/)
    await withoutPrinter(context)
    await signIn(practice.owner)

    await test.step('it costs what the price list says, line by line', async () => {
      await page.goto(`/organizations/${practice.id}/rx-forms/add`)
      await fillEverything(page, portal, { last, seed: 25, library: 'Empower' })
      // Both arches: model 24, report 15, software 30, setup 90, trays 30, export 20, roots 40, rush 50; print 24,
      // brackets 36, study model 30, express 18.
      await expect(total(page)).toHaveText('$407.00')
      await total(page).click()
      await expect(page.getByText('These prices are invented for the demonstration.')).toBeVisible()
      await expect(page.getByRole('listitem').filter({ hasText: /^Rush case/ })).toHaveCount(1)
      expect(await seriousInBoth(page)).toEqual([])
      await picture(page, 'prescription-filled', { fullPage: true })
    })

    await test.step('submitted, all of it is on paper', async () => {
      const opens = context.waitForEvent('page')
      await submitButton(page).click()
      const paper = await opens
      const sheet = paper.getByRole('article')
      await expect(sheet.getByRole('heading', { level: 1 })).toHaveText(`Philippa ${last}`)
      for (const words of [
        'RX-25',
        'Intra-Oral Scan',
        'Heron',
        'Clean-up and Base, 3D Printing Options',
        'Analysis Report',
        'Trays',
        'Empower',
        'Low Profile Base',
        'Root integration',
        'Express',
        'Wedding on Friday, Dr. Marsh',
        'Keep the diastema.',
        '3 large boxes, 20 impression baggies',
      ])
        await expect(sheet).toContainText(words)
      await picture(paper, 'prescription-paper', { fullPage: true })
      await paper.close()
      await expect(page).toHaveURL(/\/patients$/)
    })

    await test.step('while New it is changed, and priced again', async () => {
      await page
        .getByRole('link', { name: new RegExp(last) })
        .first()
        .click()
      await expect(total(page)).toHaveText('$407.00')
      await rxForm(page).getByRole('link', { name: 'Edit' }).click()
      await page.getByLabel('Maxillary').check()
      // One arch: model 14, report 15, software 15, setup 45, trays 15, export 10, roots 20, rush 50; print 12, brackets
      // 18, study model 18, express 18.
      await expect(page.getByRole('region', { name: 'Your changes' })).toContainText('$407.00 $250.00')
      await button(page, 'Save').click()
      await expect(total(page)).toHaveText('$250.00')
      await expect(page.getByRole('region', { name: 'History' })).toContainText('Jaws: Maxillary (was Both)')
    })

    await test.step('canceled with a reason, it is out of the list', async () => {
      await rxForm(page).getByRole('button', { name: 'Cancel case' }).click()
      const question = page.getByRole('dialog', { name: 'Cancel this case?' })
      await question.getByLabel('Reason').fill('Another plan.')
      await question.getByRole('button', { name: 'Cancel case' }).click()
      await expect(rxForm(page).getByText('Canceled').first()).toBeVisible()
    })

    const canceled = page.url()
    await test.step('started again, it has its values, and its files when they are asked for', async () => {
      await button(page, 'Start again').click()
      await expect(field(page, 'Last name')).toHaveValue(last)
      await expect(page.getByText('The canceled case has 2 scans and 1 photo that')).toBeVisible()
      await expect(submitButton(page)).toBeDisabled()
      await button(page, 'Add them').click()
      await expect(page.getByText(/^The canceled case has/)).toHaveCount(0)
      await field(page, 'Last name').fill(`${last} Again`)
      await expect(submitButton(page)).toBeEnabled()
      await picture(page, 'prescription-again', { fullPage: true })
      const opens = context.waitForEvent('page')
      await submitButton(page).click()
      const paper = await opens
      const sheet = paper.getByRole('article')
      await expect(sheet.getByRole('heading', { level: 1 })).toHaveText(`Philippa ${last} Again`)
      await expect(sheet.getByText(/\.stl$/)).toHaveCount(2)
      await paper.close()
      await expect(page).toHaveURL(/\/patients$/)
      await expect(page.getByRole('link', { name: new RegExp(`${last} Again`) }).first()).toBeVisible()
    })

    await test.step('once more, it is another draft', async () => {
      await page.goto(canceled)
      await button(page, 'Start again').click()
      await expect(field(page, 'Last name')).toHaveValue(last)
      await expect(page.getByText('The canceled case has 2 scans and 1 photo that')).toBeVisible()
    })

    await test.step('the form of a completed case is not changed', async () => {
      await page.goto(`/rx-forms/${completed.rxFormId}/modify`)
      await expect(page).toHaveURL(/\/patients$/)
      await expect(page.getByText('This Rx form can no longer be changed.')).toBeVisible()
    })
  },
)

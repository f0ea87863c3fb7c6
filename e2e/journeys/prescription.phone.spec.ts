import { sql } from 'kysely'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'
import { submitButton } from '../people/doctor.ts'
import { fillEverything, withoutPrinter } from '../people/prescriber.ts'

test(
  'a prescription with every kind of choice fits a phone, from the form to its paper and its change',
  { tag: '@long' },
  async ({ page, portal, signIn, context, picture }) => {
    const { given, db } = portal
    const practice = await given.practice()
    await sql`insert into bracket_libraries (organization_id, name) values (${practice.id}, 'Empower')`.execute(db)
    const last = `Pocket ${given.unique().toUpperCase()}`
    await withoutPrinter(context)
    await signIn(practice.owner)
    await page.goto(`/organizations/${practice.id}/rx-forms/add`)
    await fillEverything(page, portal, { last, seed: 26, library: 'Empower' })
    const total = page.getByRole('status', { name: 'Price of the case' })
    await expect(total).toHaveText('$407.00')
    await total.tap()
    await expectFitForPhone(page)
    await picture(page, 'prescription-phone', { fullPage: true })

    const opens = context.waitForEvent('page')
    await submitButton(page).tap()
    const paper = await opens
    await expect(paper.getByRole('article')).toContainText('Keep the diastema.')
    await expectFitForPhone(paper)
    await picture(paper, 'prescription-paper-phone', { fullPage: true })
    await paper.close()

    await page.getByText(`${last}, Philippa`).first().tap()
    await page.getByRole('region', { name: 'Rx form', exact: true }).getByRole('link', { name: 'Edit' }).tap()
    await page.getByLabel('Mandibular').check()
    await expect(page.getByRole('region', { name: 'Your changes' })).toContainText('$407.00 $250.00')
    await expectFitForPhone(page)
    await page.getByRole('button', { name: 'Save', exact: true }).tap()
    await expect(total).toHaveText('$250.00')
  },
)

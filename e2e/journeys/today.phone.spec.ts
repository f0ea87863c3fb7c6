import { sql } from 'kysely'
import { seriousInBoth } from '../axe.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'

test('a doctor opens Today in the morning, and each number leads to its cases (today/number)', async ({
  page,
  portal,
  signIn,
  picture,
}) => {
  const { given, db } = portal
  const practice = await given.practice()
  await given.case({ practice, stage: 'awaiting_approval', form: { last_name: 'Waitman' } })
  const held = await given.case({ practice, held: true, form: { last_name: 'Heldback' } })
  await sql`update on_hold_notes set note = 'Which arch is to be made first?' where patient_id = ${held.id}`.execute(db)
  await signIn(practice.owner)
  await page.goto('/patients')
  await page.getByRole('button', { name: 'Open the menu', exact: true }).tap()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Today' }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')
  const list = (name: string) => page.getByRole('region', { name })
  await expect(list('To approve').getByRole('listitem')).toContainText('Waitman, Ada')
  await expect(list('On hold').getByRole('listitem')).toContainText('Which arch is to be made first?')
  await expectFitForPhone(page)
  expect(await seriousInBoth(page)).toEqual([])
  await picture(page, 'today', { fullPage: true })
  await list('On hold')
    .getByRole('link', { name: /^On hold 1/ })
    .tap()
  await expect(page).toHaveURL(/\/patients\?.*only_on_hold/)
  await expect(page.getByText('Heldback, Ada')).toBeVisible()
  await expect(page.getByText('Waitman, Ada')).toBeHidden()
  await page.goBack()
  await page.getByRole('button', { name: 'Turn off the Monday email' }).tap()
  await expect(page.getByRole('button', { name: 'Turn on the Monday email' })).toBeVisible()
})

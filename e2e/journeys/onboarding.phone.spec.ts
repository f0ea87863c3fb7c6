import { labScope } from '../../apps/server/src/db/scope.ts'
import { beginWaived } from '../../apps/server/src/modules/billing/index.ts'
import { seriousInBoth } from '../axe.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'
import { goWithin } from '../people/go-within.ts'

test('on a phone the checklist opens, is closed, and is opened again by a notice and from the menu', async ({
  page,
  portal: { given, db },
  signIn,
  picture,
}) => {
  const practice = await given.practice()
  await db
    .transaction()
    .execute((trx) => beginWaived(trx, { scope: labScope, now: new Date() }, practice.id, 'America/Denver'))
  await signIn(practice.owner)
  const checklist = page.getByRole('dialog', { name: 'Onboarding Checklist' })

  await test.step('it opens by itself and fits', async () => {
    await page.goto('/patients')
    await expect(checklist.getByText('Choose brackets')).toBeVisible()
    await expectFitForPhone(page)
    expect(await seriousInBoth(page)).toEqual([])
    await picture(page, 'checklist-phone')
    await checklist.getByRole('button', { name: 'Mark as done' }).click()
    await expect(checklist.getByRole('textbox', { name: /Tracking number/ })).toBeVisible()
    await picture(page, 'checklist-phone-tracking')
    await checklist.getByRole('button', { name: 'Close' }).click()
    await expect(checklist).toHaveCount(0)
  })

  await test.step('the menu has it, and so has the address of a notice', async () => {
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await page.getByRole('button', { name: /Getting started/ }).click()
    await expect(checklist.getByText('Send brackets')).toBeVisible()
    const address = new URL(page.url())
    expect(address.searchParams.get('onboarding')).toMatch(/^\d+$/)
    await checklist.getByRole('button', { name: 'Close' }).click()
    await expect(checklist).toHaveCount(0)
    await expect(page).not.toHaveURL(/onboarding=/)
    await goWithin(page, `/patients${address.search}`)
    await expect(checklist.getByText('Send brackets')).toBeVisible()
  })
})

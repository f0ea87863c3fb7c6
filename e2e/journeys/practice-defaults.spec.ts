import { seriousInBoth } from '../axe.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'

test('a manager says what cases begin with, and the next one does', async ({ page, portal, signIn, picture }) => {
  const { given } = portal
  const practice = await given.practice({ partner: true })
  await signIn(practice.manager)
  const part = (title: string) => page.locator('form').filter({ has: page.getByRole('region', { name: title }) })
  const begins = part('Defaults for a new case')
  const setups = part('Setups')
  const saved = page.getByText('The practice defaults are saved.')

  await test.step('from Start A Case to what it begins with', async () => {
    await page.goto(`/organizations/${practice.id}/rx-forms/add`)
    await page.getByRole('link', { name: 'Practice defaults' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Practice defaults')
    await expect(begins.getByRole('button', { name: 'Save' })).toBeDisabled()
    await expect(begins.getByRole('group', { name: 'Digital model' })).toHaveCount(0)
    await begins.getByLabel('Intra-Oral Scan').check()
    await begins.getByLabel('Clean-up and Base').check()
    await begins.getByLabel('Trays').check()
    await begins.getByLabel('Low Profile Base').check()
    await begins.getByLabel('Scanner', { exact: true }).selectOption({ label: 'Other' })
    await expect(begins.getByRole('button', { name: 'Save' })).toBeDisabled()
    await begins.getByLabel('Name of the scanner').fill('Heron')
    await begins.getByLabel('Doctor').selectOption({ label: 'Mia Member' })
    expect(await seriousInBoth(page)).toEqual([])
    await picture(page, 'practice-defaults', { fullPage: true })
    await begins.getByRole('button', { name: 'Save' }).click()
    await expect(saved).toBeVisible()
    await expect(begins.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  })

  await test.step('who makes setups: the usual one is one of them', async () => {
    const who = setups.getByRole('group', { name: 'Who may complete setups' })
    await who.getByLabel('Archwire Lab').uncheck()
    await expect(setups.getByRole('group', { name: 'Who completes the setup?' }).getByLabel('In-office')).toBeChecked()
    await setups.getByRole('button', { name: 'Save' }).click()
    await expect(saved.first()).toBeVisible()
    await expect(setups.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  })

  await test.step('a new case begins so', async () => {
    await page.getByRole('link', { name: 'Start A Case' }).click()
    await expect(page.getByLabel('Doctor')).toHaveValue(String(practice.member.id))
    await expect(page.getByLabel('Intra-Oral Scan')).toBeChecked()
    await expect(page.getByLabel('Clean-up and Base')).toBeChecked()
    await expect(page.getByLabel('Low Profile Base')).toBeChecked()
    await expect(page.getByLabel('Name of the scanner')).toHaveValue('Heron')
    const who = page.getByRole('group', { name: 'Who completes the setup?' })
    await expect(who.getByRole('radio')).toHaveCount(2)
    await expect(who.getByLabel('In-office')).toBeChecked()
  })

  await test.step('it fits a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/organizations/${practice.id}/practice-defaults`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Practice defaults')
    await expectFitForPhone(page)
    await picture(page, 'practice-defaults-phone', { fullPage: true })
  })
})

import type { Page } from '@playwright/test'
import { seriousInBoth } from '../axe.ts'
import { expect, test } from '../journey.ts'

const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Promotion Codes' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

test('a supervisor adds a promotion code, corrects and deletes it', async ({
  page,
  portal,
  signIn,
  browserOf,
  picture,
}) => {
  const code = `SPRING-${portal.given.unique()}`.toUpperCase()
  await signIn('supervisor')
  await page.goto('/patients-page')
  await page.getByRole('navigation').getByRole('link', { name: 'Promotion Codes' }).click()
  await page.getByRole('button', { name: 'Create Promotion Code' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create Promotion Code' })

  await test.step('what is wrong stands at its field', async () => {
    await dialog.getByLabel('Code').fill(code.toLowerCase())
    await expect(dialog.getByLabel('Code')).toHaveValue(code)
    await dialog.getByText('Percent (%)').click()
    await dialog.getByLabel('Value').fill('120')
    await dialog.getByLabel('Value').blur()
    await expect(dialog.getByText('At most 100 percent.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled()
    await dialog.getByLabel('Value').fill('12.5')
    await picture(page, 'promotion-code-add')
    expect(await seriousInBoth(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog).toBeHidden()
  })

  const line = rows(page).filter({ hasText: code })
  await test.step('it is listed, for whoever of the lab looks', async () => {
    await expect(line).toContainText('12.5 %')
    await expect(line).toContainText('Start-up fee')
    await expect(line).toContainText('Active')
    await expect(line).toContainText('Never')
    await picture(page, 'promotion-codes')
  })

  await test.step('is switched off, and others see it without asking', async () => {
    const admin = await browserOf('admin')
    await admin.goto(`/promotion-codes?code=${code}`)
    await expect(rows(admin)).toContainText('Active')
    await line.getByRole('button', { name: 'Edit' }).click()
    const edit = page.getByRole('dialog', { name: `Promotion code ${code}` })
    await edit.getByLabel('Active').uncheck()
    // What is typed stays although the list is another by now.
    await page.evaluate(() => {
      history.replaceState(null, '', '/promotion-codes?code=NOTHINGLIKEIT')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await expect(rows(page)).toHaveCount(0)
    await expect(edit.getByLabel('Active')).not.toBeChecked()
    await page.evaluate((word) => {
      history.replaceState(null, '', `/promotion-codes?code=${word}`)
      dispatchEvent(new PopStateEvent('popstate'))
    }, code)
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(edit).toBeHidden()
    await expect(line).toContainText('Inactive')
    await expect(rows(admin)).toContainText('Inactive')
  })

  await test.step('deleting asks first', async () => {
    await line.getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('dialog', { name: `Delete ${code}?` })
      .getByRole('button', { name: 'Delete' })
      .click()
    await expect(line).toHaveCount(0)
  })
})

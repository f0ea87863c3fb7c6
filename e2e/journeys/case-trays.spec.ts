import type { Page } from '@playwright/test'
import { seriousInBoth } from '../axe.ts'
import { expect, test } from '../journey.ts'
import { goWithin } from '../people/go-within.ts'

const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Trays of 8' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

test('an admin puts cases into a tray, gives it a Tray ID, and archives it with them', async ({
  page,
  portal,
  signIn,
  browserOf,
  picture,
  watch,
}) => {
  watch.expect(/409 .*\/api\/v1\/patients\/case-trays$/)
  const { given } = portal
  const mark = given.unique().slice(-6).toUpperCase()
  const practice = await given.practice({ partner: true })
  for (const first_name of ['Aron', 'Berta', 'Carl'])
    await given.case({ practice, form: { first_name, last_name: `Tray ${mark}` } })
  const number = `T${mark}`

  await signIn('admin')
  await page.goto('/patients-page')
  await page.getByRole('navigation').getByRole('link', { name: 'Trays of 8' }).click()
  await expect(page.getByRole('heading', { name: 'Trays of 8' })).toBeVisible()
  await page.getByRole('searchbox').fill(`Tray ${mark}`)
  await expect(rows(page)).toHaveCount(3)
  const create = page.getByRole('button', { name: 'Create Tray' })
  await expect(create).toBeDisabled()
  const dialog = page.getByRole('dialog', { name: 'Create Tray' })

  await test.step('chosen cases stay chosen while one looks for others', async () => {
    for (const name of ['Carl', 'Aron']) await page.getByRole('checkbox', { name: new RegExp(`, ${name}$`) }).check()
    await page.getByRole('searchbox').fill(`Berta Tray ${mark}`)
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('checkbox', { name: /, Berta$/ }).check()
    await expect(page.getByText('3 selected')).toBeVisible()
    await picture(page, 'tray-cases')
    expect(await seriousInBoth(page)).toEqual([])
    await create.click()
    await expect(dialog.getByRole('listitem')).toHaveText([/Carl/, /Aron/, /Berta/])
    await dialog.getByLabel('Tray number').fill('t-1')
    await dialog.getByLabel('Tray number').blur()
    await expect(dialog.getByText('Only alphanumeric characters allowed')).toBeVisible()
    await picture(page, 'tray-create')
  })

  await test.step('what stops the tray is said in the dialog, and the number stays', async () => {
    const other = await browserOf('supervisor')
    await other.goto(`/patients-page?filter[search]=Berta+Tray+${mark}`)
    await other.getByRole('link', { name: /, Berta$/ }).click()
    await other.getByRole('button', { name: 'Hold', exact: true }).click()
    const hold = other.getByRole('dialog')
    await hold.getByLabel('Reason').fill('Waits for the doctor.')
    await hold.getByRole('button', { name: 'Continue' }).click()
    await expect(hold).toBeHidden()
    await dialog.getByLabel('Tray number').fill(number)
    await dialog.getByRole('button', { name: 'Create Tray' }).click()
    await expect(dialog.getByRole('alert')).toContainText(`Berta Tray ${mark} is on hold.`)
    await expect(dialog.getByLabel('Tray number')).toHaveValue(number)
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: /, Berta$/ }).uncheck()
    await expect(page.getByRole('checkbox', { name: /, Berta$/ })).toBeDisabled()
    await create.click()
    await dialog.getByLabel('Tray number').fill(number.toLowerCase())
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
  })

  await test.step('the tray is found by its number, and its row says what is in it', async () => {
    await page.getByRole('button', { name: 'Trays', exact: true }).click()
    await page.getByRole('searchbox').fill(number)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('2 of 8')
    await page.getByRole('button', { name: `Generate Tray ID of tray ${number}` }).click()
    await expect(rows(page)).toContainText(/TRAY-\d{4}-\d+/)
    await rows(page).first().getByText('2 of 8').click()
    await expect(page.getByRole('list', { name: 'Cases in the tray' }).getByRole('listitem')).toHaveText([
      /Carl/,
      /Aron/,
    ])
    await picture(page, 'trays')
    expect(await seriousInBoth(page)).toEqual([])
  })

  await test.step('who works in the lab opens it by the number on it', async () => {
    const tech = await browserOf('tech')
    await tech.goto(`/patients-page/trays/${number.toLowerCase()}`)
    await expect(tech).toHaveURL(/\/case-trays\/\d+$/)
    await expect(tech.getByRole('heading', { name: `Tray ${number}` })).toBeVisible()
    await expect(tech.getByRole('button', { name: /Archive/ })).toBeHidden()
    await picture(tech, 'tray')

    await page.getByRole('link', { name: number }).click()
    // The row of the list has a button of the same name, which goes with the list.
    await expect(page.getByRole('heading', { name: `Tray ${number}` })).toBeVisible()
    await page.getByRole('button', { name: `Archive tray ${number}` }).click()
    const ask = page.getByRole('dialog', { name: `Archive tray ${number}?` })
    await expect(ask).toContainText('Confirming this action will archive this tray together with all its cases.')
    await ask.getByRole('button', { name: 'Archive Tray' }).click()
    await expect(page.getByText('Archived').first()).toBeVisible()
    // The other page hears of it by the cases.
    await expect(tech.getByText('Archived').first()).toBeVisible()
    await goWithin(tech, `/patients-page/trays/${number}`)
    await expect(tech.getByText(`There is no tray ${number}.`)).toBeVisible()
  })
})

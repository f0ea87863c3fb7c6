import { seriousInBoth } from '../axe.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { casesIn, expect, test } from '../journey.ts'
import { goWithin } from '../people/go-within.ts'

test('the lab creates a case of a practice, for a doctor, and by a prefilled link', async ({
  page,
  portal,
  signIn,
  picture,
}) => {
  const { given } = portal
  const practice = await given.practice()
  await given.case({ practice })
  const source = await given.case({ practice, form: { special_instructions: 'Keep the diastema.' }, archived: true })
  const stranger = await given.case()
  const lastName = `Records ${given.unique().toUpperCase()}`
  await signIn(await given.user('tech_support'))
  const create = page.getByRole('button', { name: 'Create', exact: true })

  await test.step('that practice’s cases alone, and a form beside them', async () => {
    await page.goto(`/organizations/${practice.id}/patients`)
    await expect(casesIn(page)).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'Add Old Case' })).toHaveCount(0)
    await expect(page.locator('body')).not.toContainText(`C-${stranger.id} `)
    await page.getByRole('link', { name: 'Create Patient' }).click()
    await expect(page.getByLabel('First Name')).toBeFocused()
    await expect(create).toBeDisabled()
    await page.getByLabel('First Name').fill('ren')
    await page.getByLabel('Last Name').fill(lastName)
    await expect(create).toBeDisabled()
    await page.getByLabel('Doctor').selectOption({ label: 'Olga Owner' })
    expect(await seriousInBoth(page)).toEqual([])
    await picture(page, 'create-patient')
    await create.click()
    await expect(page).toHaveURL(/\/patient-details\/\d+$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ren ${lastName}`)
    await expect(page.getByText('There is no Rx form.')).toBeVisible()
  })

  await test.step('the form of an archived case leads there, with its names', async () => {
    await goWithin(page, `/patient-details/${source.id}`)
    await page.getByRole('link', { name: 'New case from this form' }).click()
    await expect(page).toHaveURL(new RegExp(`/organizations/${practice.id}/patients\\?.*rxFormId=${source.rxFormId}$`))
    await expect(page.getByLabel('First Name')).toHaveValue('Ada')
  })

  await test.step('a link with names and the form of an archived case fills it in', async () => {
    await goWithin(
      page,
      `/organizations/${practice.id}/patients?firstName=Ren&lastName=${lastName}&caseNumber=7&rxFormId=${source.rxFormId}`,
    )
    await expect(page.getByLabel('Last Name')).toHaveValue(lastName)
    await expect(page.getByText('The Rx form of the archived case moves to the new case')).toBeVisible()
    await page.getByLabel('Doctor').selectOption({ label: 'Olga Owner' })
    await create.click()
    const question = page.getByRole('dialog', { name: 'Same name' })
    await expect(question).toContainText('A patient with this exact name was already submitted on ')
    await expect(question).toContainText('Click YES to proceed, but note a (1) will be placed in the name')
    await question.getByRole('button', { name: 'NO' }).click()
    await expect(page.getByLabel('Last Name')).toHaveValue(lastName)
    await create.click()
    await question.getByRole('button', { name: 'YES' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ren ${lastName} (1)`)
    await expect(page.getByText('Special instructions Keep the diastema.')).toBeVisible()
  })

  await test.step('for a doctor, on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await goWithin(page, `/users/${practice.owner.id}/patients/add?firstName=Rena`)
    await expect(page.getByLabel('Doctor')).toBeDisabled()
    await page.getByLabel('Last Name').fill(lastName)
    await expectFitForPhone(page)
    await picture(page, 'create-patient-phone')
    await create.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Rena ${lastName}`)
  })
})

test(
  'an old case comes with the files of the scanner, and is Completed',
  { tag: '@long' },
  async ({ page, portal, signIn, picture }) => {
    const { given } = portal
    const practice = await given.practice()
    const lastName = `Archive ${given.unique().toUpperCase()}`
    await signIn(await given.user('admin'))
    const add = page.getByRole('button', { name: 'Add Old Case', exact: true })
    const bytes = (mark: string) => Buffer.from(`desktop scan ${mark} `.repeat(2000))
    const choose = (names: string[]) =>
      page
        .locator('input[type=file]')
        .setInputFiles(
          names.map((name) => ({ name, mimeType: 'application/octet-stream', buffer: bytes(name + lastName) })),
        )

    await test.step('names, doctor, day, and at least one file', async () => {
      await page.goto(`/organizations/${practice.id}/patients`)
      await page.getByRole('link', { name: 'Add Old Case' }).click()
      await expect(page.getByLabel('First Name')).toBeFocused()
      await page.getByLabel('First Name').fill('Ada')
      await page.getByLabel('Last Name').fill(lastName)
      await page.getByLabel('Doctor').selectOption({ label: 'Olga Owner' })
      await expect(page.getByRole('textbox', { name: 'Impression Date' })).not.toHaveValue('')
      await expect(add).toBeDisabled()
      await choose(['upper.stl', 'upper.ios', 'lower.sla', 'upper.ios'])
      await expect(page.getByText('Only .ios, .sla files can be used here.')).toBeVisible()
      await expect(page.getByText('File with such name already exists.')).toBeVisible()
      await expect(add).toBeEnabled()
      expect(await seriousInBoth(page)).toEqual([])
      await picture(page, 'old-case')
    })

    await test.step('it is there, on a phone, too', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await expectFitForPhone(page)
      await picture(page, 'old-case-phone')
      await expect(page.getByRole('button', { name: 'Remove lower.sla' })).toBeVisible()
      await add.click()
      await expect(page).toHaveURL(/\/patient-details\/\d+$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ada ${lastName}`)
      await expect(page.getByText('Completed').first()).toBeVisible()
    })
  },
)

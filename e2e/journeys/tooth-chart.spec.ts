import type { Page } from '@playwright/test'
import { seriousInBoth } from '../axe.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'
import { field, submitButton } from '../people/doctor.ts'
import { chooseByKeys, tabTo } from '../people/keyboard.ts'

const chart = (page: Page) => page.getByRole('grid', { name: 'Teeth' })
const tooth = (page: Page, name: RegExp) => chart(page).getByRole('gridcell', { name })
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test('a doctor fills the tooth chart in without a mouse; lab, paper and viewer show it', async ({
  page: doctor,
  portal,
  signIn,
  browserOf,
  picture,
}) => {
  const { given } = portal
  const practice = await given.practice()
  await signIn(practice.owner)
  const last = `Toothed ${given.unique().toUpperCase()}`
  await doctor.goto(`/organizations/${practice.id}/rx-forms/add`)
  await field(doctor, 'First name').fill('Theo')
  await field(doctor, 'Last name').fill(last)
  await chooseByKeys(doctor, 'Impression type', 'PVS/Alginate impression')
  await chooseByKeys(doctor, 'Digital model', 'Full Digital Model')

  await test.step('the chart is one line, and no script, until somebody opens it', async () => {
    await expect(chart(doctor)).toHaveCount(0)
    const summary = doctor.getByText('Tooth chart (optional)')
    await tabTo(doctor, summary)
    await press(doctor, 'Enter')
    await expect(chart(doctor)).toBeVisible()
    await picture(doctor, 'tooth-chart-empty')
  })

  await test.step('one stop of Tab; arrows go along the arch and to the other one', async () => {
    await tabTo(doctor, tooth(doctor, /^Tooth 8, /))
    await press(doctor, 'ArrowRight')
    await expect(tooth(doctor, /^Tooth 9, upper left central incisor$/)).toBeFocused()
    await press(doctor, 'ArrowDown')
    await expect(tooth(doctor, /^Tooth 24, lower left central incisor$/)).toBeFocused()
    await press(doctor, 'ArrowUp', 'Home')
    await expect(tooth(doctor, /^Tooth 1, upper right third molar$/)).toBeFocused()
  })

  await test.step('Space chooses, letters say what; Escape lets go', async () => {
    await press(doctor, 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Space')
    await expect(tooth(doctor, /^Tooth 5, /)).toHaveAttribute('aria-selected', 'true')
    await press(doctor, 'x')
    await expect(tooth(doctor, /^Tooth 5, upper right first premolar, to be extracted$/)).toBeFocused()
    await press(doctor, 'Escape')
    await expect(doctor.getByRole('group', { name: 'Tooth 5' })).toHaveCount(0)
    await expect(tooth(doctor, /^Tooth 5, /)).toHaveAttribute('aria-selected', 'false')
    // Without a choice it is the tooth that has the keyboard.
    await press(doctor, 'End', 'm')
    await expect(tooth(doctor, /^Tooth 16, upper left third molar, missing$/)).toBeFocused()
    await press(doctor, 'Delete')
    await expect(tooth(doctor, /^Tooth 16, upper left third molar$/)).toBeFocused()
    await press(doctor, 'm')
  })

  await test.step('Shift chooses a range; height and note have their keys, Enter comes back', async () => {
    await press(doctor, 'Home', ...Array<string>(6).fill('ArrowRight'), 'Space')
    await press(doctor, 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight')
    await press(doctor, 'Shift+ArrowLeft')
    const bar = doctor.getByRole('group', { name: '4 teeth: 7, 8, 9, 10' })
    await expect(bar).toBeVisible()
    await press(doctor, 'h')
    await expect(bar.getByLabel('Height (mm)')).toBeFocused()
    await doctor.keyboard.type('45')
    await expect(bar.getByText('0.5 to 10 mm, in tenths')).toBeVisible()
    await press(doctor, 'Backspace')
    await doctor.keyboard.type('.5')
    await picture(doctor, 'tooth-chart-editor')
    expect(await seriousInBoth(doctor)).toEqual([])
    await press(doctor, 'Enter')
    await expect(tooth(doctor, /^Tooth 10, upper left lateral incisor, bracket at 4.5 mm$/)).toHaveCount(1)
    await press(doctor, 'n')
    await expect(bar.getByLabel('Note')).toBeFocused()
    await doctor.keyboard.type('Keep the torque')
    await press(doctor, 'Enter', 'Escape')
    await expect(tooth(doctor, /^Tooth 7, .*, bracket at 4.5 mm, “Keep the torque”$/)).toHaveCount(1)
  })

  await test.step('a quick set, and the step back', async () => {
    await press(doctor, 'Shift+Tab', 'Shift+Tab', 'Shift+Tab')
    await expect(doctor.getByRole('button', { name: 'Quick sets' })).toBeFocused()
    await press(doctor, 'Enter', 'ArrowDown')
    await expect(doctor.getByRole('button', { name: 'Brackets from second molar to second molar' })).toBeFocused()
    await picture(doctor, 'tooth-chart-sets')
    await press(doctor, 'ArrowUp', 'ArrowUp')
    await expect(doctor.getByRole('button', { name: 'Mixed dentition' })).toBeFocused()
    await press(doctor, 'Enter')
    await expect(doctor.getByRole('button', { name: 'Quick sets' })).toBeFocused()
    await expect(tooth(doctor, /^Tooth A, upper right deciduous second molar, present$/)).toBeVisible()
    await picture(doctor, 'tooth-chart-mixed')
    const undo = doctor.getByRole('button', { name: 'Undo' })
    await tabTo(doctor, undo)
    await press(doctor, 'Enter')
    await expect(tooth(doctor, /deciduous/)).toHaveCount(0)
    const summary = doctor.getByRole('complementary', { name: 'Summary' })
    await expect(summary).toContainText('To be extracted: 5. Missing: 16. Bracket height: 7, 8, 9, 10 at 4.5 mm')
  })

  const id = await test.step('submitted; the case has the chart as picture and words', async () => {
    const answer = doctor.waitForResponse(
      (response) => response.request().method() === 'POST' && /rx_forms\b/.test(response.url()),
    )
    await tabTo(doctor, submitButton(doctor))
    await press(doctor, 'Enter')
    const { rx_form } = (await (await answer).json()) as { rx_form: { patient_id: number } }
    await expect(doctor).toHaveURL(/\/patients$/)
    return rx_form.patient_id
  })
  const shown = (page: Page) => page.getByRole('region', { name: 'Tooth chart' })

  await test.step('the technician reads it', async () => {
    const tech = await browserOf('tech')
    await tech.goto(`/patient-workflow/${id}`)
    await expect(shown(tech)).toContainText('To be extracted5')
    await expect(shown(tech)).toContainText('Teeth (Universal)')
    await expect(shown(tech)).toContainText('Bracket height7, 8, 9, 10 at 4.5 mm')
    await shown(tech).scrollIntoViewIfNeeded()
    await picture(tech, 'tooth-chart-workflow')
  })

  await test.step('the paper says it in black', async () => {
    await doctor.goto(`/patient-details/${id}/print-rxform`)
    await expect(doctor.getByRole('article')).toContainText('Keep the torque')
    await picture(doctor, 'tooth-chart-paper', { fullPage: true })
  })
})

test(
  'the chart stands beside the model, and goes where it is in the way',
  { tag: '@long' },
  async ({ page, portal, signIn, picture }) => {
    const { given } = portal
    const said = { no_bracket: false, bracket_height: null, note: '' }
    const testCase = await given.case({
      stage: 'awaiting_approval',
      form: { tooth_chart: [{ tooth: 14, state: 'extract', ...said }] },
    })
    await signIn(testCase.practice.owner)
    await page.goto(`/patient-details/${testCase.id}`)
    await page.goto((await page.getByRole('link', { name: 'Full page' }).getAttribute('href'))!)
    const beside = page.getByRole('complementary', { name: 'Tooth chart' })
    await expect(beside).toContainText('To be extracted5')
    await expect(page.frameLocator('iframe[title^="3D view"]').locator('canvas')).toBeVisible({ timeout: 30_000 })
    await picture(page, 'tooth-chart-viewer')
    expect(await seriousInBoth(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await picture(page, 'tooth-chart-viewer-narrow')
    await expectFitForPhone(page)
    await page.getByRole('button', { name: 'Tooth chart' }).click()
    await expect(beside).toHaveCount(0)
  },
)

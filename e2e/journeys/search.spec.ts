import { casesIn, expect, test } from '../journey.ts'
import { activeResult, openPalette, palette } from '../people/shell.ts'

test(
  'search finds by code, number, doctor and practice; Enter opens what was typed exactly',
  { tag: '@long' },
  async ({ page, portal, signIn, browserOf, picture }) => {
    const practice = await portal.given.practice()
    const first = await portal.given.case({ practice, form: { last_name: 'Quince', case_number_text: 'QX 17' } })
    const second = await portal.given.case({
      practice,
      form: { last_name: 'Quill', case_number_text: 'QX 170', user_id: practice.member.id },
    })
    const code = `C-${first.id}`

    await test.step('the lab: a scanned code and Enter, whatever tab is open', async () => {
      await signIn('tech')
      await page.goto('/patients-page?filter[patient_status_id]=5')
      const field = page.getByRole('searchbox')
      await field.click()
      await page.keyboard.type(code)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(`/patient-workflow/${first.id}$`))
      await page.goBack()
      await expect(field).toHaveValue(code)
    })

    await test.step('a practice: its own number, and Enter', async () => {
      const owner = await browserOf(practice.owner)
      await owner.goto('/patients')
      const field = owner.getByRole('searchbox')
      await field.fill('qx 17')
      await expect(casesIn(owner)).toHaveCount(2)
      await expect(casesIn(owner).first()).toContainText('Quince')
      await picture(owner, 'search-exact-first')
      await field.press('Enter')
      await expect(owner).toHaveURL(new RegExp(`/patient-details/${first.id}$`))
      await owner.goBack()
      await field.fill('qui')
      await field.press('Enter')
      await expect(casesIn(owner)).toHaveCount(2)
      await expect(owner).toHaveURL(/\/patients\?/)
      await field.fill('mia member')
      await expect(casesIn(owner)).toHaveCount(1)
      await expect(casesIn(owner).first()).toContainText('Quill')
    })

    await test.step('the palette: a doctor’s name finds the cases, and offers all of them', async () => {
      const owner = await browserOf(practice.owner)
      await owner.goto('/patients')
      await expect(casesIn(owner).first()).toBeVisible()
      await openPalette(owner)
      await owner.keyboard.type('mia mem')
      await expect(activeResult(owner)).toContainText('Quill')
      await expect(activeResult(owner)).toContainText('Mia Member')
      await picture(owner, 'palette-doctor')
      await palette(owner).getByRole('group', { name: 'All cases of' }).getByRole('option').click()
      await expect(owner).toHaveURL(/filter\[doctor\]=Mia/)
      await expect(casesIn(owner)).toHaveCount(1)
      expect(second.id).toBeGreaterThan(first.id)
    })
  },
)

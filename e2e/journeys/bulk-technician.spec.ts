import { casesIn, expect, test } from '../journey.ts'

test('a supervisor gives two of three selected cases to a technician; the third is on hold', async ({
  page,
  portal: { given },
  signIn,
  picture,
}) => {
  const tech = await given.user('tech_support', ['Priya', given.unique().toUpperCase()])
  const practice = await given.practice()
  const mark = given.unique().toUpperCase()
  for (const name of ['First', 'Second', 'Third'])
    await given.case({
      practice,
      stage: 'in_progress',
      held: name === 'Third',
      form: { last_name: `${name} ${mark}` },
    })
  await signIn('supervisor')
  await page.goto(`/patients-page?filter[search]=${mark}`)
  const row = (name: string) => casesIn(page).filter({ hasText: name })
  await expect(casesIn(page)).toHaveCount(3)

  await row('Third').getByRole('checkbox').check()
  await row('First').focus()
  await page.keyboard.press('x')
  await row('Second').getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Selected cases' })
  await expect(bar).toContainText('3 selected')
  await picture(page, 'bulk-selected')
  await bar.getByRole('button', { name: 'Assign technician (2 of 3)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign technician' })
  await expect(dialog.getByRole('list', { name: 'Left out' })).toHaveText(/^Third .*: On hold$/)
  await dialog.getByLabel('Technician').selectOption({ value: String(tech.id) })
  await picture(page, 'bulk-assign')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()

  await expect(bar).toHaveCount(0)
  await expect(page.getByText('The technician is set in 2 of 2 cases.')).toBeVisible()
  for (const name of ['First', 'Second']) await expect(row(name)).toContainText('Priya')
  await expect(row('Third')).not.toContainText('Priya')
})

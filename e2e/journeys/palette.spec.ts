import { seriousInBoth } from '../axe.ts'
import { casesIn, expect, test } from '../journey.ts'
import { goWithin } from '../people/go-within.ts'
import { activeResult, openPalette, palette, paletteField } from '../people/shell.ts'

test('any case from anywhere: Ctrl, K, a name, Enter', async ({ page, portal, signIn, browserOf, picture }) => {
  const practice = await portal.given.practice()
  const testCase = await portal.given.case({ practice, form: { first_name: 'Zelda', last_name: 'Quickly' } })
  await signIn(practice.owner)
  await page.goto(`/organizations/${practice.id}/rx-forms/add`)
  await expect(page.getByRole('heading', { name: 'Start A Case' })).toBeVisible()
  await page.getByLabel('First name').first().focus()

  // As fast as keys go: neither the palette's chunk nor any answer is waited for.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('quickly')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/patient-details/${testCase.id}$`))
  await expect(palette(page)).toBeHidden()

  await test.step('what was opened lately before anything is typed, also after a reload; Esc closes', async () => {
    await expect(page.getByRole('heading', { level: 1, name: /Zelda/ })).toBeVisible()
    await page.goto('/patients')
    await openPalette(page)
    await expect(paletteField(page)).toBeFocused()
    await expect(palette(page).getByRole('group', { name: 'Opened lately' })).toContainText('Quickly, Zelda')
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
    await casesIn(page).first().click()
    await expect(page.getByRole('heading', { level: 1, name: /Zelda/ })).toBeVisible()
    await page.getByRole('link', { name: 'Archwire, home' }).click()
    await expect(casesIn(page).first()).toBeVisible()
    await openPalette(page)
    await expect(palette(page).getByRole('group', { name: 'Opened lately' })).toContainText('Quickly, Zelda')
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeHidden()
  })

  await test.step('keys that come faster than the browser tells of a closed dialog leave it open', async () => {
    await page.evaluate(async () => {
      for (let times = 1; times <= 3; times++) {
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
        for (let turns = 1; turns <= 20; turns++) await Promise.resolve()
      }
    })
    await page.keyboard.type('zel')
    await expect(paletteField(page)).toHaveValue('zel')
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
  })

  await test.step('a name from two cells of a table is looked for like one that was typed', async () => {
    await openPalette(page)
    await page.keyboard.insertText('quickly,\tzelda')
    await expect(paletteField(page)).toHaveValue('quickly, zelda')
    await expect(palette(page).getByRole('alert')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox').fill('Quickly\t')
    await expect(casesIn(page)).toHaveCount(1)
  })

  await test.step('people of the practice are found, too', async () => {
    await openPalette(page)
    await page.keyboard.type('mia mem')
    const person = palette(page).getByRole('group', { name: 'People' }).getByRole('option')
    await expect(person).toHaveText([/^Mia Member/])
    await person.click()
    await expect(page).toHaveURL(/\/account\?tab=6&part=members/)
    await expect(page.getByText('Mia Member').first()).toBeVisible()
  })

  await test.step('staff come to the workflow, and do there what its buttons do', async () => {
    const tech = await browserOf('tech')
    await tech.goto('/patients-page')
    await tech.getByRole('button', { name: /^Search or go to/ }).click()
    await tech.keyboard.type('zelda')
    await expect(activeResult(tech)).toContainText('Quickly, Zelda')
    await picture(tech, 'palette')
    await tech.keyboard.press('Enter')
    await expect(tech).toHaveURL(new RegExp(`/patient-workflow/${testCase.id}$`))

    const steps = tech.getByRole('table', { name: 'Work steps' }).getByRole('row')
    const step = (await steps.nth(1).getByRole('strong').textContent())!
    await openPalette(tech)
    await expect(palette(tech).getByRole('group', { name: 'On this page' })).toContainText('Notify the doctor')
    await picture(tech, 'palette-on-a-case')
    await tech.keyboard.type(`start ${step}`)
    await tech.keyboard.press('Enter')
    await expect(steps.nth(1).getByRole('button', { name: 'Finish', exact: true })).toBeVisible()
  })

  await test.step('who signs out leaves nothing of it in the browser', async () => {
    const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('archwire.recent')))
    expect(await kept()).toHaveLength(1)
    await openPalette(page)
    await page.keyboard.type('log out')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/login$/)
    expect(await kept()).toEqual([])
  })
})

test('pages and actions by the beginnings of their words, by keyboard alone', async ({ page, signIn }) => {
  await signIn('doctor')
  await page.goto('/patients')
  await expect(casesIn(page).first()).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('new cas')
  await expect(palette(page).getByText(/^No case, person, request, .*parcel matches\.$/)).toBeVisible()
  await expect(activeResult(page)).toHaveText('Start a New Case')
  await expect(paletteField(page)).toHaveAttribute(
    'aria-activedescendant',
    (await activeResult(page).getAttribute('id'))!,
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/rx-forms\/add\?draft=\w+$/)

  await openPalette(page)
  await page.keyboard.type('colors')
  await expect(palette(page).getByRole('option')).toHaveCount(3)
  await page.keyboard.press('ArrowDown')
  await expect(activeResult(page)).toHaveText('Colors: Dark')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(activeResult(page), 'around the end').toHaveText('Colors: Dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')

  await goWithin(page, '/patients')
  await expect(casesIn(page).first()).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()

  await openPalette(page)
  await page.keyboard.type('log out')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
})

// What is found: apps/server/test/palette/palette.test.ts; where it leads: palette.browser.test.tsx.
test('the lab finds organizations, and their cases', { tag: '@long' }, async ({ page, portal, signIn }) => {
  await signIn('supervisor')
  await page.goto('/patients-page')
  await openPalette(page)
  await page.keyboard.type('juniper lane')
  await expect(palette(page).getByRole('group', { name: 'Organizations' }).getByRole('option')).toHaveText([
    /^Juniper Lane Orthodontics/,
  ])
  const found = palette(page).getByRole('group', { name: 'All cases of' }).getByRole('option')
  await expect(found).toHaveText([/Juniper Lane Orthodontics/])
  await found.click()
  const id = await portal.organizationOf('juniper')
  await expect(page).toHaveURL(new RegExp(`/patients-page\\?chosen_wi_organization_id=${id}$`))
  await expect(casesIn(page).filter({ hasNotText: 'Juniper' })).toHaveCount(0)
})

test(
  'it is accessible; it says what went wrong and tries again',
  { tag: '@long' },
  async ({ page, signIn, watch, picture }) => {
    await signIn('doctor')
    await page.goto('/patients')
    await openPalette(page)
    await expect(palette(page).getByRole('group', { name: /cases$/ })).toBeVisible()
    expect(await seriousInBoth(page), 'nothing typed').toEqual([])
    await page.keyboard.type('ma')
    await expect(palette(page).getByRole('group', { name: 'Cases' })).toBeVisible()
    expect(await seriousInBoth(page, (scheme) => picture(page, `palette-${scheme}`)), 'results').toEqual([])
    watch.expect(/500/)
    await page.route('**/api/v1/palette?*', (route) => route.fulfill({ status: 500, json: { error: 'Out of order.' } }))
    await page.keyboard.type('xy')
    await expect(palette(page).getByRole('alert')).toContainText('Out of order.')
    await page.unroute('**/api/v1/palette?*')
    await palette(page).getByRole('button', { name: 'Try again' }).click()
    await expect(palette(page).getByText(/^No case, .* matches\.$/)).toBeVisible()
  },
)

import { seriousInBoth } from '../axe.ts'
import { casesIn, expect, test } from '../journey.ts'
import { fillCase, submitButton } from '../people/doctor.ts'
import { expectDrawn, modelOn } from '../people/viewer.ts'

test.beforeEach(({ watch }) => watch.expect(/^(Refusal|ApiError): /))

/** What people open on a page; the pages as they are opened are looked at in every-page.spec.ts. */
test.describe('axe finds nothing serious, light and dark', () => {
  test('sign-in pages and what leads nowhere', async ({ page, signIn, picture, watch }) => {
    watch.expect(/401 .*\/api\/v1\/login$/)
    await page.goto('/management')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Required').first()).toBeVisible()
    expect(
      await seriousInBoth(page, (scheme) => picture(page, `sign-in-${scheme}`)),
      'sign-in with its errors',
    ).toEqual([])
    await page.goto('/mailbox')
    await expect(page.getByRole('link', { name: /we have received it/ }).first()).toBeVisible()
    await page
      .getByRole('link', { name: /we have received it/ })
      .first()
      .click()
    await expect(page.getByRole('article')).toBeVisible()
    // No script runs in the frame of a mail, not even this one's.
    await page.getByRole('button', { name: 'Text' }).click()
    expect(await seriousInBoth(page), 'mailbox').toEqual([])
    await signIn('doctor')
    await page.goto('/patients-page')
    await expect(page.getByRole('heading', { name: /permission/ })).toBeVisible()
    expect(await seriousInBoth(page), 'a refusal').toEqual([])
  })

  test('the bell, a row’s menu and its details', async ({ page, signIn, browserOf, picture }) => {
    await signIn('doctor')
    await page.goto('/patients')
    await expect(casesIn(page).first()).toBeVisible()
    await picture(page, 'patients')
    await page.getByRole('button', { name: /^Notifications(,|$)/ }).click()
    await expect(
      page
        .getByRole('dialog')
        .or(page.getByLabel('Notifications', { exact: true }))
        .last(),
    ).toBeVisible()
    expect(await seriousInBoth(page), 'the bell').toEqual([])

    const tech = await browserOf('tech')
    await tech.goto('/patients-page')
    await expect(casesIn(tech).first()).toBeVisible()
    await casesIn(tech)
      .first()
      .getByRole('button', { name: /^Actions for/ })
      .click()
    expect(await seriousInBoth(tech), 'a row’s menu').toEqual([])
    await tech.getByRole('menuitem', { name: 'Show More' }).click()
    expect(
      await seriousInBoth(tech, (scheme) => picture(tech, `patients-page-${scheme}`)),
      '/patients-page with a row’s details',
    ).toEqual([])
  })

  test('Start A Case, filled in, and its dialogs', async ({ page, signIn, portal, picture }) => {
    const practice = await portal.given.practice({ partner: true })
    await portal.given.case({ practice, form: { first_name: 'Same', last_name: 'Name' } })
    await signIn(practice.owner)
    await page.goto(`/organizations/${practice.id}/rx-forms/add`)
    await fillCase(page, { first: 'Same', last: 'Name' })
    await page.getByRole('checkbox', { name: /^Rush case/ }).check()
    await page.getByRole('checkbox', { name: /^Order more supplies/ }).check()
    await expect(page.getByRole('button', { name: /^Reason/ })).toBeVisible()
    expect(
      await seriousInBoth(page, (scheme) => picture(page, `start-a-case-${scheme}`)),
      'filled in, one thing missing',
    ).toEqual([])
    await page.getByRole('textbox', { name: /^Reason/ }).fill('Leaves for college.')
    await submitButton(page).click()
    await expect(page.getByRole('dialog', { name: 'Same name' })).toBeVisible()
    expect(await seriousInBoth(page), 'the similar patient').toEqual([])
  })

  test('the questions of a case', async ({ page, portal, signIn, browserOf, picture }) => {
    const practice = await portal.given.practice()
    const testCase = await portal.given.case({ practice, stage: 'awaiting_approval' })
    await signIn(practice.owner)
    await page.goto(`/patient-details/${testCase.id}`)
    await expectDrawn(modelOn(page, /^Setup: /))
    await picture(page, 'case')
    await page.getByRole('button', { name: 'Ask for changes' }).click()
    await expect(page.getByRole('dialog', { name: 'What should be changed?' })).toBeVisible()
    expect(await seriousInBoth(page), 'asking for changes').toEqual([])

    const tech = await browserOf('supervisor')
    await tech.goto(`/patient-workflow/${testCase.id}`)
    await expect(tech.getByRole('table', { name: 'Work steps' })).toBeVisible()
    await picture(tech, 'workflow')
    await tech.getByRole('button', { name: 'Hold', exact: true }).click()
    await expect(tech.getByRole('dialog', { name: /on hold\?$/ })).toBeVisible()
    expect(await seriousInBoth(tech), 'hold').toEqual([])
  })
})

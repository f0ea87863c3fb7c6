import { schemes, seriousOn } from '../axe.ts'
import { casesIn, expect, test } from '../journey.ts'
import { fillCase, submitButton } from '../people/doctor.ts'
import { expectDrawn, modelOn } from '../people/viewer.ts'

test.beforeEach(({ watch }) => watch.expect(/^(Refusal|ApiError): /))

for (const scheme of schemes)
  test.describe(`axe finds nothing serious, ${scheme}`, () => {
    test.use({ colorScheme: scheme })

    test('sign-in pages and what leads nowhere', async ({ page, signIn, picture, watch }) => {
      watch.expect(/401 .*\/api\/v1\/login$/)
      await page.goto('/management')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByText('Required').first()).toBeVisible()
      expect(await seriousOn(page), 'sign-in with its errors').toEqual([])
      await picture(page, `sign-in-${scheme}`)
      await page.goto('/mailbox')
      await expect(page.getByRole('link', { name: /we have received it/ }).first()).toBeVisible()
      await page
        .getByRole('link', { name: /we have received it/ })
        .first()
        .click()
      await expect(page.getByRole('article')).toBeVisible()
      expect(await seriousOn(page), 'mailbox').toEqual([])
      await signIn('doctor')
      await page.goto('/patients-page')
      await expect(page.getByRole('heading', { name: /permission/ })).toBeVisible()
      expect(await seriousOn(page), 'a refusal').toEqual([])
    })

    test('the lists', async ({ page, signIn, browserOf, picture }) => {
      await signIn('doctor')
      await page.goto('/patients')
      await expect(casesIn(page).first()).toBeVisible()
      expect(await seriousOn(page), '/patients').toEqual([])
      await picture(page, `patients-${scheme}`)
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await expect(
        page
          .getByRole('dialog')
          .or(page.getByLabel('Notifications', { exact: true }))
          .last(),
      ).toBeVisible()
      expect(await seriousOn(page), 'the bell').toEqual([])

      const tech = await browserOf('tech')
      await tech.emulateMedia({ colorScheme: scheme })
      await tech.goto('/patients-page')
      await expect(casesIn(tech).first()).toBeVisible()
      await casesIn(tech)
        .first()
        .getByRole('button', { name: /^Actions for/ })
        .click()
      expect(await seriousOn(tech), 'a row’s menu').toEqual([])
      await tech.getByRole('menuitem', { name: 'Show More' }).click()
      expect(await seriousOn(tech), '/patients-page with a row’s details').toEqual([])
      await picture(tech, `patients-page-${scheme}`)
    })

    test('Start A Case, empty, filled in, and its dialogs', async ({ page, signIn, portal, picture }) => {
      const practice = await portal.given.practice({ partner: true })
      await portal.given.case({ practice, form: { first_name: 'Same', last_name: 'Name' } })
      await signIn(practice.owner)
      await page.goto(`/organizations/${practice.id}/rx-forms/add`)
      await expect(submitButton(page)).toBeVisible()
      expect(await seriousOn(page), 'empty').toEqual([])
      await fillCase(page, { first: 'Same', last: 'Name' })
      await page.getByRole('checkbox', { name: /^Rush case/ }).check()
      await page.getByRole('checkbox', { name: /^Order more supplies/ }).check()
      await expect(page.getByRole('button', { name: /^Reason/ })).toBeVisible()
      expect(await seriousOn(page), 'filled in, one thing missing').toEqual([])
      await picture(page, `start-a-case-${scheme}`)
      await page.getByRole('textbox', { name: /^Reason/ }).fill('Leaves for college.')
      await submitButton(page).click()
      await expect(page.getByRole('dialog', { name: 'Same name' })).toBeVisible()
      expect(await seriousOn(page), 'the similar patient').toEqual([])
    })

    test('the case, its workflow and the viewer', async ({ page, portal, signIn, browserOf, picture }) => {
      const practice = await portal.given.practice()
      const made = await portal.given.case({ practice, stage: 'awaiting_approval' })
      await signIn(practice.owner)
      await page.goto(`/patient-details/${made.id}`)
      await expectDrawn(modelOn(page, /^Setup: /))
      expect(await seriousOn(page), 'the case with its viewer').toEqual([])
      await picture(page, `case-${scheme}`)
      await page.getByRole('button', { name: 'Ask for changes' }).click()
      await expect(page.getByRole('dialog', { name: 'What should be changed?' })).toBeVisible()
      expect(await seriousOn(page), 'asking for changes').toEqual([])

      const tech = await browserOf('supervisor')
      await tech.emulateMedia({ colorScheme: scheme })
      await tech.goto(`/patient-workflow/${made.id}`)
      await expect(tech.getByRole('table', { name: 'Work steps' })).toBeVisible()
      expect(await seriousOn(tech), 'the workflow').toEqual([])
      await picture(tech, `workflow-${scheme}`)
      await tech.getByRole('button', { name: 'Hold', exact: true }).click()
      await expect(tech.getByRole('dialog', { name: /on hold\?$/ })).toBeVisible()
      expect(await seriousOn(tech), 'hold').toEqual([])
    })
  })

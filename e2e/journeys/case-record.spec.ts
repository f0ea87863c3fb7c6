import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { seriousInBoth } from '../axe.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { casesIn, expect, test } from '../journey.ts'

const record = (page: Page) => page.getByRole('region', { name: 'Patient', exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const toast = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test(
  'a doctor corrects a case; an admin archives it, brings it back, and deletes it for good',
  { tag: '@long' },
  async ({ page: doctor, portal, signIn, browserOf, picture }) => {
    test.setTimeout(180_000)
    const { given } = portal
    const practice = await given.practice()
    const last_name = `Moreau ${given.unique().toUpperCase()}`
    const form = { first_name: 'Silas', last_name, case_number_text: '12' }
    const { id } = await given.case({ practice, form })
    await signIn(practice.owner)
    const page = await browserOf(await given.user('admin'))
    const colleague = await browserOf(
      await given.user('supervisor'),
      /409 .*\/api\/v1\/patients\/\d+/,
      /404 .*\/api\/v1\//,
    )
    await doctor.goto(`/patient-details/${id}`)

    await test.step('what is wrong is said at its field; Update waits until it is right', async () => {
      await button(doctor, 'Edit the patient').click()
      await expect(button(doctor, 'Update')).toBeDisabled()
      await doctor.getByLabel('First Name').fill('Silas-Jo')
      await doctor.getByLabel('First Name').blur()
      await expect(record(doctor)).toContainText('Name may only contain letters')
      await expect(button(doctor, 'Update')).toBeDisabled()
      await doctor.getByLabel('First Name').fill('silvan')
      // Capitals come as the field is left.
      await doctor.getByLabel('First Name').blur()
      await doctor.setViewportSize({ width: 390, height: 844 })
      await expectFitForPhone(doctor)
      await doctor.setViewportSize({ width: 1440, height: 900 })
      await button(doctor, 'Update').click()
      await expect(toast(doctor, 'The case is saved.')).toBeVisible()
      await expect(heading(doctor)).toHaveText(`Silvan ${last_name}`)
      await expect(button(doctor, 'Edit the patient')).toBeFocused()
      await expect(doctor.getByRole('region', { name: 'History' })).toContainText('Patient corrected')
      // Suffix and archive are the lab's.
      await button(doctor, 'Edit the patient').click()
      await expect(doctor.getByLabel('Suffix')).toHaveCount(0)
      await button(doctor, 'Cancel').click()
      await expect(button(doctor, 'Archive')).toHaveCount(0)
      await doctor.goto('/patients')
      await expect(casesIn(doctor).filter({ hasText: last_name })).toHaveCount(1)
    })

    await test.step('an admin gives it a suffix', async () => {
      await page.goto(`/patient-details/${id}`)
      await button(page, 'Edit the patient').click()
      await page.getByLabel('Suffix').fill('2')
      await button(page, 'Update').click()
      await expect(heading(page)).toHaveText(`Silvan ${last_name} (2)`)
    })

    await test.step('who is slower keeps what was typed', async () => {
      await colleague.goto(`/patient-details/${id}`)
      await button(colleague, 'Edit the patient').click()
      await colleague.getByLabel('Case Number').fill('14')
      await button(page, 'Edit the patient').click()
      await page.getByLabel('Case Number').fill('13')
      await button(page, 'Update').click()
      await expect(colleague.getByText('Someone else changed this patient in the meantime.')).toBeVisible()
      await expect(colleague.getByLabel('Case Number')).toHaveValue('14')
      await picture(colleague, 'case-record-overtaken', { fullPage: true })
      await colleague.getByRole('button', { name: 'Show theirs' }).click()
      await expect(colleague.getByLabel('Case Number')).toHaveValue('13')
    })

    await test.step('archived, it is out of the list, and only read', async () => {
      await button(page, 'Archive').click()
      const question = page.getByRole('dialog', { name: 'Archive this case?' })
      await picture(page, 'case-archive')
      await question.getByRole('button', { name: 'Archive' }).click()
      await expect(toast(page, 'The case is archived.')).toBeVisible()
      await expect(page.getByText('Archived', { exact: true }).first()).toBeVisible()
      await expect(button(page, 'Edit the patient')).toHaveAccessibleDescription('This case is archived.')
      await expect(button(page, 'Hold')).toHaveCount(0)
      await expect(casesIn(doctor).filter({ hasText: last_name })).toHaveCount(0)
      await expect(button(colleague, 'Restore')).toBeVisible()
      await expect(button(colleague, 'Permanent Delete')).toHaveCount(0)
      expect(await seriousInBoth(page)).toEqual([])
      await picture(page, 'case-archived', { fullPage: true })
      await page.setViewportSize({ width: 390, height: 844 })
      await expectFitForPhone(page)
      await picture(page, 'case-archived-narrow', { fullPage: true })
      await page.setViewportSize({ width: 1440, height: 900 })
    })

    await test.step('restored, it can be changed again, and the page of another of the lab follows', async () => {
      await button(page, 'Restore').click()
      await page.getByRole('dialog', { name: 'Restore this case?' }).getByRole('button', { name: 'Restore' }).click()
      await expect(toast(page, 'The case is restored.')).toBeVisible()
      await button(page, 'Edit the patient').click()
      await expect(page.getByLabel('First Name')).toBeEditable()
      await button(page, 'Cancel').click()
      await expect(colleague.getByLabel('First Name')).toBeEditable()
    })

    await test.step('deleted for good, after its name was typed', async () => {
      await given.uncharge({ id })
      await button(page, 'Archive').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
      await button(page, 'Permanent Delete').click()
      const question = page.getByRole('dialog', { name: 'Delete this case permanently?' })
      const confirm = question.getByRole('button', { name: 'Permanent Delete' })
      await expect(confirm).toBeDisabled()
      await question.getByRole('textbox').fill(`Silvan ${last_name}`)
      await expect(confirm).toBeDisabled()
      await question.getByRole('textbox').fill(`Silvan ${last_name} (2)`)
      expect(await seriousInBoth(page)).toEqual([])
      await picture(page, 'case-delete')
      await confirm.click()
      await expect(page).toHaveURL(/\/patients-page/)
      await expect(toast(page, 'The case is deleted.')).toBeVisible()
      await expect(colleague.getByText('This case was deleted, or you no longer')).toBeVisible()
    })
  },
)

test(
  'once work has begun, a doctor corrects the number of a case only',
  { tag: '@long' },
  async ({ page, portal, signIn, picture }) => {
    const { given } = portal
    const practice = await given.practice()
    await given.case({ practice, form: { first_name: 'Silas', last_name: 'Morel' } })
    const mark = given.unique().toUpperCase()
    const begun = await given.case({ practice, stage: 'in_progress', form: { last_name: `Case ${mark}` } })
    // The list takes this over with the next change of the case.
    await sql`update patients set created_at = now() - interval '1 day' where id = ${begun.id}`.execute(portal.db)
    await signIn(practice.owner)
    await page.goto(`/patient-details/${begun.id}`)
    await button(page, 'Edit the patient').click()
    await expect(record(page)).toContainText('Once work has started, only the lab can correct names.')
    await expect(page.getByLabel('Last Name')).not.toBeEditable()
    await page.getByLabel('Case Number').fill('13')
    await button(page, 'Update').click()
    await expect(toast(page, 'The case is saved.')).toBeVisible()

    await test.step('the list says which case is new, and which one was changed, on a phone, too', async () => {
      await page.goto('/patients')
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        const lines = width === 390 ? page.getByRole('listitem') : casesIn(page)
        await expect(lines.filter({ hasText: 'Morel, Silas' })).toContainText('Recently Added')
        await expect(lines.filter({ hasText: `Case ${mark}` })).toContainText('Recently Updated')
        await expectFitForPhone(page)
        await picture(page, `practice-list-recent-${width}`)
      }
      await page.setViewportSize({ width: 1440, height: 900 })
    })
  },
)

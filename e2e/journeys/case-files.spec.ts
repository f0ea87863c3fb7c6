import type { Locator, Page } from '@playwright/test'
import { seriousInBoth } from '../axe.ts'
import { expect, test } from '../journey.ts'
import { addTo, givenVisit, photoOf } from '../people/photographer.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const toast = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words })
const button = (where: Page | Locator, name: string | RegExp) =>
  where.getByRole('button', { name, exact: typeof name === 'string' })
const headings = (photos: Locator) => photos.getByRole('heading', { level: 4 })
const file = (name: string, mimeType: string, words: string) => ({ name, mimeType, buffer: Buffer.from(words) })

test('the gallery: photos are put in order, described, compared with an earlier visit, and removed', async ({
  page,
  portal,
  signIn,
  browserOf,
  picture,
}) => {
  const { given } = portal
  const practice = await given.practice()
  const form = { first_name: 'Ada', last_name: 'Byron' }
  const testCase = await given.case({ practice, stage: 'in_progress', form })
  await givenVisit(portal, testCase, practice.owner, '2026-03-02T16:00:00.000Z', [
    ['frontal', 'intraoral_frontal'],
    ['lower-occlusal', 'lower_occlusal'],
  ])
  await signIn(practice.owner)
  const colleague = await browserOf(practice.manager)
  await colleague.goto(`/patient-details/${testCase.id}`)
  await page.goto(`/patient-details/${testCase.id}`)
  const photos = section(page, 'Photos')
  const tiles = photos.getByRole('button', { name: /^Open / })
  const lightbox = page.getByRole('dialog').filter({ has: page.getByRole('figure') })

  await test.step('what their names say is known; the rest is chosen', async () => {
    await expect(tiles).toHaveCount(2)
    await expect(headings(photos)).toHaveCount(0)
    await addTo(page, photos, [photoOf('upper-occlusal'), photoOf('frontal'), photoOf('lower-occlusal')])
    await expect(toast(page, 'The files were uploaded successfully.')).toBeVisible()
    await expect(headings(photos)).toHaveCount(2)
    await expect(headings(photos).nth(1)).toContainText('Mar 2, 2026')
    await expect(button(photos, 'Open Upper occlusal')).toBeEnabled({ timeout: 30_000 })
    await expect(photos).toContainText('Choose what each photo shows')
    const question = photos.getByLabel(/^What .* shows$/)
    await expect(question).toBeVisible({ timeout: 30_000 })
    await picture(page, 'photos-to-sort', { fullPage: true })
    await question.selectOption({ label: 'Teeth, front' })
    await expect(question).toHaveCount(0)
    await expect(photos).not.toContainText('Choose what each photo')
    await expect(photos.getByRole('listitem').locator('strong')).toHaveText([
      'Teeth, front',
      'Upper occlusal',
      'Lower occlusal',
      'Teeth, front',
      'Lower occlusal',
    ])
    await expect(section(colleague, 'Photos').getByRole('listitem')).toHaveCount(5)
  })

  await test.step('arrows walk through them, a field keeps its own keys, Escape leads out step by step', async () => {
    await tiles.first().click()
    await expect(lightbox.getByRole('heading', { name: /^Teeth, front, \w+, \w+ \d+, \d{4}$/ })).toBeVisible()
    await expect(lightbox).toContainText('1 / 5')
    await page.keyboard.press('ArrowRight')
    await expect(lightbox).toContainText('2 / 5')
    await page.keyboard.press('ArrowLeft')
    const caption = lightbox.getByLabel('Caption')
    await caption.fill('Before bonding')
    await caption.press('ArrowLeft')
    await expect(lightbox).toContainText('1 / 5')
    await caption.press('Escape')
    await expect(lightbox).toBeVisible()
    // What is not saved stays while one walks on.
    await button(lightbox, 'Next photo').click()
    await button(lightbox, 'Previous photo').click()
    await expect(caption).toHaveValue('Before bonding')
    await button(lightbox, 'Save').click()
    await expect(button(lightbox, 'Save')).toBeDisabled()
    await expect(section(colleague, 'Photos')).toContainText('Before bonding')
  })

  await test.step('the same view of the visit before stands beside it', async () => {
    await picture(page, 'photo-large')
    await button(lightbox, 'Compare').click()
    await expect(lightbox.getByRole('figure')).toHaveCount(2)
    await expect(lightbox.getByRole('figure').first()).toContainText('Mar 2, 2026')
    expect(await seriousInBoth(page)).toEqual([])
    await picture(page, 'photos-compared')
    await button(lightbox, 'Next photo').click()
    await expect(lightbox).toContainText('No other visit has a photo of this view.')
    await page.keyboard.press('ArrowRight')
    await expect(lightbox.getByRole('figure')).toHaveCount(2)
    await button(lightbox, 'Compare').click()
    await expect(lightbox.getByRole('figure')).toHaveCount(1)
  })

  await test.step('a photo is removed after a question, and the next one is in sight', async () => {
    await button(lightbox, 'Delete Lower occlusal').click()
    const question = page.getByRole('dialog', { name: 'Are you sure that you want to remove this image?' })
    await expect(question).toBeVisible()
    await picture(page, 'photo-remove')
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(lightbox).toContainText('3 / 5')
    await button(lightbox, 'Delete Lower occlusal').click()
    await button(question, 'Remove').click()
    await expect(toast(page, 'The file is deleted.')).toBeVisible()
    await expect(lightbox).toContainText('3 / 4')
    await page.keyboard.press('Escape')
    await expect(lightbox).toBeHidden()
    await expect(section(colleague, 'Photos').getByRole('listitem')).toHaveCount(4)
    await expect(section(page, 'History')).toContainText('File deleted')
    expect(await seriousInBoth(page)).toEqual([])
    await picture(page, 'photos-by-visit', { fullPage: true })
  })
})

test(
  'IOS files, STL files and the analysis report: who adds and deletes them, and why not now',
  { tag: '@long' },
  async ({ page, portal, signIn, browserOf, picture }) => {
    const { given } = portal
    const practice = await given.practice()
    const testCase = await given.case({
      practice,
      stage: 'in_progress',
      form: { first_name: 'Ada', last_name: 'Byron' },
    })
    await given.scanFile(testCase, practice.owner, {
      bytes: given.scan('upper', 4),
      kind: 'submission',
      jaws_id: 1,
      name: 'Byron Ada upper.stl',
    })
    await signIn(practice.owner)
    await page.goto(`/patient-details/${testCase.id}`)
    const tech = await browserOf(await given.user('tech_support', ['Tina', 'Tech']))
    await tech.goto(`/patient-details/${testCase.id}`)
    const ios = section(tech, 'IOS Files')
    const stl = section(page, 'STL Files')

    await test.step('a practice sees what there is not yet, and adds only what it may', async () => {
      await expect(section(page, 'IOS Files')).toContainText('No IOS files yet.')
      await expect(section(page, 'Photos')).toContainText('No photos yet.')
      await expect(section(page, 'Analysis Report')).toContainText('No analysis report yet.')
      for (const name of ['IOS Files', 'Analysis Report'])
        await expect(button(section(page, name), /^Add /)).toHaveCount(0)
      await expect(button(stl, 'Delete Byron Ada upper.stl')).toBeEnabled()
    })

    await test.step('the lab adds the IOS file; another kind of file is none, and a second one is asked about', async () => {
      await addTo(tech, ios, [file('letter.pdf', 'application/pdf', '%PDF-1.7')])
      await expect(ios).toContainText('Invalid IOS file provided')
      await button(ios, 'Remove letter.pdf').or(button(ios, 'Cancel letter.pdf')).click()
      await addTo(tech, ios, [file('Byron Ada.ios', 'application/octet-stream', 'of the desktop application')])
      await expect(ios.getByRole('listitem').filter({ hasText: 'Byron Ada.ios' })).toContainText('Tina Tech')
      await addTo(tech, ios, [file('second.ios', 'application/octet-stream', 'another one')])
      const question = tech.getByRole('dialog', { name: 'Warning: IOS File already exists!' })
      await expect(question).toContainText(
        'Patient with multiple IOS files can cause synchronization problem on DIBS. Do you want to proceed?',
      )
      await picture(tech, 'ios-second')
      await button(question, 'Cancel').click()
      await expect(ios.getByRole('listitem')).toHaveCount(1)
      await addTo(tech, ios, [file('second.ios', 'application/octet-stream', 'another one')])
      await button(question, 'Proceed').click()
      await expect(ios.getByRole('listitem')).toHaveCount(2)
    })

    await test.step('from then on the practice keeps its scans, and is told why', async () => {
      const remove = button(stl, 'Delete Byron Ada upper.stl')
      await expect(remove).toHaveAttribute('aria-disabled', 'true')
      const why = 'The case has an IOS file, so only the lab can delete its scans.'
      await expect(remove).toHaveAccessibleDescription(why)
      // The page may still move below the pointer: files come, the model is drawn.
      await expect(async () => {
        await page.mouse.move(0, 0)
        await remove.hover()
        await expect(page.getByRole('tooltip')).toHaveText(why, { timeout: 1_500 })
      }).toPass()
      await expect(button(section(page, 'IOS Files'), /^Delete /)).toHaveCount(0)
      await picture(page, 'files-of-practice', { fullPage: true })
    })

    await test.step('the report goes from the lab to the practice', async () => {
      const report = section(tech, 'Analysis Report')
      await addTo(tech, report, [file('Byron Ada analysis.pdf', 'application/pdf', '%PDF-1.7 of a case')])
      const row = section(page, 'Analysis Report').getByRole('listitem')
      await expect(row).toContainText('Byron Ada analysis.pdf')
      const downloading = page.waitForEvent('download')
      await button(row, 'Download Byron Ada analysis.pdf').click()
      expect((await downloading).suggestedFilename()).toBe('Byron Ada analysis.pdf')
      await expect(button(row, /^Delete /)).toHaveCount(0)
      expect(await seriousInBoth(tech)).toEqual([])
      await picture(tech, 'files-of-lab', { fullPage: true })
    })

    await test.step('the lab deletes them again, on the workflow of the case, too; the practice follows', async () => {
      await tech.goto(`/patient-workflow/${testCase.id}`)
      for (const left of [1, 0]) {
        await button(ios, /^Delete /)
          .first()
          .click()
        const question = tech.getByRole('dialog', { name: /^Are you sure you want to delete file .*\?$/ })
        await button(question, 'Delete').click()
        await expect(ios.getByRole('listitem')).toHaveCount(left)
      }
      await expect(section(tech, 'Analysis Report').getByRole('listitem')).toHaveCount(1)
      await picture(tech, 'files-of-workflow', { fullPage: true })
      const remove = button(stl, 'Delete Byron Ada upper.stl')
      await expect(remove).not.toHaveAttribute('aria-disabled', 'true')
      await remove.click()
      await button(
        page.getByRole('dialog', { name: 'Are you sure you want to delete file Byron Ada upper.stl?' }),
        'Delete',
      ).click()
      await expect(stl).toContainText('No STL files yet.')
      await expect(section(tech, 'STL Files')).toContainText('No STL files yet.')
    })
  },
)

import type { Locator, Page } from '@playwright/test'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'
import { addTo, givenVisit, photoOf } from '../people/photographer.ts'

const photosOf = (page: Page) => page.getByRole('region', { name: 'Photos', exact: true })
const button = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true })

/** A finger over the photo, from one side to the other. */
async function swipe(page: Page, where: Locator, way: 'left' | 'right'): Promise<void> {
  const box = (await where.boundingBox())!
  const y = box.y + box.height / 2
  const [from, to] = way === 'left' ? [0.8, 0.2] : [0.2, 0.8]
  const at = (part: number) => [{ x: box.x + box.width * part, y }]
  const session = await page.context().newCDPSession(page)
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) })
  await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at((from + to) / 2) })
  await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(to) })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

for (const role of ['doctor', 'staff'] as const)
  // Staff see what a doctor sees there, and one way more.
  test(
    `a ${role} adds photos on the phone, swipes through them and compares`,
    { tag: role === 'staff' ? '@long' : [] },
    async ({ page, portal, signIn, picture }) => {
      const { given } = portal
      const practice = await given.practice()
      const testCase = await given.case({ practice, form: { first_name: 'Ada', last_name: 'Byron' } })
      await givenVisit(portal, testCase, practice.owner, '2026-03-02T16:00:00.000Z', [
        ['upper-occlusal', 'upper_occlusal'],
      ])
      await signIn(role === 'doctor' ? practice.owner : await given.user('supervisor'))
      await page.goto(`/patient-details/${testCase.id}`)
      const photos = photosOf(page)
      const lightbox = page.getByRole('dialog').filter({ has: page.getByRole('figure') })
      await addTo(page, photos, [photoOf('upper-occlusal'), photoOf('frontal')])
      const question = photos.getByLabel(/^What .* shows$/)
      await expect(question).toBeVisible({ timeout: 30_000 })
      await question.selectOption({ label: 'Teeth, front' })
      await expect(question).toHaveCount(0)
      await expect(photos.getByRole('listitem').locator('strong')).toHaveText([
        'Teeth, front',
        'Upper occlusal',
        'Upper occlusal',
      ])
      await expectFitForPhone(page)
      await photos.scrollIntoViewIfNeeded()
      await picture(page, `photos-${role}`, { fullPage: true })

      await button(photos, 'Open Teeth, front').tap()
      const shown = lightbox.getByRole('figure').first()
      await expect(shown.locator('img')).toHaveJSProperty('complete', true)
      await expect(lightbox).toContainText('1 / 3')
      await swipe(page, shown, 'left')
      await expect(lightbox).toContainText('2 / 3')
      await swipe(page, shown, 'right')
      await expect(lightbox).toContainText('1 / 3')
      await swipe(page, shown, 'left')
      await expectFitForPhone(page)
      await picture(page, `photo-large-${role}`)
      await button(lightbox, 'Compare').tap()
      await expect(lightbox.getByRole('figure')).toHaveCount(2)
      await expectFitForPhone(page)
      await picture(page, `photos-compared-${role}`)
      await button(lightbox, 'Delete Upper occlusal').tap()
      const remove = page.getByRole('dialog', { name: 'Are you sure that you want to remove this image?' })
      await button(remove, 'Remove').tap()
      await expect(lightbox).toContainText('2 / 2')
      await button(lightbox, 'Close').tap()
      await expect(photos.getByRole('listitem')).toHaveCount(2)
      await expectFitForPhone(page)

      await test.step('notes are written there, too, and the history shows what they said before', async () => {
        const notes = page.getByRole('region', { name: 'Notes', exact: true })
        const box = notes.getByLabel('Doctor Notes')
        const save = button(notes, 'Save').first()
        for (const text of ['Keep the diastema.', 'Close the diastema.']) {
          await box.fill(text)
          await expect(notes).toContainText('Not saved yet')
          await save.tap()
          await expect(notes).not.toContainText('Not saved yet')
        }
        await expect(box).toHaveValue('Close the diastema.')
        const history = page.getByRole('list', { name: 'History' })
        const change = history.getByRole('listitem').filter({ hasText: 'Text before' }).first()
        await change.getByText('Text before').tap()
        await expect(change.getByText('Keep the diastema.')).toBeVisible()
        await expectFitForPhone(page)
        await picture(page, `notes-${role}`, { fullPage: true })
      })
    },
  )

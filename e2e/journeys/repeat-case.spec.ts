import type { Page } from '@playwright/test'
import { casesIn, expect, test } from '../journey.ts'

/** Clicks and keys that a doctor who knows the form may need besides typing the names. */
const atMost = 8

interface Scan {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Counts what a hand does: every act below is one. */
function hand(page: Page) {
  let acts = 0
  return {
    acts: () => acts,
    click: async (role: 'link' | 'button', name: string | RegExp) => {
      acts += 1
      await page.getByRole(role, { name }).first().click()
    },
    choose: async (group: string, choice: string) => {
      acts += 1
      await page.getByRole('group', { name: group }).getByText(choice, { exact: true }).click()
    },
    press: async (key: string) => {
      acts += 1
      await page.keyboard.press(key)
    },
    /** Opening the chooser is one act, choosing the files and confirming is another. */
    addScans: async (files: Scan[]) => {
      acts += 2
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('group', { name: 'STL files' }).getByRole('button', { name: /^Add/ }).click()
      await (await chooser).setFiles(files)
    },
  }
}

test(`a returning doctor starts the next case, with two scans, in at most ${atMost} acts besides the names`, async ({
  page,
  portal,
  signIn,
}) => {
  await signIn('doctor')
  await page.goto('/patients')
  await expect(casesIn(page).first()).toBeVisible()
  const doctor = hand(page)

  await doctor.click('link', 'Start a New Case')
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused()
  await page.keyboard.type('Grace')
  await doctor.press('Tab')
  await page.keyboard.type('Hopper')
  await doctor.choose('Impression type', 'Intra-Oral Scan')
  await doctor.addScans(
    (['upper', 'lower'] as const).map((jaw) => ({
      name: `${jaw}.stl`,
      mimeType: 'model/stl',
      buffer: Buffer.from(portal.given.scan(jaw, 27)),
    })),
  )
  await doctor.choose('Digital model', 'Clean-up')
  await doctor.click('button', 'Submit case')

  await expect(page).toHaveURL(/\/patients$/)
  await expect(casesIn(page).first()).toContainText('Hopper, Grace')
  console.log(`    a repeat case: ${doctor.acts()} acts besides typing the names, at most ${atMost}`)
  expect(doctor.acts()).toBeLessThanOrEqual(atMost)

  // The next one of the same doctor and place is one act away, and no case of its own yet.
  await page.getByRole('link', { name: 'Another case, same doctor and location' }).click()
  await expect(page).toHaveURL(/rx-forms\/add\?.*user_id=\d+&location_id=\d+|rx-forms\/add\?.*location_id=\d+/)
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Submit case' })).toBeDisabled()
})

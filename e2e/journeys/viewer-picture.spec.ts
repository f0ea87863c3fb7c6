import { expect, test } from '../journey.ts'
import { scannedCase } from '../people/scanned-case.ts'
import { modelOn, viewerOn } from '../people/viewer.ts'
import { samples } from '../portal/place.ts'
import { readFileSync } from 'node:fs'

test(
  'a screenshot of the real scan is kept among the photos of its case, or downloaded',
  { tag: '@long' },
  async ({ page, portal, signIn, picture }) => {
    const testCase = await scannedCase(portal, { upper: readFileSync(samples.scan) })
    await signIn(testCase.owner)
    await page.goto(`/patient-details/${testCase.id}`)
    const canvas = modelOn(page, /^Submission: upper arch, front view/)
    await expect(canvas).toBeVisible({ timeout: 60_000 })
    await expect(canvas).toHaveAttribute('aria-busy', 'false')
    const viewer = viewerOn(page)
    await canvas.focus()
    await page.keyboard.press('s')
    const panel = viewer.getByRole('region', { name: 'Screenshot' })
    const preview = panel.getByRole('img', { name: 'The screenshot' })
    // It shows the scan: as wide and high as the canvas, and many shades.
    const seen = () =>
      preview.evaluate(async (image: HTMLImageElement) => {
        await image.decode()
        const sheet = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
        const pen = sheet.getContext('2d')!
        pen.drawImage(image, 0, 0)
        const { data } = pen.getImageData(0, 0, sheet.width, sheet.height)
        const shades = new Set<number>()
        for (let at = 0; at < data.length; at += 4) shades.add((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!)
        return { ratio: sheet.width / sheet.height, shades: shades.size }
      })
    const box = (await canvas.boundingBox())!
    await expect(preview, 'the picture is taken').toHaveAttribute('src', /^blob:/)
    expect((await seen()).ratio).toBeCloseTo(box.width / box.height, 1)
    expect((await seen()).shades).toBeGreaterThan(300)

    const downloading = page.waitForEvent('download')
    await panel.getByRole('button', { name: 'Download' }).click()
    expect((await downloading).suggestedFilename()).toBe('archwire-submission.png')

    await panel
      .getByRole('textbox', { name: 'Caption' })
      .pressSequentially('Upper left canine, s and p are letters here')
    await picture(page, 'screenshot-panel')
    await panel.getByRole('button', { name: 'Save in the case' }).click()
    await expect(panel.getByText('Saved with the photos of the case.')).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Save in the case' })).toBeDisabled()
    // The page follows by itself.
    await expect(page.getByText('Upper left canine, s and p are letters here').first()).toBeVisible({ timeout: 30_000 })
    // A message begins with it, and shows it.
    await panel.getByRole('button', { name: 'Write about it' }).click()
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
    await expect(page.getByRole('list', { name: 'Shown with the message' }).getByRole('listitem')).toHaveCount(1)
    await page.keyboard.type('Is this margin right?')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Is this margin right?')
    await expect(page.getByRole('list', { name: 'Messages' }).getByRole('button', { name: /Upper left/ })).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await picture(page, 'screenshot-kept', { fullPage: true })
  },
)

import type { Locator, Page } from '@playwright/test'
import { syntheticMouth, toBinaryStl } from '../../packages/mesh/src/index.ts'
import { seriousOn } from '../axe.ts'
import { expect, test } from '../journey.ts'
import { modelOn, viewerOn } from '../people/viewer.ts'

const mouth = syntheticMouth({ seed: 12, alignment: 0.6, triangles: 6000 })

type Placed = { file_id: number; rotation: number[][]; offset: number[] }

/** The sign beside the arches. */
const sign = (page: Page, words: string | RegExp) => viewerOn(page).getByRole('button', { name: words })

test(
  'arches that were scanned apart are brought together by three points, and taken back by shape',
  { tag: '@long' },
  async ({ page, portal, signIn }) => {
    const { given } = portal
    const testCase = await given.case()
    const { owner } = testCase.practice
    const apart = { ...mouth.lower, positions: mouth.lower.positions.map((value) => value + 90) }
    for (const [jaws_id, name, surface] of [
      [1, 'upper.stl', mouth.upper],
      [2, 'lower.stl', apart],
    ] as const)
      await given.scanFile(testCase, owner, {
        bytes: toBinaryStl(surface),
        kind: 'submission',
        jaws_id,
        name,
      })
    await signIn(owner)
    await page.goto(`/patient-details/${testCase.id}`)
    await expect(modelOn(page, /upper and lower arch, front view/)).toBeVisible({ timeout: 60_000 })
    const viewer = viewerOn(page)
    await sign(page, 'Scanned apart. Place the arches').click()
    const panel = viewer.getByRole('region', { name: 'Place the arches' })
    expect(await seriousOn(page)).toEqual([])

    await test.step('a turn that is undone changes nothing', async () => {
      await panel.getByRole('button', { name: 'Turn over: upper arch' }).click()
      await expect(panel.getByText('Changed, not saved.')).toBeVisible()
      await panel.getByRole('button', { name: 'Undo' }).click()
      await expect(sign(page, 'Scanned apart. Place the arches')).toBeVisible()
    })

    await test.step('what is moved stays moved while the tool is closed, step by step until it is undone', async () => {
      await panel.getByRole('button', { name: 'Turn over: upper arch' }).click()
      await panel.getByRole('button', { name: 'Turn over: lower arch' }).click()
      await expect(sign(page, 'Moved, not saved. Place the arches')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(panel).toBeHidden()
      await sign(page, 'Moved, not saved. Place the arches').click()
      await panel.getByRole('button', { name: 'Undo' }).click()
      await expect(panel.getByText('Changed, not saved.')).toBeVisible()
      await panel.getByRole('button', { name: 'Undo' }).click()
      await expect(sign(page, 'Scanned apart. Place the arches')).toBeVisible()
    })

    await test.step('three points on each arch bring the lower one to the upper one', async () => {
      await panel.getByRole('button', { name: 'By three points' }).click()
      const model = modelOn(page, /occlusal pair view/)
      await expect(model).toBeVisible()
      // Beside the panel, the upper arch lies above the lower one, back to back: the edge of the incisors, a molar on each side.
      for (const [at, { upper, lower }] of [
        { upper: [0.332, 0.197], lower: [0.332, 0.796] },
        { upper: [0.244, 0.42], lower: [0.2467, 0.579] },
        { upper: [0.418, 0.42], lower: [0.4135, 0.579] },
      ].entries()) {
        await press(model, upper)
        await expect(panel.getByText(`Point ${at + 1} of 3: now press`)).toBeVisible()
        await press(model, lower)
        await expect(panel.getByText(at < 2 ? `Point ${at + 2} of 3: press` : 'Changed, not saved.')).toBeVisible()
      }
      await expect(panel.getByText('Changed, not saved.')).toBeVisible()
      const answer = page.waitForResponse((sent) => sent.url().includes('/bites') && sent.request().method() === 'POST')
      await panel.getByRole('button', { name: 'Save' }).click()
      await expect(panel.getByText(/^1\. by three points, /)).toBeVisible()
      // The file of the lower arch lies 90 mm off along each axis: it stands where the mouth has it, as well as one presses.
      const { bite } = (await (await answer).json()) as { bite: { places: Placed[] } }
      const [above, below] = bite.places.toSorted((a, b) => a.file_id - b.file_id)
      const stands = below!.rotation.map((row, axis) => 90 * (row[0]! + row[1]! + row[2]!) + below!.offset[axis]!)
      for (const axis of [0, 1, 2]) expect(Math.abs(stands[axis]! - above!.offset[axis]!)).toBeLessThan(4)
    })

    await test.step('it is there for everybody who comes later, and can be taken back', async () => {
      await page.reload()
      await expect(sign(page, /^Placed by .+\. Place the arches$/)).toBeVisible({ timeout: 30_000 })
      await page.getByRole('heading', { level: 1 }).click()
      await sign(page, /^Placed by/).click()
      await panel.getByRole('button', { name: 'By shape again' }).click()
      await expect(sign(page, 'Scanned apart. Place the arches')).toBeVisible()
      await expect(panel.getByText(/^2\. by shape again, /)).toBeVisible()
      await panel.getByRole('button', { name: 'Restore this placement' }).click()
      await expect(panel.getByText('Changed, not saved.')).toBeVisible()
    })
  },
)

/** Presses a place of the picture, shares of its size. */
async function press(model: Locator, [across, down]: number[]): Promise<void> {
  const { width, height } = (await model.boundingBox())!
  await model.click({ position: { x: width * across!, y: height * down! } })
}

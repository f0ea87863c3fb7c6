import { readFile } from 'node:fs/promises'
import { boundingBox, parseScan, type Surface, syntheticBiteScan, toBinaryStl } from '../../packages/mesh/src/index.ts'
import type { RigidMove } from '../../packages/mesh/src/best-fit.ts'
import { laidApart, wrongBy } from '../../packages/mesh/test/bite-scans.ts'
import { closedPair, scanned } from '../../packages/mesh/test/mouth-pairs.ts'
import { expect, test } from '../journey.ts'
import { modelOn, viewerOn } from '../people/viewer.ts'

const pair = scanned(closedPair(12))
const apart = laidApart(syntheticBiteScan(pair, { side: 'right', seed: 12 }), pair, 12)

test(
  'a scan of the bite brings arches together that were scanned apart; files come out as placed, and the setup follows',
  { tag: '@long' },
  async ({ page, portal, signIn, picture }) => {
    test.setTimeout(180_000)
    const { given } = portal
    const testCase = await given.case({ stage: 'in_progress' })
    const { owner } = testCase.practice
    for (const kind of ['submission', 'setup'] as const)
      for (const [jaws_id, jaw] of [
        [1, 'upper'],
        [2, 'lower'],
      ] as const)
        await given.scanFile(testCase, kind === 'setup' ? await given.user('supervisor') : owner, {
          bytes: toBinaryStl(kind === 'setup' ? nudged(apart[jaw]) : apart[jaw]),
          kind,
          jaws_id,
          name: `${kind} ${jaw}.stl`,
        })
    await signIn(owner)
    await page.goto(`/patient-details/${testCase.id}`)

    await test.step('the practice adds it beside the arches; it counts as none', async () => {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: /^Add scans/ }).click()
      const bytes = Buffer.from(toBinaryStl(apart.bite))
      await (await chooser).setFiles({ name: 'BiteScan.stl', mimeType: 'model/stl', buffer: bytes })
      await expect(page.getByRole('heading', { name: 'Bite scans' })).toBeVisible({ timeout: 30_000 })
    })

    const viewer = viewerOn(page)
    const panel = viewer.getByRole('region', { name: 'Place the arches' })
    const sign = (words: string | RegExp) => viewer.getByRole('button', { name: words })
    await test.step('the arches are placed by it', async () => {
      await expect(page.getByText('Being checked…')).toHaveCount(0, { timeout: 60_000 })
      await page.getByRole('button', { name: 'Submitted scans' }).click()
      await expect(modelOn(page, /upper and lower arch, front view/)).toBeVisible({ timeout: 60_000 })
      await sign('Scanned apart. Place the arches').click()
      await panel.getByRole('button', { name: 'By the bite scan' }).click()
      await expect(panel.getByText('Changed, not saved.')).toBeVisible({ timeout: 60_000 })
      await picture(page, 'placed-by-a-bite-scan')
      // Who looks at something else meanwhile comes back to it.
      await page.getByRole('button', { name: 'Setup', exact: true }).click()
      await expect(modelOn(page, /^Setup: upper and lower arch/)).toBeVisible({ timeout: 60_000 })
      await page.getByRole('button', { name: 'Submitted scans' }).click()
      await expect(sign('Moved, not saved. Place the arches')).toBeVisible()
      const answer = page.waitForResponse((sent) => sent.url().includes('/bites') && sent.request().method() === 'POST')
      await panel.getByRole('button', { name: 'Save' }).click()
      await expect(panel.getByText(/^1\. by the bite scan, /)).toBeVisible()
      const { bite } = (await (await answer).json()) as { bite: { places: (RigidMove & { file_id: number })[] } }
      const [upper, lower] = bite.places.toSorted((a, b) => a.file_id - b.file_id)
      const { teeth, turn } = wrongBy({ upper: upper!, lower: lower! }, apart.truth, apart.lower)
      // How exactly is for the tests of packages/mesh; here that it is this bite, and no other.
      expect(teeth).toBeLessThan(1)
      expect(turn).toBeLessThan(1)
    })

    await test.step('files come out as they stand, from all of their triangles', async () => {
      const downloading = page.waitForEvent('download')
      await panel.getByRole('button', { name: 'Download as placed: lower arch' }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toMatch(/ as placed\.stl$/)
      const { surface } = parseScan(new Uint8Array(await readFile(await download.path())))
      expect(surface!.indices.length).toBe(apart.lower.indices.length)
      // Teeth up and lying level: as wide, deep and high as in the mouth.
      const size = boundingBox(surface!.positions).size
      boundingBox(pair.lower.positions).size.forEach((side, axis) =>
        expect(Math.abs(size[axis]! - side)).toBeLessThan(3),
      )
    })

    await test.step('the setup, in the coordinates of the scans, stands as they do', async () => {
      await page.getByRole('button', { name: 'Setup', exact: true }).click()
      await expect(modelOn(page, /^Setup: upper and lower arch/)).toBeVisible({ timeout: 60_000 })
      await panel.getByRole('button', { name: 'As the submitted scans' }).click()
      await expect(panel.getByText('Changed, not saved.')).toBeVisible()
      await panel.getByRole('button', { name: 'Save' }).click()
      await expect(panel.getByText(/^1\. as the submitted scans, /)).toBeVisible()
      await expect(sign(/^Placed by /)).toBeVisible()
    })
  },
)

/** A setup as another program writes it: the same place, another file. */
const nudged = ({ positions, indices }: Surface): Surface => ({
  positions: positions.map((value) => value + 0.01),
  indices,
})

import { syntheticArch, toBinaryStl, type Surface } from '@archwire/mesh'
import { expect, test } from '../journey.ts'
import { addFiles, choose, field, submitButton } from '../people/doctor.ts'
import { seriousOn } from '../axe.ts'

/** A lower arch with two holes, the longer of which counts as its rim, and a speck of cheek beside it. */
function damagedScan(): Buffer {
  const arch = syntheticArch({ jaw: 'lower', seed: 3, alignment: 0.4, triangles: 6000 })
  const far = (vertex: number) =>
    [3000, 9000].every((at) => {
      const away = [0, 1, 2].map(
        (axis) => arch.positions[vertex * 3 + axis]! - arch.positions[arch.indices[at]! * 3 + axis]!,
      )
      return Math.hypot(...away) > 2
    })
  const kept: number[] = []
  for (let at = 0; at < arch.indices.length; at += 3) {
    const corners = [...arch.indices.subarray(at, at + 3)]
    if (corners.every(far)) kept.push(...corners)
  }
  const first = arch.positions.length / 3
  const speck: Surface = {
    positions: new Float32Array([...arch.positions, 0, 0, 12, 2, 0, 12, 0, 2, 12, 0, 0, 14]),
    indices: new Uint32Array([...kept, ...[0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3].map((corner) => first + corner)]),
  }
  return Buffer.from(toBinaryStl(speck))
}
const stl = (name: string, buffer: Buffer) => ({ name, mimeType: 'model/stl', buffer })

test(
  'a scan without a word in its name is told by its shape, and a wrong word is doubted',
  { tag: '@long' },
  async ({ page, portal, signIn, picture }) => {
    const practice = await portal.given.practice()
    await signIn(practice.owner)
    await page.goto(`/organizations/${practice.id}/rx-forms/add`)
    await choose(page, 'Impression type', 'Intra-Oral Scan')
    const arch = (jaw: 'upper' | 'lower', seed: number) =>
      Buffer.from(toBinaryStl(syntheticArch({ jaw, seed, alignment: 0.5, triangles: 6000 })))
    await addFiles(page, 'STL files', [
      stl('scan-1.stl', arch('lower', 1)),
      stl('scan-2.stl', arch('upper', 1)),
      stl('upper-3.stl', arch('lower', 2)),
    ] as never)
    const chosen = (name: string, label: string) =>
      page.getByRole('radiogroup', { name: `Arch of ${name}` }).getByRole('radio', { name: label })
    await expect(chosen('scan-1.stl', 'Mandibular')).toBeChecked()
    await expect(chosen('scan-2.stl', 'Maxillary')).toBeChecked()
    await expect(chosen('upper-3.stl', 'Maxillary')).toBeChecked()
    const doubt = page.getByText('This looks like a mandibular arch.')
    await expect(doubt).toHaveCount(1)
    expect(await seriousOn(page)).toEqual([])
    await picture(page, 'scan-of-another-arch')
    await page.setViewportSize({ width: 390, height: 844 })
    await doubt.scrollIntoViewIfNeeded()
    await picture(page, 'scan-of-another-arch-390')
    // Another arch would spoil the case: it asks why. Who follows the doubt is rid of it.
    const why = page.getByRole('textbox', { name: 'Why is upper-3.stl fine to send?' })
    await expect(why).toBeVisible()
    await page.getByRole('radiogroup', { name: 'Arch of upper-3.stl' }).getByText('Mandibular').click()
    await expect(doubt).toBeHidden()
    await expect(why).toBeHidden()
  },
)

test('a scan is checked before it travels: refused, or sent with a reason that the lab reads', async ({
  page,
  portal,
  signIn,
  browserOf,
  picture,
}) => {
  const practice = await portal.given.practice()
  await signIn(practice.owner)
  await page.goto(`/organizations/${practice.id}/rx-forms/add`)
  await field(page, 'First name').fill('Rita')
  await field(page, 'Last name').fill('Scan')
  await choose(page, 'Impression type', 'Intra-Oral Scan')

  // A wrong file never leaves the practice.
  const uploads: string[] = []
  page.on('request', (request) => void (request.method() === 'PUT' && uploads.push(request.url())))
  await addFiles(page, 'STL files', [stl('upper.stl', Buffer.from('PK\u0003\u0004 this is an archive'))] as never)
  await expect(page.getByText('This is a ZIP archive, not a 3D scan.')).toBeVisible()
  expect(uploads).toEqual([])
  await page.getByRole('button', { name: 'Remove upper.stl' }).click()

  // A scan with remarks is looked at, and needs a reason.
  await addFiles(page, 'STL files', [stl('lower.stl', damagedScan())] as never)
  const remarks = page.getByRole('group', { name: 'Remarks on lower.stl' })
  await expect(remarks.getByText(/loose beside the arch/)).toBeVisible()
  await expect(remarks.getByText(/a hole of \d+ mm² besides its rim/)).toBeVisible()
  await picture(page, 'scan-with-remarks')
  await expect(page.getByRole('button', { name: 'Explain why the flagged scan is fine, or remove it' })).toBeVisible()
  await remarks.getByRole('button', { name: 'Show the spot' }).click()
  const look = page.getByRole('dialog', { name: 'lower.stl' })
  const frame = look.frameLocator('iframe')
  await expect(frame.getByText('Red: holes · Orange: loose parts')).toBeVisible()
  await picture(page, 'spot-of-a-hole')
  await look.getByRole('button', { name: 'Close' }).click()
  expect(await seriousOn(page)).toEqual([])
  await remarks.getByRole('textbox', { name: 'Why is lower.stl fine to send?' }).fill('A molar is missing there.')
  await page.keyboard.press('Enter')
  await expect(remarks.getByText('“A molar is missing there.”')).toBeVisible()

  await page.getByRole('button', { name: 'Mandibular only' }).click()
  await choose(page, 'Digital model', 'Clean-up')
  await submitButton(page).click()
  await expect(page).toHaveURL(/\/patients$/)

  // The lab reads the remarks and the reason, in a browser of its own: the doctor's still opens the form's paper.
  const lab = await browserOf('supervisor')
  await lab.goto('/patients-page?filter%5Bsearch%5D=Rita+Scan')
  await lab.getByRole('link', { name: 'Scan, Rita' }).first().click()
  // Its check by the lab is a job: it may take a while beside others.
  await expect(lab.getByText(/loose beside the arch.*“A molar is missing there.”/)).toBeVisible({ timeout: 45_000 })
  await picture(lab, 'remark-in-the-lab')
})

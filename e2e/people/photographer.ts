import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PhotoView } from '@archwire/contract/patient-files/types.ts'
import type { Locator, Page } from '@playwright/test'
import type { TestUser } from '../../apps/server/test/app.ts'
import type { GivenCase } from '../../apps/server/test/given.ts'
import type { Portal } from '../journey.ts'
import { samples } from '../portal/place.ts'

/** Where a real photo lies: `frontal`, `upper-occlusal`, `lower-occlusal`, `buccal-1`. */
export const photoOf = (name: string): string => join(dirname(samples.photo), `case-a-${name}.jpg`)

/** Photos of an earlier visit, that came with the case. */
export async function givenVisit(
  { given }: Portal,
  testCase: GivenCase,
  who: TestUser,
  taken: string,
  views: readonly (readonly [file: string, view: PhotoView])[],
): Promise<void> {
  for (const [file, photo_view] of views) {
    // Equal bytes are prepared once; these shall be photos of their own.
    const bytes = new Uint8Array(Buffer.concat([readFileSync(photoOf(file)), Buffer.from(taken)]))
    await given.photoFile(testCase, who, { bytes, name: `${file}.jpg`, photo_view, taken })
  }
}

/** Adds files by the file chooser that a button of this section opens. */
export async function addTo(
  page: Page,
  section: Locator,
  files: Parameters<Locator['setInputFiles']>[0],
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await section.getByRole('button', { name: /^Add / }).click()
  await (await chooser).setFiles(files as string[])
}

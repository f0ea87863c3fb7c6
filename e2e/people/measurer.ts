import { readFileSync } from 'node:fs'
import type { FrameLocator, Page } from '@playwright/test'
import { checkScan } from '../../packages/mesh/src/index.ts'
import { expect } from '../journey.ts'
import { samples } from '../portal/place.ts'

export type Point = [number, number, number]

/** The highest points of the real cast on its left and right half and in front: its occlusal side looks along +Y of its file. */
export function cusps(): [left: Point, right: Point, front: Point] {
  const { positions } = checkScan(readFileSync(samples.scan)).mesh!
  const highest = (isThere: (x: number) => boolean): Point => {
    let best: Point = [0, -Infinity, 0]
    for (let at = 0; at < positions.length; at += 3)
      if (isThere(positions[at]!) && positions[at + 1]! > best[1])
        best = [positions[at]!, positions[at + 1]!, positions[at + 2]!]
    return best
  }
  return [highest((x) => x < -10), highest((x) => x > 14), highest((x) => Math.abs(x) < 6)]
}

/** How far points lie apart. */
export const apart = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

/** What a page of this person asks the API. */
export const ask = (page: Page, path: string, body?: object) =>
  page.evaluate(
    async ([address, sent]) => {
      const response = await fetch(`/api/v1${address}`, {
        method: sent ? 'POST' : 'GET',
        headers: sent ? { 'content-type': 'application/json' } : {},
        ...(sent && { body: JSON.stringify(sent) }),
      })
      return response.status
    },
    [path, body ?? null] as const,
  )

/** Brings the model to a comment and sets a point there, by keyboard: where the eye looks, Enter sets it. */
export async function putAtComment(page: Page, viewer: FrameLocator, words: string): Promise<void> {
  await page.getByRole('region', { name: 'Comments on the scan' }).getByRole('button', { name: words }).click()
  const mark = viewer.locator('.pin-mark.chosen')
  const canvas = viewer.getByRole('application')
  await expect(mark).toHaveAttribute('title', words)
  // At rest in the middle: twice at the same place, to a fraction of a pixel.
  const frame = (await canvas.boundingBox())!
  let before = Number.NaN
  await expect
    .poll(async () => {
      const box = (await mark.boundingBox())!
      const off = box.x + box.width / 2 - (frame.x + frame.width / 2)
      const rests = off === before
      before = off
      return rests && Math.abs(off) < 1
    })
    .toBe(true)
  await canvas.focus()
  await page.keyboard.press('Enter')
}

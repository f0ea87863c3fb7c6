import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

/** The viewer's frame on a page. */
export const viewerOn = (page: Page): FrameLocator => page.frameLocator('iframe[title^="3D view"]')

/** The model, once all of its files are drawn: only then it says which arches are seen, and from where. */
export const modelOn = (page: Page, seen: RegExp): Locator => viewerOn(page).getByRole('application', { name: seen })

export interface Picture {
  /** Share of the picture, 0 to 1, whose color is not the background's. */
  covered: number
  /** Different colors on it: a shaded surface has hundreds, a flat or black one a few. */
  shades: number
}

/** A part of what is really drawn, as PNG: the less of it, the less there is to pack and unpack. Shares of its size, 0 to 1. */
async function partOf(model: Locator, [left, right]: Span, [top, bottom]: Span): Promise<string> {
  await model.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await model.boundingBox())!
  const clip = {
    x: Math.floor(x + left * width),
    y: Math.floor(y + top * height),
    width: Math.ceil((right - left) * width),
    height: Math.ceil((bottom - top) * height),
  }
  return (await model.page().screenshot({ clip })).toString('base64')
}

type Span = readonly [from: number, to: number]

/** What is really drawn: measures a picture of the model itself, without the bars around it. */
export async function pictureOf(model: Locator): Promise<Picture> {
  // The middle of the picture: bars lie at its edges.
  const png = await partOf(model, [0.25, 0.75], [0.25, 0.75])
  return model.page().evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')!
    context.drawImage(bitmap, 0, 0)
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
    const [red, green, blue] = context.getImageData(0, Math.floor(bitmap.height / 2), 1, 1).data
    const shades = new Set<number>()
    let covered = 0
    for (let at = 0; at < data.length; at += 4) {
      shades.add((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!)
      const distance = Math.abs(data[at]! - red!) + Math.abs(data[at + 1]! - green!) + Math.abs(data[at + 2]! - blue!)
      if (distance > 60) covered += 1
    }
    return { covered: covered / (data.length / 4), shades: shades.size }
  }, png)
}

/** The model stands there, large and shaded. */
export async function expectDrawn(model: Locator): Promise<void> {
  await expect(model).toBeVisible({ timeout: 30_000 })
  await expect
    .poll(async () => {
      const { covered, shades } = await pictureOf(model)
      return covered > 0.1 && shades > 200
    })
    .toBe(true)
}

/** Which files the viewer of a page was last given to show, by id. */
export function watchScenes(page: Page): () => number[] {
  let last: number[] = []
  page.on('response', (response) => {
    if (!response.ok() || !new URL(response.url()).pathname.startsWith('/api/v1/scenes/')) return
    void response.json().then(
      ({ scene }: { scene: { files: { id: number }[] } }) => {
        last = scene.files.map(({ id }) => id).sort((id, other) => id - other)
      },
      // The page went on before the answer was read.
      () => {},
    )
  })
  return () => last
}

/** Hue in degrees and saturation, 0 to 1, of a small patch of the model's picture; its middle by shares of width and height. */
export async function hueOf(model: Locator, x: number, y: number): Promise<{ hue: number; saturation: number }> {
  const { width, height } = (await model.boundingBox())!
  const [wide, high] = [2.5 / width, 2.5 / height]
  const png = await partOf(model, [x - wide, x + wide], [y - high, y + high])
  const [red, green, blue] = await model.page().evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
    context.drawImage(bitmap, 0, 0)
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
    const sums = [0, 0, 0]
    data.forEach((value, at) => at % 4 < 3 && (sums[at % 4]! += value))
    return sums as [number, number, number]
  }, png)
  return hueAndSaturation(red, green, blue)
}

/** Of a color with three parts of any one scale. */
export function hueAndSaturation(red: number, green: number, blue: number): { hue: number; saturation: number } {
  const most = Math.max(red, green, blue)
  const spread = most - Math.min(red, green, blue)
  if (spread === 0) return { hue: 0, saturation: 0 }
  const sixth =
    most === red ? (green - blue) / spread : most === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread
  return { hue: (sixth * 60 + 360) % 360, saturation: spread / most }
}

/** On a touch screen the model moves once it was tapped; until then swipes move the page. */
export const tapModel = (page: Page): Promise<void> => page.getByRole('button', { name: 'Tap to move the model' }).tap()

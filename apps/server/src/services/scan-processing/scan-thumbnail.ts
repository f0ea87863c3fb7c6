import type { Surface } from '@archwire/mesh'
import { guessArchAxes } from '@archwire/mesh'
import sharp from 'sharp'
import { drawSurface } from './thumbnail-raster.ts'
import type { ViewAxes } from './thumbnail-raster.ts'

const WIDTH = 480
const HEIGHT = 360
/** Drawn larger and scaled down, which smooths the edges. */
const OVERSAMPLING = 2

/**
 * A picture of a scan as WebP, 480 × 360 with a transparent background: seen like a cast on a table, front teeth near.
 */
export async function scanThumbnail(surface: Surface): Promise<Buffer> {
  const picture = drawSurface(surface, tableView(surface), WIDTH * OVERSAMPLING, HEIGHT * OVERSAMPLING)
  return sharp(picture.rgba, { raw: { width: picture.width, height: picture.height, channels: 4 } })
    .resize(WIDTH, HEIGHT)
    .webp({ quality: 82, effort: 2 })
    .toBuffer()
}

/** Looking down on the chewing side, a little from the front and from one side. */
function tableView(surface: Surface): ViewAxes {
  const { teeth, anterior } = guessArchAxes(surface)
  const side = cross(anterior, teeth)
  const towards = normalized([0, 1, 2].map((i) => teeth[i]! * 0.9 + anterior[i]! * 0.62 + side[i]! * 0.18))
  const right = normalized(cross(teeth, towards))
  return [right, cross(towards, right), towards]
}

function cross(u: readonly number[], v: readonly number[]): number[] {
  return [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!]
}

function normalized(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

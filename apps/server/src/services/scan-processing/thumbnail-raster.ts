import type { Surface } from '@archwire/mesh'
import { SRGB_LIGHT, vertexNormals } from '@archwire/mesh'

/** Rows of a rotation: the picture's right, its up, and towards the viewer. */
export type ViewAxes = readonly [readonly number[], readonly number[], readonly number[]]

export type Picture = { width: number; height: number; rgba: Uint8Array }

/** Stone of a plaster model, linear light; for scans without colors. */
const STONE = [0.76, 0.7, 0.6] as const
/** Soft key light from the upper left, a weak fill from the right, and light from all around that is brighter above. */
const KEY = unit([-0.55, 0.7, 0.75])
const FILL = unit([0.8, 0.1, 0.5])
const MARGIN = 0.06

/**
 * Draws a surface with smooth normals into a z-buffer: parallel projection, fitted to the picture, transparent
 * background. No graphics driver, so that it runs the same everywhere. Scans are drawn on both sides, since an open one
 * shows its inside.
 */
export function drawSurface(surface: Surface, axes: ViewAxes, width: number, height: number): Picture {
  const seen = project(surface.positions, axes)
  fit(seen, width, height)
  const shades = shadeVertices(vertexNormals(surface), axes)
  const canvas: Canvas = {
    width,
    height,
    depth: new Float32Array(width * height).fill(-Infinity),
    light: new Float32Array(width * height),
    tints: surface.colors ? new Float32Array(width * height * 3) : null,
  }
  const { indices, colors } = surface
  for (let at = 0; at < indices.length; at += 3) {
    fillTriangle(canvas, seen, shades, colors, indices[at]!, indices[at + 1]!, indices[at + 2]!)
  }
  return { width, height, rgba: developed(canvas) }
}

/** What is visible at each pixel: how near, how brightly lit, and (linear light) of which color. */
type Canvas = { width: number; height: number; depth: Float32Array; light: Float32Array; tints: Float32Array | null }

/** Positions in the picture's axes, three numbers per vertex: right, up, towards the viewer. */
function project(positions: Float32Array, axes: ViewAxes): Float32Array {
  const seen = new Float32Array(positions.length)
  for (let at = 0; at < positions.length; at += 3)
    for (let row = 0; row < 3; row++) {
      const axis = axes[row]!
      seen[at + row] = positions[at]! * axis[0]! + positions[at + 1]! * axis[1]! + positions[at + 2]! * axis[2]!
    }
  return seen
}

/** Scales and moves positions to pixels, the row counted from the top. */
function fit(seen: Float32Array, width: number, height: number): void {
  const low = [Infinity, Infinity]
  const high = [-Infinity, -Infinity]
  for (let at = 0; at < seen.length; at += 3)
    for (let axis = 0; axis < 2; axis++) {
      low[axis] = Math.min(low[axis]!, seen[at + axis]!)
      high[axis] = Math.max(high[axis]!, seen[at + axis]!)
    }
  const room = 1 - 2 * MARGIN
  const scale = Math.min((width * room) / (high[0]! - low[0]! || 1), (height * room) / (high[1]! - low[1]! || 1))
  const middleX = (low[0]! + high[0]!) / 2
  const middleY = (low[1]! + high[1]!) / 2
  for (let at = 0; at < seen.length; at += 3) {
    seen[at] = width / 2 + (seen[at]! - middleX) * scale
    seen[at + 1] = height / 2 - (seen[at + 1]! - middleY) * scale
    seen[at + 2]! *= scale
  }
}

function shadeVertices(normals: Float32Array, axes: ViewAxes): Float32Array {
  const shades = new Float32Array(normals.length / 3)
  for (let vertex = 0; vertex < shades.length; vertex++) {
    const at = vertex * 3
    const turned = axes.map(
      (axis) => normals[at]! * axis[0]! + normals[at + 1]! * axis[1]! + normals[at + 2]! * axis[2]!,
    ) as [number, number, number]
    const side = turned[2] < 0 ? -1 : 1
    const [x, y, z] = [turned[0] * side, turned[1] * side, turned[2] * side]
    const key = Math.max(0, x * KEY[0] + y * KEY[1] + z * KEY[2])
    const fill = Math.max(0, x * FILL[0] + y * FILL[1] + z * FILL[2])
    // Edges seen from the side darken a little, which draws the outline of teeth.
    const rim = 0.72 + 0.28 * z
    shades[vertex] = (0.2 + 0.08 * y + 0.78 * key + 0.16 * fill) * rim
  }
  return shades
}

function fillTriangle(
  { width, height, depth, light, tints }: Canvas,
  seen: Float32Array,
  shades: Float32Array,
  colors: Uint8Array | undefined,
  a: number,
  b: number,
  c: number,
): void {
  const ax = seen[a * 3]!
  const ay = seen[a * 3 + 1]!
  const bx = seen[b * 3]!
  const by = seen[b * 3 + 1]!
  const cx = seen[c * 3]!
  const cy = seen[c * 3 + 1]!
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
  if (area === 0) return
  const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5))
  const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5))
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
  const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
  const az = seen[a * 3 + 2]!
  const bz = seen[b * 3 + 2]!
  const cz = seen[c * 3 + 2]!
  for (let row = top; row <= bottom; row++) {
    const y = row + 0.5
    for (let column = left; column <= right; column++) {
      const x = column + 0.5
      const toA = ((bx - x) * (cy - y) - (cx - x) * (by - y)) / area
      const toB = ((cx - x) * (ay - y) - (ax - x) * (cy - y)) / area
      const toC = 1 - toA - toB
      if (toA < 0 || toB < 0 || toC < 0) continue
      const z = toA * az + toB * bz + toC * cz
      const pixel = row * width + column
      if (z <= depth[pixel]!) continue
      depth[pixel] = z
      light[pixel] = toA * shades[a]! + toB * shades[b]! + toC * shades[c]!
      if (!tints || !colors) continue
      for (let channel = 0; channel < 3; channel++)
        tints[pixel * 3 + channel] =
          toA * SRGB_LIGHT[colors[a * 3 + channel]!]! +
          toB * SRGB_LIGHT[colors[b * 3 + channel]!]! +
          toC * SRGB_LIGHT[colors[c * 3 + channel]!]!
    }
  }
}

/** Bytes of the picture, transparent where nothing is visible. */
function developed({ depth, light, tints }: Canvas): Uint8Array {
  const rgba = new Uint8Array(depth.length * 4)
  for (let pixel = 0; pixel < depth.length; pixel++) {
    if (depth[pixel] === -Infinity) continue
    for (let channel = 0; channel < 3; channel++) {
      const tint = tints ? tints[pixel * 3 + channel]! : STONE[channel]!
      rgba[pixel * 4 + channel] = 255 * Math.min(1, tint * light[pixel]!) ** (1 / 2.2)
    }
    rgba[pixel * 4 + 3] = 255
  }
  return rgba
}

function unit(vector: readonly [number, number, number]): readonly [number, number, number] {
  const length = Math.hypot(...vector)
  return [vector[0] / length, vector[1] / length, vector[2] / length]
}

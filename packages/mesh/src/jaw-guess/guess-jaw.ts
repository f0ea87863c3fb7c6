import { boundingBox, guessUnit, MILLIMETERS } from '../measure.ts'
import { type ArchAxes, guessArchAxes } from '../arch-axes/arch-axes.ts'
import { turnedOver } from '../facing-outwards.ts'
import { rotated, uprightRotation } from '../orientation.ts'
import type { Surface } from '../surface.ts'
import type { Jaw } from '../synthetic-arch/anatomy.ts'
import { type ArchMap, archMap, CELL } from './arch-map.ts'
import { type Footprint, footprintOf } from './footprint.ts'

/** Narrower than this, mm, or this slim, least width to greatest, it is a part of an arch: a quadrant, the front. */
const LEAST_WIDTH = 33
const SLIMMEST = 0.57
/** Area that looks down, above the lowest third, to area that looks up: more, and it is two jaws, or a hollow model. */
const MOST_UNDERSIDES = 0.25
const LOWEST_THIRD = 0.3
/** A palate leaves no more of the outline open than a missing corner. */
const GAP_OF_UPPER = 0.2
/** The tongue takes at least this much. */
const GAP_OF_LOWER = 0.25
/** How deep the middle is below the teeth, mm, and how far it is from flat: less is not a palate but filling. */
const VAULT_DEPTH = 5
const VAULT_BEND = 0.2
/** The middle of the outline: within this share of its least width. */
const MIDDLE = 0.12
/**
 * How steeply the surface around the gap rises: the gum of a lower jaw falls to the tongue; a palate that was not
 * scanned slopes.
 */
const STEEP = 0.47
/** That surface: within so many millimeters of the gap. */
const RIM = 3
/** Teeth are the highest twentieth of what is visible. */
const TEETH = 0.95

/**
 * Guesses by its shape alone which jaw a scan shows, however it lies in its file; null when the shape is inconclusive:
 * parts of an arch, both jaws in one file, horseshoes of an upper jaw whose palate was not scanned, casts with a filled
 * middle.
 *
 * Seen from its teeth, an upper jaw covers the middle of its outline with a vault deep below the teeth; a lower jaw
 * leaves it open for the tongue, and its gum falls steeply towards it. The thresholds keep a margin to synthetic arches
 * of both jaws, whole, cut open and tilted, and from one real scan (README.md "Which jaw").
 */
export function guessJaw(surface: Surface, axes: ArchAxes = guessArchAxes(surface)): Jaw | null {
  const arch = lying(surface, axes)
  const map = arch && archMap(arch)
  if (!map) return null
  const print = footprintOf(map)
  if (print.least < LEAST_WIDTH || print.least < SLIMMEST * print.greatest) return null
  if (undersides(arch) > MOST_UNDERSIDES) return null
  const isOpen = print.gap[print.middle] === 1
  const gap = print.gapCells / print.cells
  if (isOpen) return gap >= GAP_OF_LOWER && leanAroundGap(map, print) <= STEEP ? 'lower' : null
  return gap <= GAP_OF_UPPER && hasVault(map, print) ? 'upper' : null
}

/** The surface in millimeters, its teeth towards +Z and its facets outwards; null when its size fits no scan. */
function lying({ positions, indices }: Surface, axes: ArchAxes): Surface | null {
  const unit = guessUnit(Math.max(...boundingBox(positions).size))
  if (!unit) return null
  const upright = rotated(positions, uprightRotation(axes, 'lower'))
  return {
    positions: upright.map((value) => value * MILLIMETERS[unit]),
    indices: axes.insideOut === true ? turnedOver(indices) : indices,
  }
}

function undersides({ positions, indices }: Surface): number {
  const { min, size } = boundingBox(positions)
  const floor = min[2] + LOWEST_THIRD * size[2]
  let up = 0
  let down = 0
  for (let at = 0; at < indices.length; at += 3) {
    const a = indices[at]! * 3
    const b = indices[at + 1]! * 3
    const c = indices[at + 2]! * 3
    const ux = positions[b]! - positions[a]!
    const uy = positions[b + 1]! - positions[a + 1]!
    const vx = positions[c]! - positions[a]!
    const vy = positions[c + 1]! - positions[a + 1]!
    const upwards = ux * vy - uy * vx
    if (upwards > 0) up += upwards
    else if (positions[a + 2]! > floor) down -= upwards
  }
  return up === 0 ? Infinity : down / up
}

/** The mean of how far the surface around the gap looks up. */
function leanAroundGap({ columns, lean, heights }: ArchMap, { gap }: Footprint): number {
  const reach = Math.round(RIM / CELL)
  const near = new Uint8Array(gap.length)
  gap.forEach((isGap, cell) => {
    if (isGap === 0) return
    const column = cell % columns
    for (let rows = -reach; rows <= reach; rows++)
      for (let across = -reach; across <= reach; across++) {
        const other = cell + rows * columns + across
        if (column + across >= 0 && column + across < columns && other >= 0 && other < gap.length) near[other] = 1
      }
  })
  let [sum, cells] = [0, 0]
  near.forEach((isNear, cell) => {
    if (isNear === 0 || heights[cell] === -Infinity) return
    sum += lean[cell]!
    cells++
  })
  return cells === 0 ? 1 : sum / cells
}

/** Whether the middle is a vault: deep below the teeth, and not flat. */
function hasVault({ columns, heights }: ArchMap, { middle, least }: Footprint): boolean {
  const seen = heights.filter((height) => height > -Infinity).sort()
  const teeth = seen[Math.floor(seen.length * TEETH)]!
  const [atColumn, atRow] = [middle % columns, Math.floor(middle / columns)]
  const reach = (MIDDLE * least) / CELL
  const places: [x: number, y: number, z: number][] = []
  heights.forEach((height, cell) => {
    const [x, y] = [(cell % columns) - atColumn, Math.floor(cell / columns) - atRow]
    if (height > -Infinity && Math.hypot(x, y) <= reach) places.push([x, y, height])
  })
  const depth = teeth - places.reduce((sum, [, , z]) => sum + z, 0) / places.length
  return depth >= VAULT_DEPTH && offPlane(places) >= VAULT_BEND
}

/** The root of the mean squared distance of places from the plane that fits them best, along Z. */
function offPlane(places: readonly (readonly [number, number, number])[]): number {
  const count = places.length
  const [mx, my, mz] = [0, 1, 2].map((axis) => places.reduce((sum, place) => sum + place[axis]!, 0) / count) as [
    number,
    number,
    number,
  ]
  let [xx, xy, yy, xz, yz, zz] = [0, 0, 0, 0, 0, 0]
  for (const place of places) {
    const [x, y, z] = [place[0] - mx, place[1] - my, place[2] - mz]
    xx += x * x
    xy += x * y
    yy += y * y
    xz += x * z
    yz += y * z
    zz += z * z
  }
  const determinant = xx * yy - xy * xy
  if (determinant === 0) return 0
  const alongX = (xz * yy - yz * xy) / determinant
  const alongY = (yz * xx - xz * xy) / determinant
  return Math.sqrt(Math.max(0, zz - alongX * xz - alongY * yz) / count)
}

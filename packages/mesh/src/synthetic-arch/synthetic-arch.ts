import type { Surface } from '../surface.ts'
import { facetCount } from '../surface.ts'
import type { Dentition, Jaw } from './anatomy.ts'
import { ArchField, BASE_HEIGHT } from './arch-field.ts'
import { cleanGrid } from './clean-grid.ts'
import { placeTeeth } from './placed-teeth.ts'
import type { Grid } from './surface-nets.ts'
import { surfaceNets } from './surface-nets.ts'

export type SyntheticArchOptions = {
  jaw: Jaw
  /** The same seed gives the same mouth; upper and lower of one seed belong together. */
  seed: number
  /** 0 crowded, 1 the ideal setup; between them the stages of a treatment. */
  alignment: number
  /** The approximate number of triangles, 5,000 by default. */
  triangles?: number
  /** `permanent` by default. */
  dentition?: Dentition
}

/** The box that holds every arch, without its base and tips; mm. */
const HALF_WIDTH = 36
const HALF_LENGTH = 34
const HIGHEST = 4
/** The surface that a first try assumes, mm², times the two facets that surface nets make a cell face. */
const FIRST_GUESS = 22_000

/**
 * A made-up but believable dental arch for demonstrations and tests: fourteen teeth (ten of a child, or none) with edges and cusps on a gum with
 * a flat base; closed, in millimeters, about 60 mm wide.
 *
 * Axes, shared by both jaws so that they occlude: +X the patient's right, +Y anterior, +Z up; the occlusal plane is
 * z = 0. Upper teeth point to -Z, lower teeth to +Z; upper front teeth overlap the lower ones outside.
 */
export function syntheticArch(options: SyntheticArchOptions): Surface {
  const { jaw, seed, triangles = 5000, dentition = 'permanent' } = options
  const alignment = Math.min(1, Math.max(0, options.alignment))
  const field = new ArchField(jaw, placeTeeth(jaw, seed, alignment, dentition))
  const firstCell = Math.sqrt(FIRST_GUESS / triangles)
  const first = polygonize(field, jaw, firstCell)
  // Coarse cells lose detail and with it surface, so the count is measured once and the cell corrected.
  const cell = firstCell * Math.sqrt(facetCount(first) / triangles)
  const surface = polygonize(field, jaw, cell)
  sharpen(surface, field, cell)
  return jaw === 'upper' ? turnedOver(surface) : surface
}

function polygonize(field: ArchField, jaw: Jaw, cell: number): Surface {
  const margin = 2 * cell
  const low = [-HALF_WIDTH - margin, -HALF_LENGTH - margin, BASE_HEIGHT[jaw] - margin] as const
  const high = [HALF_WIDTH + margin, HALF_LENGTH + margin, HIGHEST + margin] as const
  const nodes = low.map((from, axis) => Math.ceil((high[axis]! - from) / cell) + 1) as [number, number, number]
  const grid: Grid = { origin: low, cell, nodes }
  const values = new Float32Array(nodes[0] * nodes[1] * nodes[2])
  for (let iy = 0; iy < nodes[1]; iy++)
    for (let ix = 0; ix < nodes[0]; ix++) {
      const x = low[0] + ix * cell
      const y = low[1] + iy * cell
      const column = field.column(x, y)
      for (let iz = 0; iz < nodes[2]; iz++) {
        values[ix + (iy + iz * nodes[1]) * nodes[0]] = field.distance(column, x, y, low[2] + iz * cell)
      }
    }
  cleanGrid(values, grid)
  return surfaceNets(values, grid)
}

/** Moves vertices onto the true surface, at most a quarter of a cell: cusps and edges come out as formed, not as averaged. */
function sharpen(surface: Surface, field: ArchField, cell: number): void {
  const { positions } = surface
  const step = 0.05
  const value = (x: number, y: number, z: number) => field.distance(field.column(x, y), x, y, z)
  for (let at = 0; at < positions.length; at += 3) {
    const x = positions[at]!
    const y = positions[at + 1]!
    const z = positions[at + 2]!
    const column = field.column(x, y)
    const here = field.distance(column, x, y, z)
    const slopeX = (value(x + step, y, z) - here) / step
    const slopeY = (value(x, y + step, z) - here) / step
    const slopeZ = (field.distance(column, x, y, z + step) - here) / step
    const squared = slopeX * slopeX + slopeY * slopeY + slopeZ * slopeZ
    if (squared < 0.05) continue
    const move = Math.max(-cell / 4, Math.min(cell / 4, here / Math.sqrt(squared))) / Math.sqrt(squared)
    positions[at] = x - slopeX * move
    positions[at + 1] = y - slopeY * move
    positions[at + 2] = z - slopeZ * move
  }
}

/** Mirrors the height, so that teeth formed upwards hang down, and keeps the facets facing outwards. */
function turnedOver(surface: Surface): Surface {
  const positions = surface.positions.map((value, at) => (at % 3 === 2 ? -value : value))
  const indices = surface.indices.slice()
  for (let at = 0; at < facetCount(surface) * 3; at += 3) {
    indices[at + 1] = surface.indices[at + 2]!
    indices[at + 2] = surface.indices[at + 1]!
  }
  return { positions, indices }
}

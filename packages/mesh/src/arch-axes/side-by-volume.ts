import type { Edges } from '../edges.ts'
import { boundingBox } from '../measure.ts'
import type { Surface, Vector3 } from '../surface.ts'

/** Which side the facets of a surface face. */
export type Side = 'outwards' | 'inwards'

/** Shells with less than this share of the whole area decide nothing. */
const SPECK = 0.005
/** Closed shells decide alone from this share of the whole area on; so much of them has to agree. */
const CLOSED = 0.05
const AGREE = 0.8
/**
 * A volume counts from this on, by the area around it (V / A^1.5: 0.068 of a cube, 0.015 of a base, 0.003 at most of
 * facets that face either way by chance).
 */
const SOLID = 0.005
/** More of its area than this leads out through openings of a surface that is open. */
const OPEN = 0.1
/** A shell may lie within one of so many: those with the largest boxes. More shells than that are a file without shared corners. */
const MOST_AROUND = 16
const MOST_SHELLS = 10_000

type Shell = {
  /** Six times the volume to the middle of the box, and twice the sum of the areas as vectors. */
  volume: number
  net: Vector3
  /** Twice its area. */
  area: number
  /** Of its open edges: their length, and the sum of their middles by it. */
  rim: number
  rimMiddle: Vector3
  min: Vector3
  max: Vector3
}

/**
 * Which side a surface faces by the volumes of its shells: those that are closed decide, teeth of a setup, say, and of their
 * hollows none. Without them open ones do, each closed from the middle of its rims: a base that lacks its teeth, an arch that
 * a scanner saw. Null where that cannot be told.
 */
export function sideByVolume(surface: Surface, edges: Edges | null): Side | null {
  const shells = shellsOf(surface, edges)
  const whole = shells.reduce((sum, { area }) => sum + area, 0)
  const large = shells.filter(({ area }) => area >= SPECK * whole)
  const isSolid = ({ volume, area }: Pick<Shell, 'volume' | 'area'>) =>
    Math.abs(volume) / 6 >= SOLID * (area / 2) ** 1.5
  const closed = outer(large.filter(({ rim }) => rim === 0))
  const ofClosed = closed.reduce((sum, { area }) => sum + area, 0)
  if (edges && ofClosed > 0 && ofClosed >= CLOSED * whole) {
    const sure = closed.filter((shell) => edges.consistentWinding || isSolid(shell))
    const [outwards, inwards] = [1, -1].map((side) =>
      sure.reduce((sum, { volume, area }) => sum + (volume * side > 0 ? area : 0), 0),
    ) as [number, number]
    return Math.max(outwards, inwards) < AGREE * ofClosed ? null : inwards > outwards ? 'inwards' : 'outwards'
  }
  const sum = { volume: 0, area: 0 }
  for (const { volume, net, area, rim, rimMiddle } of large) {
    sum.volume += volume
    sum.area += area
    for (let axis = 0; axis < 3 && rim > 0; axis++) sum.volume -= (net[axis]! * rimMiddle[axis]!) / rim
  }
  // Of what is too large to look for its rims an opening is not known.
  const unknown = !edges && large.some(({ net, area }) => Math.hypot(...net) > OPEN * area)
  return unknown || !isSolid(sum) || sum.area === 0 ? null : sum.volume < 0 ? 'inwards' : 'outwards'
}

/** The shells that lie within none of the others: what lies within one is its hollow, and faces as it likes. */
function outer(shells: readonly Shell[]): Shell[] {
  const around = shells.toSorted((a, b) => boxVolume(b) - boxVolume(a)).slice(0, MOST_AROUND)
  return shells.filter((shell) => !around.some((other) => other !== shell && isWithin(shell, other)))
}

const boxVolume = ({ min, max }: Shell): number => (max[0] - min[0]) * (max[1] - min[1]) * (max[2] - min[2])

const isWithin = (shell: Shell, other: Shell): boolean =>
  [0, 1, 2].every((axis) => shell.min[axis]! > other.min[axis]! && shell.max[axis]! < other.max[axis]!)

const emptyShell = (): Shell => ({
  volume: 0,
  net: [0, 0, 0],
  area: 0,
  rim: 0,
  rimMiddle: [0, 0, 0],
  min: [Infinity, Infinity, Infinity],
  max: [-Infinity, -Infinity, -Infinity],
})

function shellsOf(surface: Surface, edges: Edges | null): Shell[] {
  const { positions, indices } = surface
  const { min, max } = boundingBox(positions)
  const [mx, my, mz] = min.map((low, axis) => (low + max[axis]!) / 2) as Vector3
  const roots = edges && edges.shells.count() <= MOST_SHELLS ? edges.shells.roots() : null
  const shells = new Map<number, Shell>()
  // Neighbors in the file are mostly of one shell.
  let [last, found] = [-1, emptyShell()]
  const shellOf = (facet: number): Shell => {
    const root = roots ? roots[facet]! : 0
    if (root === last) return found
    last = root
    found = shells.get(root) ?? emptyShell()
    shells.set(root, found)
    return found
  }
  for (let at = 0, facet = 0; at < indices.length; at += 3, facet++) {
    const shell = shellOf(facet)
    const [a, b, c] = [indices[at]! * 3, indices[at + 1]! * 3, indices[at + 2]! * 3]
    // From the middle, as near as any: far from the origin the sum would lose its digits.
    const [ax, ay, az] = [positions[a]! - mx, positions[a + 1]! - my, positions[a + 2]! - mz]
    const [ux, uy, uz] = [positions[b]! - mx - ax, positions[b + 1]! - my - ay, positions[b + 2]! - mz - az]
    const [vx, vy, vz] = [positions[c]! - mx - ax, positions[c + 1]! - my - ay, positions[c + 2]! - mz - az]
    const nx = uy * vz - uz * vy
    const ny = uz * vx - ux * vz
    const nz = ux * vy - uy * vx
    shell.volume += ax * nx + ay * ny + az * nz
    shell.net[0] += nx
    shell.net[1] += ny
    shell.net[2] += nz
    shell.area += Math.sqrt(nx * nx + ny * ny + nz * nz)
    for (let axis = 0; axis < 3; axis++) {
      const [u, v, w] = [positions[a + axis]!, positions[b + axis]!, positions[c + axis]!]
      shell.min[axis] = Math.min(shell.min[axis]!, u, v, w)
      shell.max[axis] = Math.max(shell.max[axis]!, u, v, w)
    }
  }
  const middle = [mx, my, mz]
  for (let edge = 0; edges && edge < edges.openFacets.length; edge++) {
    const shell = shellOf(edges.openFacets[edge]!)
    const [from, to] = [edges.openPairs[edge * 2]! * 3, edges.openPairs[edge * 2 + 1]! * 3]
    const way = [0, 1, 2].map((axis) => positions[to + axis]! - positions[from + axis]!)
    const length = Math.hypot(...way)
    shell.rim += length
    for (let axis = 0; axis < 3; axis++)
      shell.rimMiddle[axis]! += length * (positions[from + axis]! + way[axis]! / 2 - middle[axis]!)
  }
  return [...shells.values()]
}

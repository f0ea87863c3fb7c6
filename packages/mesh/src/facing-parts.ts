import type { ShellSets } from './shells.ts'
import type { Surface } from './surface.ts'

/** Which way the parts of a closed surface face that hold no other: outwards, inwards, or some of them each way. */
export type Facing = 'outwards' | 'inwards' | 'both'

/** Parts with less than this share of the largest part's facets decide nothing. */
const SMALL = 0.1
/** A part may lie within one of so many: those with the largest boxes. */
const MOST_AROUND = 16

type Part = { sixfoldVolume: number; min: [number, number, number]; max: [number, number, number] }

/**
 * Asks each part of a closed surface, whose facets agree on a side, which way it faces: by the sign of its volume. A part
 * within the box of another one is a hollow, and faces as it likes. Null when no part has a volume.
 */
export function facingOfParts(surface: Surface, shells: ShellSets): Facing | null {
  const parts = [...partsOf(surface, shells).values()].filter(({ sixfoldVolume }) => sixfoldVolume !== 0)
  const around = parts.toSorted((a, b) => boxVolume(b) - boxVolume(a)).slice(0, MOST_AROUND)
  const outer = parts.filter((part) => !around.some((other) => other !== part && isWithin(part, other)))
  const inwards = outer.filter(({ sixfoldVolume }) => sixfoldVolume < 0).length
  if (outer.length === 0) return null
  return inwards === 0 ? 'outwards' : inwards === outer.length ? 'inwards' : 'both'
}

/** The parts that are not small, by the facet that represents each. */
function partsOf({ positions, indices }: Surface, shells: ShellSets): Map<number, Part> {
  const roots = shells.roots()
  const sizes = new Uint32Array(roots.length)
  let largest = 0
  for (const root of roots) largest = Math.max(largest, ++sizes[root]!)
  const [mx, my, mz] = [positions[indices[0]! * 3]!, positions[indices[0]! * 3 + 1]!, positions[indices[0]! * 3 + 2]!]
  const parts = new Map<number, Part>()
  for (let facet = 0, at = 0; facet < roots.length; facet++, at += 3) {
    const root = roots[facet]!
    if (sizes[root]! < SMALL * largest) continue
    let part = parts.get(root)
    if (!part) {
      part = { sixfoldVolume: 0, min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] }
      parts.set(root, part)
    }
    const [a, b, c] = [indices[at]! * 3, indices[at + 1]! * 3, indices[at + 2]! * 3]
    // From a point of the surface, as near as any: far from the origin the sum would lose its digits.
    const [ax, ay, az] = [positions[a]! - mx, positions[a + 1]! - my, positions[a + 2]! - mz]
    const [bx, by, bz] = [positions[b]! - mx, positions[b + 1]! - my, positions[b + 2]! - mz]
    const [cx, cy, cz] = [positions[c]! - mx, positions[c + 1]! - my, positions[c + 2]! - mz]
    part.sixfoldVolume += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    for (let axis = 0; axis < 3; axis++) {
      const [u, v, w] = [positions[a + axis]!, positions[b + axis]!, positions[c + axis]!]
      part.min[axis] = Math.min(part.min[axis]!, u, v, w)
      part.max[axis] = Math.max(part.max[axis]!, u, v, w)
    }
  }
  return parts
}

const boxVolume = ({ min, max }: Part): number => (max[0] - min[0]) * (max[1] - min[1]) * (max[2] - min[2])

const isWithin = (part: Part, other: Part): boolean =>
  [0, 1, 2].every((axis) => part.min[axis]! > other.min[axis]! && part.max[axis]! < other.max[axis]!)

import type { Surface } from './surface.ts'

/**
 * The point of a triangle that is closest to a place: by its corners' shares (they sum to 1) and its squared distance.
 */
export type Closest = { a: number; b: number; c: number; squared: number }

/**
 * Finds the closest point of a facet to a place and writes it into `into`: by the region of the triangle's plane in which
 * the place lies (C. Ericson, Real-Time Collision Detection, 2005, 5.1.5). A facet without area is met at a corner or edge.
 */
export function closestOnFacet(surface: Surface, facet: number, x: number, y: number, z: number, into: Closest): void {
  const { positions, indices } = surface
  const i = indices[facet * 3]! * 3
  const j = indices[facet * 3 + 1]! * 3
  const k = indices[facet * 3 + 2]! * 3
  const ax = positions[i]!
  const ay = positions[i + 1]!
  const az = positions[i + 2]!
  const bx = positions[j]! - ax
  const by = positions[j + 1]! - ay
  const bz = positions[j + 2]! - az
  const cx = positions[k]! - ax
  const cy = positions[k + 1]! - ay
  const cz = positions[k + 2]! - az
  const px = x - ax
  const py = y - ay
  const pz = z - az
  const bb = bx * bx + by * by + bz * bz
  const bc = bx * cx + by * cy + bz * cz
  const cc = cx * cx + cy * cy + cz * cz
  const pb = px * bx + py * by + pz * bz
  const pc = px * cx + py * cy + pz * cz
  let v = 0
  let w = 0
  const area = bb * cc - bc * bc
  const inB = cc * pb - bc * pc
  const inC = bb * pc - bc * pb
  if (area > 0 && inB >= 0 && inC >= 0 && inB + inC <= area) {
    v = inB / area
    w = inC / area
  } else {
    // Outside: the closest of the three edges.
    const onB = clamped(pb / bb)
    const onC = clamped(pc / cc)
    const onBC = clamped((pc - pb - bc + bb) / (bb - 2 * bc + cc))
    const toB = bb * onB * onB - 2 * onB * pb
    const toC = cc * onC * onC - 2 * onC * pc
    const [atB, atC] = [1 - onBC, onBC]
    const toBC = bb * atB * atB + 2 * bc * atB * atC + cc * atC * atC - 2 * (atB * pb + atC * pc)
    if (toB <= toC && toB <= toBC) v = onB
    else if (toC <= toBC) w = onC
    else {
      v = atB
      w = atC
    }
  }
  const dx = px - v * bx - w * cx
  const dy = py - v * by - w * cy
  const dz = pz - v * bz - w * cz
  into.a = 1 - v - w
  into.b = v
  into.c = w
  into.squared = dx * dx + dy * dy + dz * dz
}

/** 0 to 1; an edge without length is met at its start. */
const clamped = (share: number): number => (share > 0 ? (share < 1 ? share : 1) : 0)

import type { ToothKind } from './anatomy.ts'
import type { PlacedTooth } from './placed-teeth.ts'
import { profile, type Profile, profileThrough, smoothMax } from './smooth-shapes.ts'

/**
 * The outline of a crown by depth below the tip (0 tip, 1 gum line): half width and half depth as shares of the
 * largest, and how far the middle leans outwards (share of the half depth). `squareness` is the exponent of the
 * superellipse of its cross-section.
 */
type CrownForm = { width: Profile; depth: Profile; lean: Profile; squareness: number; slope: number; rounding: number }

const FORMS: Record<ToothKind, CrownForm> = {
  incisor: {
    width: profileThrough([
      [0, 0.97],
      [0.3, 1],
      [0.75, 0.91],
      [1, 0.8],
      [1.5, 0.55],
    ]),
    depth: profileThrough([
      [0, 0.21],
      [0.3, 0.38],
      [0.7, 0.78],
      [1, 0.98],
      [1.5, 0.55],
    ]),
    lean: profileThrough([
      [0, 0.42],
      [0.35, 0.4],
      [0.8, 0.12],
      [1, 0],
    ]),
    squareness: 3,
    slope: 0,
    rounding: 0.7,
  },
  canine: {
    width: profileThrough([
      [0, 0.72],
      [0.35, 1],
      [0.75, 0.88],
      [1, 0.8],
      [1.5, 0.55],
    ]),
    depth: profileThrough([
      [0, 0.28],
      [0.3, 0.52],
      [0.7, 0.86],
      [1, 1],
      [1.5, 0.55],
    ]),
    lean: profileThrough([
      [0, 0.26],
      [0.4, 0.22],
      [1, 0],
    ]),
    squareness: 2.3,
    slope: 0.8,
    rounding: 0.8,
  },
  premolar: {
    width: profileThrough([
      [0, 0.88],
      [0.35, 1],
      [0.75, 0.88],
      [1, 0.8],
      [1.5, 0.55],
    ]),
    depth: profileThrough([
      [0, 0.72],
      [0.4, 0.95],
      [0.75, 1],
      [1, 0.94],
      [1.5, 0.55],
    ]),
    lean: profileThrough([
      [0, -0.04],
      [1, 0],
    ]),
    squareness: 2.5,
    slope: 0.62,
    rounding: 0.9,
  },
  molar: {
    width: profileThrough([
      [0, 0.9],
      [0.35, 1],
      [0.75, 0.9],
      [1, 0.82],
      [1.5, 0.55],
    ]),
    depth: profileThrough([
      [0, 0.78],
      [0.4, 0.96],
      [0.7, 1],
      [1, 0.94],
      [1.5, 0.55],
    ]),
    lean: profileThrough([
      [0, -0.06],
      [1, 0],
    ]),
    squareness: 3.1,
    slope: 0.56,
    rounding: 0.9,
  },
}

/**
 * Distance (mm, near the surface; negative inside) of a point from a crown with its root stump. The point is given in
 * the arch's frame, `height` towards the opposite arch.
 */
export function toothDistance(placed: PlacedTooth, x: number, y: number, height: number): number {
  const { tooth } = placed
  const form = FORMS[tooth.kind]
  const dx = x - placed.x
  const dy = y - placed.y
  // Tip and torque turn the crown about its contact with the neighbors, so that contacts stay; small angles as shears.
  const below = placed.height - height
  const lever = tooth.crown * 0.3 - below
  const across = dx * placed.acrossX + dy * placed.acrossY + lever * placed.tip
  const outwards = dx * placed.outX + dy * placed.outY - lever * placed.torque
  const share = below / tooth.crown
  const halfWidth = (tooth.width / 2) * 1.065 * profile(form.width, share)
  const halfDepth = (tooth.depth / 2) * profile(form.depth, share)
  const middle = (tooth.depth / 2) * profile(form.lean, share)
  const p = form.squareness
  const u = Math.abs(across / halfWidth)
  const v = Math.abs((outwards - middle) / halfDepth)
  const ring = (u ** p + v ** p) ** (1 / p)
  const side = (ring - 1) * Math.min(halfWidth, halfDepth)
  const top = -below - chewingSurface(placed, across, outwards)
  const stump = below - tooth.crown - 2.5
  return smoothMax(smoothMax(side, top * 0.85, form.rounding), stump, 1)
}

/** Height of the chewing surface or edge against the tip plane, mm, at an offset from the middle of the crown. */
function chewingSurface(placed: PlacedTooth, across: number, outwards: number): number {
  const { tooth } = placed
  const form = FORMS[tooth.kind]
  if (tooth.kind === 'incisor') return -0.035 * across * across - 0.05 * Math.cos((across / tooth.width) * 19)
  let height = -Infinity
  for (const cusp of tooth.cusps) {
    const a = across - cusp.across * tooth.width
    const o = outwards - cusp.outwards * tooth.depth
    // A rounded cone a cusp: where two meet lies a groove, between four the fossa.
    const cone = cusp.height - form.slope * (Math.sqrt(a * a + o * o + 0.35) - 0.59)
    height = height === -Infinity ? cone : smoothMax(height, cone, 0.28)
  }
  return height
}

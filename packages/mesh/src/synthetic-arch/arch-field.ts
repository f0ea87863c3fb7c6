import type { Jaw } from './anatomy.ts'
import type { ArchPlan, PlacedTooth } from './placed-teeth.ts'
import { profile, type Profile, profileThrough, smoothMax, smoothMin } from './smooth-shapes.ts'
import { toothDistance } from './tooth-field.ts'

/** Below this height (mm, towards the teeth positive) the model is cut flat. */
export const BASE_HEIGHT: Record<Jaw, number> = { upper: -18.5, lower: -15.5 }

/** Teeth farther than this from a column (mm) cannot touch it. */
const TOOTH_REACH = 10

/** Everything about a vertical line through the arch that does not change along it. */
export type Column = {
  teeth: PlacedTooth[]
  /** Signed distance from the arch midline, outwards positive, and half the width of the ridge there. */
  outwards: number
  halfWidth: number
  gumLine: number
  /** The gum line without its scallops. */
  evenLine: number
  /** 1 over the middle of a tooth, 0 between two. */
  overTooth: number
  behind: number
}

const RIDGE = profileThrough([
  [0, 4.1],
  [9, 4.3],
  [17, 4.7],
  [26, 5.4],
  [35, 6.3],
  [52, 6.4],
])
const CROWNS: Record<Jaw, Profile> = {
  upper: profileThrough([
    [0, 8.6],
    [12, 8.1],
    [19, 8.5],
    [27, 7],
    [36, 6.3],
    [54, 6],
  ]),
  lower: profileThrough([
    [0, 7.6],
    [9, 7.6],
    [15, 8.2],
    [23, 6.8],
    [34, 6.2],
    [54, 5.8],
  ]),
}

/** The solid of one arch as a distance field. x to the right, y forwards, height towards the opposite arch; mm. */
export class ArchField {
  private readonly jaw: Jaw
  private readonly plan: ArchPlan
  private readonly rear: number

  constructor(jaw: Jaw, plan: ArchPlan) {
    this.jaw = jaw
    this.plan = plan
    this.rear = plan.curve.points[0]!.y - 3
  }

  column(x: number, y: number): Column {
    const { length, outwards } = this.plan.curve.nearest(x, y)
    const overTooth = this.overTooth(length)
    const place = Math.abs(length)
    const evenLine = -profile(CROWNS[this.jaw], place)
    return {
      teeth: this.plan.teeth.filter((tooth) => Math.hypot(tooth.x - x, tooth.y - y) < TOOTH_REACH),
      outwards,
      halfWidth: profile(RIDGE, place),
      gumLine: evenLine + 1.5 * (1 - overTooth) ** 1.5 - 0.3 * overTooth,
      evenLine,
      overTooth,
      behind: this.rear - y,
    }
  }

  /** Distance from the surface at a height of a column: negative inside, true near the surface. */
  distance(column: Column, x: number, y: number, height: number): number {
    let crowns = 20
    for (const tooth of column.teeth) crowns = smoothMin(crowns, toothDistance(tooth, x, y, height), 0.22)
    const gum = this.gum(column, height)
    // A groove at the gum line; below it the gum stretches over roots that stand out.
    const covered = Math.min(4, Math.max(0, column.gumLine - 0.5 - height))
    const solid = smoothMin(crowns, gum, 0.45 + covered * 0.9)
    return smoothMax(smoothMax(solid, BASE_HEIGHT[this.jaw] - height, 1.4), column.behind, 1.5)
  }

  private gum(column: Column, height: number): number {
    const { outwards, gumLine } = column
    const depth = Math.max(0, column.evenLine + 1 - height)
    // Roots show through the gum as soft ridges near the teeth.
    const roots = 0.4 * (column.overTooth - 0.5) * Math.exp(-((depth - 3) ** 2) / 14)
    const flare = outwards > 0 ? 0.16 * depth + roots : 0.24 * depth + roots * 0.5
    const ridge = Math.abs(outwards) - (column.halfWidth + 0.15 + flare)
    const ridgeSolid = smoothMax(ridge, height - gumLine, 1.7)
    return this.jaw === 'upper' ? smoothMin(ridgeSolid, this.palate(column, height), 3) : ridgeSolid
  }

  /** The vault between the upper teeth: fills the inside of the arch up to a hollow that deepens away from the ridge. */
  private palate(column: Column, height: number): number {
    const inside = -column.outwards
    const floor = -9 - 6.5 * (1 - Math.exp(-((Math.max(0, inside - 3) / 9) ** 2)))
    return smoothMax(height - floor, 2 - inside, 2)
  }

  private overTooth(length: number): number {
    const { contacts } = this.plan
    let at = 0
    while (at < contacts.length - 2 && contacts[at + 1]! <= length) at++
    const from = contacts[at]!
    const to = contacts[at + 1]!
    if (length < from || length > to) return 0
    return 0.5 - 0.5 * Math.cos(((length - from) / (to - from)) * 2 * Math.PI)
  }
}
